/** Industries and what goes with each: size, funding, traffic, customers, products, the work people do there. */
import { runningSums } from './random';

export type Sector =
  | 'software'
  | 'hardware'
  | 'health'
  | 'finance'
  | 'capital'
  | 'industry'
  | 'energy'
  | 'consumer'
  | 'media'
  | 'services'
  | 'education'
  | 'public'
  | 'property'
  | 'logistics';

export interface Industry {
  name: string;
  proLabel: string;
  naics: string;
  sector: Sector;
  weight: number;
  /** Added to the draw of the size class: positive industries have larger companies. */
  size: number;
  /** Chance that a young company of it raised venture money. */
  venture: number;
  /** Web visits beside a company of the same size elsewhere. */
  traffic: number;
  customers: readonly string[];
  models: readonly string[];
  suffixes: readonly string[];
  products: readonly string[];
  themes: readonly string[];
}

// name | label of the network | NAICS | sector | weight | size | venture | traffic | customers | models | name suffixes | products | themes
const ROWS = `
Software|Software Development|513210|software|90|0|.5|2|B2B|SaaS,Subscription|Software,Systems,Labs,Apps|Workspace,Studio,Platform,Suite|workflow automation,collaboration,low-code,productivity
Artificial Intelligence|Technology, Information and Internet|541715|software|46|-.4|.7|2|B2B|SaaS,Usage-based|AI,Intelligence,Labs,Mind|Copilot,Agent,Model Hub,Assistant|machine learning,language models,computer vision,agents
Developer Tools|Software Development|513210|software|30|-.3|.6|3|B2B|Open core,SaaS,Usage-based|Tools,Dev,Code,Stack|CLI,Cloud,Runtime,Registry|continuous integration,observability,APIs,open source
Cloud Infrastructure|IT Services and IT Consulting|518210|software|26|.3|.5|1.5|B2B|Usage-based,Subscription|Cloud,Compute,Networks,Hosting|Cloud,Edge,Storage,Gateway|storage,networking,edge computing,databases
Cybersecurity|Computer and Network Security|541512|software|30|-.1|.6|1|B2B,B2G|SaaS,Subscription|Security,Shield,Guard,Defense|Shield,Vault,Sentinel,Scanner|identity,threat detection,compliance,encryption
Data Analytics|Data Infrastructure and Analytics|518210|software|26|-.1|.55|1|B2B|SaaS,Usage-based|Analytics,Data,Insights,Metrics|Insights,Warehouse,Catalog,Pipeline|business intelligence,data quality,forecasting,dashboards
FinTech|Financial Services|522320|software|44|0|.6|3|B2B,B2C|Transaction fees,SaaS|Pay,Finance,Ledger,Capital|Pay,Wallet,Ledger,Checkout|payments,lending,open banking,treasury
HealthTech|Hospitals and Health Care|541714|software|32|-.1|.55|1.5|B2B,B2C|SaaS,Subscription|Health,Care,Clinic,Med|Care,Records,Triage,Telehealth|telemedicine,patient records,remote monitoring,diagnostics
EdTech|E-Learning Providers|611710|software|22|-.2|.45|4|B2C,B2B|Subscription,Freemium|Learning,Academy,Edu,Class|Classroom,Tutor,Campus,Path|online courses,tutoring,assessment,corporate training
Marketing Technology|Advertising Services|541810|software|22|-.2|.45|2|B2B|SaaS|Marketing,Reach,Engage,Audience|Campaigns,Reach,Attribution,Inbox|email marketing,attribution,personalisation,CRM
HR Technology|Human Resources Services|513210|software|18|-.2|.45|1.5|B2B|SaaS|People,HR,Talent,Team|People,Payroll,Hire,Onboard|payroll,recruiting,performance reviews,benefits
PropTech|Real Estate|531390|software|10|-.2|.45|2|B2B,B2C|SaaS,Marketplace|Homes,Spaces,Estates,Property|Spaces,Listings,Lease,Homes|property management,listings,smart buildings,mortgages
E-Commerce|Retail|455110|consumer|44|-.1|.4|8|B2C|E-commerce,Marketplace|Shop,Market,Store,Goods|Store,Market,Box,Basket|online retail,marketplaces,direct to consumer,fulfilment
Gaming|Computer Games|513210|media|20|-.2|.35|6|B2C|Freemium,In-app purchases|Games,Play,Studios,Interactive|Quest,Arena,Saga,Worlds|mobile games,esports,virtual worlds,game engines
Robotics|Automation Machinery Manufacturing|333249|hardware|16|-.1|.5|.6|B2B|Hardware sales,Subscription|Robotics,Motion,Automation,Machines|Arm,Rover,Picker,Vision|warehouse robots,industrial automation,drones,sensors
Semiconductors|Semiconductor Manufacturing|334413|hardware|12|.9|.35|.6|B2B|Hardware sales,Licensing|Semiconductor,Silicon,Micro,Chips|Core,Accelerator,Controller,SoC|chip design,accelerators,power electronics,photonics
Consumer Electronics|Computers and Electronics Manufacturing|334310|hardware|14|.6|.3|4|B2C|Hardware sales|Electronics,Devices,Audio,Wearables|Band,Speaker,Display,Hub|wearables,smart home,audio,displays
Telecommunications|Telecommunications|517111|hardware|14|1.1|.15|3|B2C,B2B|Subscription|Telecom,Mobile,Fiber,Networks|Fiber,Mobile,Connect,5G|mobile networks,broadband,satellite,fibre
Biotechnology|Biotechnology Research|541714|health|30|-.1|.6|.4|B2B|Licensing,Research contracts|Bio,Biosciences,Therapeutics,Genomics|Assay,Vector,Platform,Library|gene therapy,protein design,cell therapy,genomics
Pharmaceuticals|Pharmaceutical Manufacturing|325412|health|18|1.1|.25|.8|B2B|Product sales,Licensing|Pharma,Pharmaceuticals,Therapeutics,Remedies|Tablets,Inhaler,Vaccine,Biologic|oncology,vaccines,rare diseases,immunology
Medical Devices|Medical Equipment Manufacturing|339112|health|22|.5|.4|.6|B2B|Hardware sales|Medical,Devices,Surgical,Diagnostics|Monitor,Implant,Scope,Pump|imaging,surgical robots,cardiology,wearable sensors
Hospitals and Health Care|Hospitals and Health Care|622110|health|32|1|.05|2|B2C|Services|Hospital,Clinics,Health Trust,Care Centers|Checkup,Day Clinic,Care Plan|patient care,surgery,primary care,emergency medicine
Banking|Banking|522110|finance|24|1.4|.08|5|B2C,B2B|Interest,Fees|Bank,Savings Bank,Bancorp,Trust|Current Account,Savings,Mortgage,Card|retail banking,corporate banking,mortgages,wealth
Insurance|Insurance|524126|finance|20|1.2|.15|3|B2C,B2B|Premiums|Insurance,Assurance,Mutual,Underwriting|Cover,Life,Home,Travel|life insurance,property insurance,reinsurance,claims
Investment Management|Investment Management|523940|finance|20|.3|.08|.6|B2B,B2C|Management fees|Asset Management,Investments,Wealth,Partners|Equity Fund,Bond Fund,Index,Portfolio|asset management,pensions,private wealth,index funds
Venture Capital & Private Equity|Venture Capital and Private Equity Principals|523910|capital|12|-1.2|0|.4|B2B|Management fees,Carried interest|Ventures,Capital,Partners,Growth|Fund,Growth Fund,Seed Program|seed investing,growth equity,founder support,buyouts
Real Estate|Real Estate|531210|property|28|0|.08|2|B2C,B2B|Commissions,Rent|Properties,Realty,Estates,Living|Residences,Offices,Lofts|commercial property,residential property,leasing,development
Construction|Construction|236220|property|34|.4|.04|.5|B2B,B2G|Projects|Construction,Builders,Building,Engineering|Modular,Precast,Design-Build|infrastructure,housing,civil engineering,renovation
Architecture and Design|Architecture and Planning|541310|property|14|-.6|.02|.7|B2B|Projects|Architects,Design,Studio,Planning|Masterplan,Interiors,Landscape|urban planning,interiors,sustainable building,landscapes
Automotive|Motor Vehicle Manufacturing|336110|industry|22|1.2|.2|2|B2C,B2B|Product sales|Motors,Automotive,Mobility,Vehicles|Sedan,Van,Drive,Charge|electric vehicles,parts,fleet,autonomous driving
Aerospace & Defense|Aviation and Aerospace Component Manufacturing|336411|industry|16|1.2|.25|.7|B2G,B2B|Contracts|Aerospace,Aviation,Space,Defense|Satellite,Launcher,Radar,Avionics|satellites,avionics,launch systems,defence electronics
Industrial Manufacturing|Industrial Machinery Manufacturing|333998|industry|44|.7|.06|.4|B2B|Product sales|Industries,Manufacturing,Works,Machinery|Press,Valve,Conveyor,Pump|machine tools,pumps,precision parts,packaging
Chemicals|Chemical Manufacturing|325998|industry|16|.9|.08|.3|B2B|Product sales|Chemicals,Materials,Polymers,Coatings|Resin,Coating,Adhesive|specialty chemicals,coatings,polymers,adhesives
Energy & Utilities|Utilities|221118|energy|16|1.3|.06|1.5|B2C,B2B|Tariffs|Energy,Power,Utilities,Grid|Tariff,Grid,Meter|power generation,grids,gas,trading
Renewable Energy|Renewable Energy Semiconductor Manufacturing|221114|energy|18|.1|.35|.7|B2B,B2C|Projects,Subscription|Solar,Wind,Renewables,Energy|Rooftop,Battery,Inverter|solar,wind,batteries,hydrogen
Logistics & Supply Chain|Transportation, Logistics, Supply Chain and Storage|488510|logistics|28|.7|.2|1.2|B2B|Services,Transaction fees|Logistics,Freight,Shipping,Cargo|Freight,Track,Warehouse|freight,last-mile delivery,warehousing,customs
Travel & Hospitality|Hospitality|721110|consumer|26|.5|.15|6|B2C|Bookings,Commissions|Hotels,Travel,Resorts,Journeys|Rooms,Tours,Pass|hotels,tours,short-term rentals,events
Food & Beverage|Food and Beverage Manufacturing|311999|consumer|34|.5|.15|1.5|B2C,B2B|Product sales|Foods,Kitchen,Beverages,Farms|Bar,Brew,Snack,Meal Kit|plant-based food,beverages,snacks,meal kits
Fashion & Apparel|Retail Apparel and Fashion|315990|consumer|22|.1|.15|5|B2C|E-commerce,Product sales|Apparel,Wear,Fashion,Textiles|Jacket,Sneaker,Denim|sustainable fashion,footwear,accessories,textiles
Retail|Retail|455211|consumer|34|.9|.05|4|B2C|Retail|Stores,Retail,Markets,Trading|Own Brand,Club Card,Outlet|grocery,home goods,discount stores,pharmacies
Consumer Goods|Personal Care Product Manufacturing|325620|consumer|20|.5|.2|2|B2C|Product sales|Brands,Home,Beauty,Goods|Balm,Serum,Cleaner|cosmetics,household goods,personal care,toys
Media & Entertainment|Entertainment Providers|516120|media|26|.2|.15|9|B2C|Advertising,Subscription|Media,Pictures,Studios,Broadcasting|Stream,Podcast,Magazine|streaming,news,film production,podcasts
Advertising & Marketing|Advertising Services|541810|media|30|-.5|.05|1|B2B|Projects,Retainer|Agency,Creative,Communications,Media|Campaign,Brand Kit|branding,media buying,content,events
Management Consulting|Business Consulting and Services|541611|services|40|-.3|.02|.6|B2B|Projects|Consulting,Advisors,Partners,Strategy|Audit,Sprint,Benchmark|strategy,transformation,operations,sustainability
IT Consulting|IT Services and IT Consulting|541512|services|44|.2|.06|.7|B2B|Projects,Services|Consulting,Technologies,Solutions,IT Services|Managed Service,Migration|cloud migration,integration,outsourcing,ERP
Legal Services|Law Practice|541110|services|18|-.3|.02|.7|B2B,B2C|Fees|Legal,Law,Attorneys,Chambers|Counsel,Contract Desk|corporate law,litigation,intellectual property,tax
Accounting|Accounting|541211|services|18|-.2|.02|.7|B2B|Fees|Accounting,Audit,Tax,Advisory|Bookkeeping,Payroll|audit,tax,bookkeeping,advisory
Staffing & Recruiting|Staffing and Recruiting|561311|services|20|.2|.05|1.5|B2B|Commissions|Staffing,Recruitment,Talent,Careers|Shortlist,Bench|temporary staffing,executive search,technical hiring,outplacement
Environmental Services|Environmental Services|562998|services|12|.1|.15|.4|B2B,B2G|Services|Environmental,Recycling,Water,Green|Audit,Recycling,Offsets|recycling,water treatment,carbon accounting,remediation
Higher Education|Higher Education|611310|education|12|1.1|0|8|B2C|Tuition|University Services,College,Institute,Campus|Campus Pass,Summer School|research,teaching,lifelong learning,scholarships
Non-Profit|Non-profit Organizations|813319|public|22|-.3|0|1.2|B2C|Donations,Grants|Foundation,Alliance,Aid,Trust|Appeal,Fellowship|humanitarian aid,conservation,education access,health access
Government Administration|Government Administration|921190|public|10|1.2|0|6|B2G,B2C|Public funding|Agency,Authority,Council,Office|Portal,Register|public services,regulation,statistics,permits
Agriculture|Farming|111998|industry|18|.1|.15|.5|B2B|Product sales|Farms,Agri,Harvest,Growers|Seed,Feed,Irrigation|crop science,precision farming,livestock,irrigation
`;

const list = (text: string) => text.split(',');
// A label may hold commas; it is the only such column and is kept whole.
export const INDUSTRIES: readonly Industry[] = ROWS.trim()
  .split('\n')
  .map((line) => {
    const cell = line.split('|');
    return {
      name: cell[0],
      proLabel: cell[1],
      naics: cell[2],
      sector: cell[3] as Sector,
      weight: Number(cell[4]),
      size: Number(cell[5]),
      venture: Number(cell[6]),
      traffic: Number(cell[7]),
      customers: list(cell[8]),
      models: list(cell[9]),
      suffixes: list(cell[10]),
      products: list(cell[11]),
      themes: list(cell[12]),
    };
  });

export const INDUSTRY_SUMS = runningSums(INDUSTRIES.map(({ weight }) => weight));
const placeOfName = (name: string) => INDUSTRIES.findIndex((industry) => industry.name === name);
export const VENTURE = placeOfName('Venture Capital & Private Equity');
export const GOVERNMENT = placeOfName('Government Administration');
export const NON_PROFIT = placeOfName('Non-Profit');
export const HIGHER_EDUCATION = placeOfName('Higher Education');
