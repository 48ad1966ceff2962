import type { Database } from '../database';
import { touchKeys } from './key.sql';

/** Keys remembered between two writes; uses of further ones are not noted, since nothing hangs on them. */
const KEYS_MAX = 10_000;

/** When keys were last used, gathered in memory and written together: a look-up of a key must not cost a write. */
export class LastUsed {
  private used = new Map<string, string>();

  constructor(private readonly database: Database) {}

  note(keyID: string, now = new Date()): void {
    if (this.used.size < KEYS_MAX || this.used.has(keyID)) this.used.set(keyID, now.toISOString());
  }

  async write(): Promise<void> {
    if (!this.used.size) return;
    const written = this.used;
    this.used = new Map();
    await this.database.rows(touchKeys([...written.keys()], [...written.values()]));
  }
}
