/** Shapes of the lines that the generator writes: the input records of the contracts, without what Almanac derives. */
import type { Company, Person, RecordKind, RecordOf } from '@almanac/contracts';

interface Identified {
  id: string;
  /** Identifiers of kinds that the API's shape has no place for. */
  identifiers?: Record<string, string[]>;
}

export type CompanyLine = Partial<Company> & Identified;
export type PersonLine = Partial<Person> & Identified;
export type Education = NonNullable<Person['educationList']>[number];
export type Degree = NonNullable<Person['degreeList']>[number];
export type Experience = NonNullable<Person['experienceList']>[number];
export type WorkPosition = Experience['positionList'][number];

interface LineOf {
  company: CompanyLine;
  person: PersonLine;
}

/** One record with its kind. */
export type Generated = {
  [K in RecordKind]: { kind: K; record: K extends keyof LineOf ? LineOf[K] : RecordOf<K> };
}[RecordKind];
