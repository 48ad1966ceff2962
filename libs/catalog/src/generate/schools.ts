/** Schools of every city, the same for every seed. */

import { slug } from './names';
import { CITIES, CITIES_OF, placeText } from './places';
import { mix, type Random } from './random';
import type { Education } from './records';

export type School = NonNullable<Education['school']>;

const KINDS = ['University of %', '% Institute of Technology', '% Business School', '% College of Arts'] as const;
const schools: School[] = [];

/** School by number, 0 … 4 × cities − 1. */
export function schoolAt(number: number): School {
  schools[number] ??= makeSchool(number);
  return schools[number];
}

function makeSchool(number: number): School {
  const city = Math.floor(number / KINDS.length);
  const fullName = KINDS[number % KINDS.length].replace('%', CITIES[city].name);
  return {
    id: `s_${mix(number).toString(36)}`,
    fullName,
    proID: slug(fullName),
    proNumID: 600_000 + number,
    location: placeText(city),
    entityType: 'school',
  };
}

/** Most study in their own country. */
export function drawSchool(random: Random, country: number): School {
  const cities = random.chance(0.85)
    ? CITIES_OF[country]
    : CITIES_OF[random.chance(0.4) ? 0 : random.below(CITIES_OF.length)];
  return schoolAt(random.pick(cities) * KINDS.length + random.below(KINDS.length));
}

export const schoolMailHost = (school: School): string => `${school.proID}.example`;
