import type { Values } from '../load/facts';
import { growthFields } from './growth';

export { type GrowthPeriod, growthOf, startWindow } from './growth';

/**
 * What Almanac derives of a company: pure functions of its values, one file each. A derived field takes the place of
 * whatever the values hold under its name.
 */
export const deriveCompany = (values: Values): Values => growthFields(values);

/** What Almanac derives of a person. */
export const derivePerson = (_values: Values): Values => ({ entityType: 'person' });
