import { randomUUID } from 'node:crypto';
import { type CreditKind, fail } from '@almanac/contracts';
import { ROLES, type Role } from '@almanac/runtime';
import { insertCustomer, insertTeam } from '../customer/customer.sql';
import { Database } from '../database';
import { beatOwner } from '../owner/owner.sql';
import type { LedgerSettings } from './charge';
import { createGrant } from './grant';
import type { ChargeResult, Delivery } from './judge';
import { Ledger } from './ledger';

export const DEAD_SECONDS = 15;

/** The time-ordered ids that gateways mint. */
export function operationID(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** The ledger on a database of one's own, with the sentences that its specs are told in. */
export class LedgerFixture {
  /** As the app sees it. */
  readonly database: Database;
  private readonly admin: Database;
  readonly prices = new Map<string, number>([['company.enrich', 1]]);
  private names = 0;

  constructor(home: { url: string; as(role: Role): string }) {
    const onLost = () => undefined;
    this.database = new Database({ url: home.as(ROLES.billing), poolSize: 6, onLost });
    this.admin = new Database({ url: home.url, poolSize: 2, onLost });
  }

  async close(): Promise<void> {
    await Promise.all([this.database.close(), this.admin.close()]);
  }

  /** One billing process; another one is another replica. */
  ledger(settings: Partial<LedgerSettings> = {}): Ledger {
    return new Ledger(this.database, {
      repeatHours: 0,
      deadSeconds: DEAD_SECONDS,
      priceOf: (operation) => this.prices.get(operation),
      ...settings,
    });
  }

  /** A customer's team with credits, and its id. */
  async team(credits: Partial<Record<CreditKind, number>> = {}): Promise<string> {
    const name = `c${++this.names}-${randomUUID().slice(0, 8)}`;
    const team = `t-${name}`;
    await this.database.transaction(async (asked) => {
      await asked.rows(insertCustomer({ id: name, name, teamID: team }));
      await asked.rows(insertTeam({ id: team, customerID: name, name: team }));
    });
    for (const [kind, amount] of Object.entries(credits))
      await createGrant(this.database, { team, kind: kind as CreditKind, amount });
    return team;
  }

  /** A gateway that is alive. */
  async owner(): Promise<OwnerFixture> {
    const owner = new OwnerFixture(this.database, randomUUID());
    await owner.beat();
    return owner;
  }

  /** Lets billing have listened for an hour, so that silence counts. */
  async listened(): Promise<void> {
    await this.rows("UPDATE billing.pulse SET listening_since = now() - interval '1 hour', beat_at = now()");
  }

  /** As the administrator. */
  rows<T extends Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> {
    return this.admin.rows<T>({ text, values });
  }

  /** What the team can spend, by what its grants hold. */
  async spendable(team: string, kind: CreditKind = 'company'): Promise<number> {
    const [{ sum }] = await this.rows<{ sum: number }>(
      'SELECT coalesce(sum(remaining), 0)::int8 AS sum FROM billing.grants WHERE team_id = $1 AND kind = $2',
      [team, kind],
    );
    return sum;
  }

  /** `open`, `settled` or `reversed` of each of the team's charges. */
  async states(team: string): Promise<string[]> {
    const found = await this.rows<{ state: string }>(
      'SELECT state FROM billing.charge_state WHERE team_id = $1 ORDER BY owner_seq, entity',
      [team],
    );
    return found.map(({ state }) => state);
  }
}

/** One gateway, which numbers its deliveries. */
export class OwnerFixture {
  private seq = 0;

  constructor(
    private readonly database: Database,
    readonly id: string,
  ) {}

  async beat(settledThrough = 0, final = false): Promise<void> {
    const beat = { owner: this.id, kind: 'gateway', settledThrough, final };
    const [alive] = await this.database.rows(beatOwner(DEAD_SECONDS, beat));
    if (!alive) throw fail('owner_dead', 'The owner is dead.');
  }

  /** Has said nothing for a minute. */
  async silent(): Promise<void> {
    await this.database.rows({
      text: "UPDATE billing.owners SET heartbeat_at = now() - interval '1 minute' WHERE id = $1",
      values: [this.id],
    });
  }

  /** A delivery with the next number; each line is a company. */
  delivery(team: string, entities: string | string[], more: Partial<Delivery> = {}): Delivery {
    return {
      owner: this.id,
      ownerSeq: ++this.seq,
      settledThrough: 0,
      operationID: operationID(),
      attempt: 1,
      operation: 'company.enrich',
      team,
      lines: [entities].flat().map((entity) => ({ kind: 'company', entity })),
      ...more,
    };
  }
}

export const outcomes = (result: ChargeResult): string => result.lines.map(({ outcome }) => outcome).join(' ');
