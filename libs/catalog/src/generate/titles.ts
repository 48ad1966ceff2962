/** Lines of work: titles by seniority, skills, fields of study, and what people write about what they did. */
import type { Sector } from './industries';
import { runningSums } from './random';

export interface Track {
  name: string;
  weight: number;
  /** Sectors where this work is at home; empty: everywhere. */
  home: readonly Sector[];
  /** Chance that an employer outside of them is accepted. */
  elsewhere: number;
  /** Titles of the seven levels: intern, junior, professional, senior, manager, director, chief. */
  titles: readonly (readonly string[])[];
  skills: readonly string[];
  studies: readonly string[];
  deeds: readonly string[];
}

// name | weight | home sectors | elsewhere | 7 levels of titles | skills | studies | deeds
const ROWS = `
Engineering|21|software,hardware,finance,media|.25|Software Engineering Intern;Junior Software Engineer,Associate Software Engineer;Software Engineer,Backend Engineer,Frontend Engineer,Full Stack Developer,Mobile Developer,Site Reliability Engineer;Senior Software Engineer,Staff Engineer,Lead Engineer,Senior Backend Engineer;Engineering Manager,Head of Engineering,Team Lead;Director of Engineering,Vice President of Engineering;Chief Technology Officer|Python,TypeScript,Go,Rust,Java,Kubernetes,PostgreSQL,Docker,React,GraphQL,Distributed Systems,API Design,Code Review,Linux,Test Automation,System Architecture,Kafka,CI/CD|Computer Science,Software Engineering,Electrical Engineering,Mathematics|Designed and ran the services behind %p.,Cut the response time of the main API by %n %.,Moved %n services to Kubernetes without downtime.,Introduced trunk-based development and weekly releases.,Mentored %s engineers and led the on-call rotation.,Built the data pipeline for %t.
Data|6|software,finance,media,consumer,health|.3|Data Science Intern;Junior Data Analyst;Data Analyst,Data Scientist,Data Engineer,Machine Learning Engineer;Senior Data Scientist,Lead Data Engineer,Senior Machine Learning Engineer;Data Science Manager,Head of Data;Director of Data Science,Vice President of Data;Chief Data Officer|Python,SQL,Machine Learning,Statistics,Apache Spark,Airflow,dbt,Deep Learning,Forecasting,Data Visualization,Experiment Design,Natural Language Processing|Statistics,Computer Science,Data Science,Physics|Built forecasts for %t that the planning team uses daily.,Raised model precision by %n % on production traffic.,Owned the warehouse of %n sources and its quality checks.,Ran over %n experiments with the product team.
Product|5|software,consumer,finance,media,hardware|.25|Product Management Intern;Associate Product Manager;Product Manager,Technical Product Manager;Senior Product Manager,Lead Product Manager;Group Product Manager,Head of Product;Director of Product,Vice President of Product;Chief Product Officer|Product Strategy,Roadmapping,User Research,A/B Testing,Agile,Analytics,Stakeholder Management,Pricing,Prototyping,SQL|Business Administration,Computer Science,Human-Computer Interaction,Economics|Launched %p to the first %n customers.,Owned the roadmap for %t.,Grew weekly active use by %n % in a year.,Ran discovery with %n customers a quarter.
Design|4|software,media,consumer,property,hardware|.2|Design Intern;Junior Designer;Product Designer,UX Designer,Graphic Designer,Industrial Designer;Senior Product Designer,Lead Designer;Design Manager,Head of Design;Design Director,Vice President of Design;Chief Design Officer|Figma,Interaction Design,Design Systems,User Research,Typography,Prototyping,Accessibility,Illustration,Branding|Graphic Design,Interaction Design,Industrial Design,Architecture|Created the design system used by %n products.,Redesigned the onboarding of %p.,Led research sessions on %t.
Information Technology|5||.7|IT Intern;IT Support Technician,Help Desk Assistant;Systems Administrator,Network Engineer,IT Specialist,Security Analyst;Senior Systems Administrator,Senior Security Engineer;IT Manager,Head of IT;IT Director,Director of Information Security;Chief Information Officer,Chief Information Security Officer|Active Directory,Networking,Linux,Windows Server,Information Security,ITIL,Virtualization,Cloud Administration,Incident Response,Backup|Information Systems,Computer Networks,Information Technology|Ran the network of %n sites.,Rolled out single sign-on to %n people.,Reduced open tickets by %n %.
Research|4|health,education,hardware,software,energy,industry|.05|Research Intern;Research Assistant;Research Scientist,Scientist,Postdoctoral Researcher;Senior Scientist,Principal Investigator;Research Manager,Head of Research;Director of Research,Vice President of Research;Chief Scientific Officer|Scientific Writing,Experimental Design,Statistics,Laboratory Techniques,Grant Writing,MATLAB,Microscopy,Molecular Biology,Simulation|Biology,Chemistry,Physics,Materials Science|Published on %t in peer-reviewed journals.,Led a group of %s researchers.,Filed %s patents with the team.
Marketing|8||.9|Marketing Intern;Marketing Assistant;Marketing Specialist,Content Marketer,Growth Marketer,Social Media Specialist;Senior Marketing Specialist,Senior Brand Strategist;Marketing Manager,Head of Growth,Brand Manager;Marketing Director,Vice President of Marketing;Chief Marketing Officer|SEO,Content Strategy,Copywriting,Email Marketing,Brand Management,Marketing Automation,Web Analytics,Paid Media,Public Relations,Events|Marketing,Communications,Business Administration|Grew qualified leads by %n % in a year.,Ran the launch campaign of %p.,Built the content programme on %t.
Sales|11||.9|Sales Intern;Sales Development Representative,Sales Assistant;Account Executive,Sales Representative,Inside Sales Specialist;Senior Account Executive,Key Account Manager;Sales Manager,Regional Sales Manager,Head of Sales;Sales Director,Vice President of Sales;Chief Revenue Officer|Negotiation,CRM,Account Management,Prospecting,Forecasting,Solution Selling,Contract Negotiation,Pipeline Management,Presentations|Business Administration,Economics,Marketing|Closed the first %n accounts for %p.,Reached %n % over target three quarters running.,Built the partner channel for %t.
Business Development|3||.7|Business Development Intern;Business Development Assistant;Business Development Representative,Partnerships Specialist;Senior Partnerships Lead,Senior Business Development Specialist;Business Development Manager,Partnerships Manager;Director of Business Development,Vice President of Partnerships;Chief Commercial Officer|Partnerships,Negotiation,Market Research,Deal Structuring,Go-to-Market,Strategy,Financial Modelling|Business Administration,International Business,Economics|Signed %n partners in new markets.,Opened the market for %t.
Customer Success|5|software,finance,consumer,logistics,services|.4|Customer Success Intern;Customer Support Representative,Support Assistant;Customer Success Manager,Implementation Specialist,Support Engineer;Senior Customer Success Manager,Lead Support Engineer;Customer Success Team Manager,Head of Support;Director of Customer Success,Vice President of Customer Success;Chief Customer Officer|Customer Retention,Onboarding,Help Desk,CRM,Training,Troubleshooting,Escalation Management,Communication|Business Administration,Communications,Psychology|Looked after %n accounts of %p.,Lifted retention by %n %.,Wrote the onboarding programme.
Finance|7||.8|Finance Intern;Junior Accountant,Accounting Assistant;Accountant,Financial Analyst,Controller,Auditor,Investment Analyst;Senior Financial Analyst,Senior Auditor,Senior Accountant;Finance Manager,Accounting Manager;Finance Director,Vice President of Finance;Chief Financial Officer|Financial Modelling,IFRS,Excel,Budgeting,Forecasting,Auditing,Tax,Valuation,Treasury,Risk Management|Finance,Accounting,Economics|Closed the books of %s entities each month.,Prepared the budget and the board reports.,Led the audit of %t.
Legal|2||.4|Legal Intern;Legal Assistant,Paralegal;Legal Counsel,Attorney,Compliance Officer;Senior Counsel,Senior Associate;Legal Manager,Head of Compliance;Director of Legal Affairs,Deputy General Counsel;General Counsel,Chief Legal Officer|Contract Law,Compliance,Data Protection,Intellectual Property,Litigation,Corporate Governance,Legal Research|Law|Negotiated %n contracts a year.,Advised on %t.,Built the data protection programme.
Human Resources|4||.8|HR Intern;HR Assistant,Recruiting Coordinator;Recruiter,HR Generalist,Talent Acquisition Specialist;Senior HR Business Partner,Senior Recruiter;HR Manager,Talent Acquisition Manager,Head of People;HR Director,Vice President of People;Chief People Officer,Chief Human Resources Officer|Recruiting,Onboarding,Employee Relations,Compensation,Performance Management,Labour Law,Training,Diversity|Human Resources,Psychology,Business Administration|Hired %n people in eighteen months.,Introduced yearly pay reviews.,Ran onboarding in %s countries.
Operations|7||.8|Operations Intern;Operations Assistant,Office Assistant;Operations Specialist,Project Manager,Supply Chain Analyst,Business Analyst;Senior Project Manager,Senior Operations Specialist;Operations Manager,Program Manager;Director of Operations,Vice President of Operations;Chief Operating Officer|Project Management,Process Improvement,Logistics,Supply Chain,Budgeting,Scheduling,Vendor Management,Lean,Reporting|Business Administration,Industrial Engineering,Logistics|Shortened lead times by %n %.,Ran the move of %n people to a new site.,Led the programme for %t.
Manufacturing|6|industry,hardware,energy,property|.03|Manufacturing Intern;Production Assistant,Junior Technician;Mechanical Engineer,Process Engineer,Quality Engineer,Electrical Engineer,Civil Engineer;Senior Mechanical Engineer,Lead Process Engineer;Production Manager,Quality Manager,Site Manager;Plant Director,Director of Manufacturing;Chief Manufacturing Officer|Lean Manufacturing,CAD,Quality Control,Six Sigma,PLC,Maintenance,Root Cause Analysis,Safety,SolidWorks|Mechanical Engineering,Electrical Engineering,Civil Engineering,Chemical Engineering|Took scrap down by %n % on the main line.,Commissioned %s new lines.,Led the safety programme of the site.
Medical|5|health|.01|Medical Intern;Nursing Assistant,Junior Doctor;Registered Nurse,Physician,Pharmacist,Physiotherapist;Senior Physician,Senior Nurse,Clinical Lead;Nurse Manager,Head of Department;Medical Director;Chief Medical Officer|Patient Care,Clinical Research,Diagnostics,Emergency Medicine,Electronic Health Records,Pharmacology,Patient Safety|Medicine,Nursing,Pharmacy,Public Health|Cared for patients in %t.,Took part in %s clinical studies.,Trained %n nurses in the new records.
Education|4|education|.03|Teaching Intern;Teaching Assistant;Lecturer,Teacher,Instructional Designer;Senior Lecturer,Associate Professor;Programme Manager,Head of Department;Dean,Director of Studies;Provost|Teaching,Curriculum Design,Academic Advising,Assessment,Public Speaking,E-Learning,Research|Education,Pedagogy,History,Literature|Taught courses on %t.,Developed the curriculum of %s programmes.,Supervised %n theses.
Media|3|media,consumer,public|.05|Editorial Intern;Editorial Assistant,Junior Copywriter;Editor,Journalist,Producer,Copywriter,Video Editor;Senior Editor,Senior Producer;Managing Editor,Production Manager;Creative Director,Editorial Director;Editor in Chief,Chief Content Officer|Editing,Storytelling,Video Production,Copywriting,Photography,Social Media,Interviewing,Scriptwriting|Journalism,Film,Communications,Literature|Covered %t for print and audio.,Produced %n episodes.,Led a newsroom of %s people.
Public Sector|3|public|.02|Policy Intern;Administrative Assistant,Junior Policy Officer;Policy Analyst,Programme Officer,Case Worker;Senior Policy Advisor,Senior Programme Officer;Programme Manager,Head of Unit;Director of Programmes,Deputy Director;Executive Director,Secretary General|Policy Analysis,Grant Management,Public Administration,Stakeholder Engagement,Fundraising,Report Writing,Negotiation|Public Administration,Political Science,International Relations|Drafted the regulation on %t.,Managed grants for %n projects.,Coordinated %s agencies.
Consulting|4|services,finance,capital|.03|Consulting Intern;Junior Consultant,Associate Consultant;Consultant,Business Consultant,Technology Consultant;Senior Consultant,Lead Consultant;Engagement Manager,Consulting Manager;Associate Director,Director of Consulting;Managing Partner,Partner|Strategy,Change Management,Business Analysis,Presentation Skills,Process Improvement,Digital Transformation,Benchmarking|Business Administration,Economics,Industrial Engineering|Advised clients on %t.,Led %s engagements a year.,Built the practice for %t.
`;

const list = (cell: string) => (cell ? cell.split(',') : []);
export const TRACKS: readonly Track[] = ROWS.trim()
  .split('\n')
  .map((line) => {
    const [name, weight, home, elsewhere, titles, skills, studies, deeds] = line.split('|');
    return {
      name,
      weight: Number(weight),
      home: list(home) as Sector[],
      elsewhere: Number(elsewhere),
      titles: titles.split(';').map(list),
      skills: list(skills),
      studies: list(studies),
      deeds: deeds.split('.,').map((deed) => (deed.endsWith('.') ? deed : `${deed}.`)),
    };
  });

export const TRACK_SUMS = runningSums(TRACKS.map(({ weight }) => weight));

/** Chance that someone of a track works in a sector. */
export const fits = (track: Track, sector: Sector): number =>
  track.home.length === 0 || track.home.includes(sector) ? 1 : track.elsewhere;

export const FOUNDER_TITLES = [
  ['Founder & CEO', 'Founder', 'Co-Founder & CEO', 'Founder and Managing Director'],
  ['Co-Founder & CTO', 'Co-Founder', 'Co-Founder & Chief Product Officer'],
  ['Co-Founder & COO', 'Co-Founder & Head of Design', 'Co-Founder'],
] as const;

export const PARTNER_TITLES = ['General Partner', 'Managing Partner', 'Partner', 'Founding Partner'] as const;

/** Skills that any line of work names. */
export const PLAIN_SKILLS = [
  'Leadership',
  'Communication',
  'Teamwork',
  'Problem Solving',
  'Time Management',
  'Microsoft Office',
  'Public Speaking',
  'Team Management',
  'Project Management',
  'Strategic Planning',
  'Analytical Skills',
  'English',
  'Coaching',
  'Negotiation',
] as const;
