import { Bus, Serves } from '@almanac/bus';
import {
  fail,
  type InputOf,
  KEY_REVOKED_SUBJECT,
  keyCreate,
  keyList,
  keyRevoke,
  keyVerify,
  type OutputOf,
} from '@almanac/contracts';
import { keyHash, mintKey, randomBase62 } from '@almanac/runtime';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Database } from '../database';
import { callerOf, insertKey, listKeys, revokeKey } from './key.sql';
import { LastUsed } from './last-used';
import { Pepper } from './pepper';

type Caller = OutputOf<typeof keyVerify>;
type Key = OutputOf<typeof keyRevoke>;

@Controller()
export class KeyController {
  constructor(
    private readonly database: Database,
    private readonly pepper: Pepper,
    private readonly lastUsed: LastUsed,
    private readonly bus: Bus,
  ) {}

  @Serves(keyVerify)
  async verify(@Payload() { hash }: InputOf<typeof keyVerify>): Promise<Caller> {
    const [caller] = await this.database.rows<Caller>(callerOf(hash));
    if (!caller) throw fail('unauthorized', 'The key is unknown, expired or revoked.');
    this.lastUsed.note(caller.keyID);
    return caller;
  }

  @Serves(keyCreate)
  async create(@Payload() input: InputOf<typeof keyCreate>): Promise<OutputOf<typeof keyCreate>> {
    const { customerID, teamID, env = 'live', ...said } = input;
    if (!customerID && !teamID) throw fail('invalid_request', 'A key needs a customerID or a teamID.');
    const token = mintKey(env);
    const hash = keyHash(this.pepper.value, token);
    const id = `key_${randomBase62()}`;
    const [key] = await this.database.rows<Key>(
      insertKey({ ...said, id, hash, hint: token.slice(-4), customerID, teamID }),
    );
    if (!key) throw fail('not_found', `There is no ${teamID ? `team ${teamID}` : `customer ${customerID}`}.`);
    return { key, token };
  }

  @Serves(keyList)
  async list(@Payload() { customerID, teamID }: InputOf<typeof keyList>): Promise<OutputOf<typeof keyList>> {
    return { keys: await this.database.rows(listKeys(customerID, teamID)) };
  }

  /** Told again when asked again: the broadcast may have been what was lost. */
  @Serves(keyRevoke)
  async revoke(@Payload() { id }: InputOf<typeof keyRevoke>): Promise<Key> {
    const [revoked] = await this.database.rows<Key & { hash: string }>(revokeKey(id));
    if (!revoked) throw fail('not_found', `No key has the id ${id}.`);
    const { hash, ...key } = revoked;
    this.bus.broadcast(KEY_REVOKED_SUBJECT, { hash });
    return key;
  }
}
