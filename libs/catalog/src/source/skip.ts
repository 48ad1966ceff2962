/** Rules that mapping files may name, for rows that are no record of the kind. Each answers what the row is, or undefined. */
export const SKIP_RULES: Record<string, (text: string) => string | undefined> = { securities };

const FUND = /\b(?:ETFs?|ETNs?|ETPs?)\b|exchange[- ]traded/i;
const EQUITY = /\b(?:stock|shares?|ADSs?|ADRs?|securities)\b/i;
const TEST = /\btest (?:stock|common stock)\b/i;
const PARTNERSHIP = /\b(?:common|preferred|limited partner(?:ship)?) units\b/i;

/**
 * What a listed security is by its name, `Company - Security`, where it is none of a company's own shares: an ETF, a
 * note, a warrant, a right, a unit, or an exchange's test.
 */
export function securities(name: string): string | undefined {
  const at = name.indexOf(' - ');
  const security = at < 0 ? name : name.slice(at + 3);
  if (TEST.test(name)) return 'test';
  if (FUND.test(name)) return 'ETF';
  // A company's name stands before its security; a name without one is a fund's.
  if (at < 0 && !EQUITY.test(name)) return 'ETF';
  if (/\bunits?\b/i.test(security) && !PARTNERSHIP.test(security)) return 'unit';
  if (/\bwarrants?\b/i.test(security)) return 'warrant';
  if (/\brights?\b/i.test(security)) return 'right';
  return /\b(?:notes?|debentures?|bonds?)\b/i.test(security) ? 'note' : undefined;
}
