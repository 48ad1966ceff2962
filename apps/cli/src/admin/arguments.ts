import { InvalidArgumentError } from 'commander';

/** A whole number of credits or the like; `10_000` and `10,000` are read too. */
export function wholeNumber(text: string): number {
  const plain = text.replace(/(?<=\d)[_,](?=\d)/g, '');
  if (!/^\d{1,15}$/.test(plain)) throw new InvalidArgumentError('Give a whole number, such as 1000.');
  return Number(plain);
}

/** A day or a moment in UTC, as the API writes it. */
export function moment(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const at = new Date(isDay ? `${text}T00:00:00Z` : text);
  if ((!isDay && !isMoment) || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('Give a day such as 2027-01-31, or a moment such as 2027-01-31T12:00:00Z.');
  return at.toISOString();
}
