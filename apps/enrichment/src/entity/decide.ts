/** Which entity the given identifiers name, from what each of them finds. Pure. */

export interface Found {
  parameter: string;
  /** How it is reported: `proID`, `website=host`, … */
  matchedBy: string;
  /** Counts as unknown beside another known identifier. */
  weak: boolean;
  /** Entities found, none when it is unknown. */
  ids: readonly string[];
}

export type Decision =
  | { outcome: 'match'; id: string; matchedBy: string[]; ignored: string[] }
  /** Known identifiers that name different entities. */
  | { outcome: 'conflict'; found: Found[] }
  /** Several entities, and nothing that tells them apart. */
  | { outcome: 'ambiguous'; parameters: string[]; ids: string[] }
  | { outcome: 'unknown' };

/** The known identifiers must agree; unknown ones beside a known one are ignored and named. */
export function decide(all: readonly Found[]): Decision {
  const known = all.filter((found) => found.ids.length);
  const strong = known.filter((found) => !found.weak);
  const telling = strong.length ? strong : known;
  if (!telling.length) return { outcome: 'unknown' };
  const common = telling[0].ids.filter((id) => telling.every((found) => found.ids.includes(id)));
  if (!common.length) return { outcome: 'conflict', found: telling };
  if (common.length > 1)
    return { outcome: 'ambiguous', parameters: telling.map((found) => found.parameter), ids: common };
  return {
    outcome: 'match',
    id: common[0],
    matchedBy: telling.map((found) => found.matchedBy),
    ignored: all.filter((found) => !telling.includes(found)).map((found) => found.parameter),
  };
}
