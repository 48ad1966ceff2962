/** Degrees of a person: in order, all but a student's finished before the first job. */
import { personID, relationID } from './identity';
import { graduationYear, type Life } from './life';
import { CITIES } from './places';
import { type Random, STREAM } from './random';
import type { Degree, Education } from './records';
import { drawSchool, type School } from './schools';
import { dayOf, stamp } from './time';
import { TRACKS } from './titles';
import type { World } from './world';

const DEGREES_MAX = 4;
interface Step {
  degree: string;
  years: number;
}

function stepsOf(life: Life, random: Random): Step[] {
  const track = TRACKS[life.track].name;
  const deep = track === 'Research' || track === 'Medical' ? 0.5 : 0.05;
  const business = life.ceiling >= 6 || track === 'Consulting';
  if (random.chance(0.08)) return [];
  const steps: Step[] = [
    {
      degree: random.pick(["Bachelor's degree", 'Bachelor of Science', 'Bachelor of Arts']),
      years: random.between(3, 4),
    },
  ];
  if (random.chance(0.4))
    steps.push({
      degree:
        business && random.chance(0.4)
          ? 'Master of Business Administration'
          : random.pick(["Master's degree", 'Master of Science']),
      years: 2,
    });
  if (steps.length === 2 && random.chance(deep))
    steps.push({ degree: track === 'Medical' ? 'Doctor of Medicine' : 'Doctor of Philosophy', years: 4 });
  return steps;
}

export interface Studies {
  educationList: Education[];
  degreeList: Degree[];
  schools: School[];
}

const CLUBS = [
  'Debating Society',
  'Rowing',
  'Student Council',
  'Robotics Club',
  'Choir',
  'Chess Club',
  'Volleyball',
  'Entrepreneurship Club',
];

/** Degrees with their schools; the newest first, as profiles show them. */
export function studiesOf(world: World, life: Life, random: Random): Studies {
  random.at(world.seed, STREAM.education, life.index);
  const steps = stepsOf(life, random);
  const track = TRACKS[life.track];
  const country = CITIES[life.city].country;
  const studies: Studies = { educationList: [], degreeList: [], schools: [] };
  let end = graduationYear(life);
  for (let place = steps.length - 1; place >= 0; place--) {
    const { degree, years } = steps[place];
    const school = drawSchool(random, country);
    const ongoing = life.student && place === steps.length - 1;
    const number = relationID(world, STREAM.education, life.index * DEGREES_MAX + place);
    const subject = random.pick(track.studies);
    const education: Education = {
      id: `e_${number.toString(36)}`,
      personID: personID(world, life.index),
      startDate: stamp(dayOf(end - years, 9)),
      endDate: ongoing ? null : stamp(dayOf(end, 6)),
      startDatePrecision: life.unit,
      ...(ongoing ? {} : { endDatePrecision: life.unit }),
      proID: school.proID,
      proNumID: school.proNumID,
      name: school.fullName,
      subject,
      degreeName: degree,
      ...(random.chance(0.15)
        ? { grade: random.pick(['with distinction', 'cum laude', '1.4', '3.8 GPA', 'First class']) }
        : {}),
      ...(random.chance(0.2) ? { activities: random.some(CLUBS, 2).join(', ') } : {}),
      school,
      personEducationID: number,
    };
    studies.educationList.push(education);
    studies.schools.push(school);
    if (!ongoing)
      studies.degreeList.push({
        personID: education.personID,
        personEducationID: String(number),
        fieldOfStudy: subject,
        name: degree,
        school,
      });
    end -= years;
    if (random.chance(0.15)) end -= 1;
  }
  return studies;
}
