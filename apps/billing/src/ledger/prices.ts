import { CONTRACTS, type CreditKind } from '@almanac/contracts';
import type { Database, Sql } from '../database';

interface Override {
  operation: string;
  kind: CreditKind;
  credits: number;
}
const allOverrides: Sql = { text: 'SELECT operation, kind, credits FROM billing.prices' };

const ofContracts = new Map(CONTRACTS.map(({ name, price }) => [name, price]));

/** What a line costs: the contract's price unless `billing.prices` says otherwise; everything else is free. */
export class PriceList {
  private overrides = new Map<string, number>();

  constructor(private readonly database: Database) {}

  async refresh(): Promise<void> {
    const found = await this.database.rows<Override>(allOverrides);
    this.overrides = new Map(found.map(({ operation, kind, credits }) => [`${kind} ${operation}`, credits]));
  }

  /** Credits for one line; undefined for an operation that no contract names. */
  priceOf = (operation: string, kind: CreditKind): number | undefined => {
    if (!ofContracts.has(operation)) return undefined;
    const price = ofContracts.get(operation);
    return this.overrides.get(`${kind} ${operation}`) ?? (price?.kind === kind ? price.credits : 0);
  };
}
