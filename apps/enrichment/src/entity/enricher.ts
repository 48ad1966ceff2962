import { Reply } from '@almanac/bus';
import { type ProHosts, splice } from '@almanac/catalog';
import type { Bare, Body, Catalog } from '../catalog/catalog';
import { findEntity, type Match } from './find';
import type { EntityNoun } from './noun';
import { assertFields, assertFilled, filledOf, pick, variantOf } from './selection';

/** Parameters that every enrichment takes beside its identifiers. */
export interface Selection {
  preview?: boolean;
  require?: string[];
  fields?: string[];
}

/** An entity's record with its references filled in. */
interface Whole {
  body: Body;
  bytes: Buffer;
  /** Moves whenever the bytes may have. */
  seq: number;
  /** Place in the change sequence that the bytes reflect. */
  reflects: number;
}

/** One entity by its identifiers: find, gate, select. */
export class Enricher {
  constructor(
    private readonly catalog: Catalog,
    private readonly options: { proHosts: ProHosts },
  ) {}

  async enrich(noun: EntityNoun, input: Selection): Promise<Reply> {
    const { preview = false, require: required = [], fields } = input;
    if (!preview) {
      if (required.length) assertFields('require', required, noun.fields);
      if (fields) assertFields('fields', fields, noun.fields);
    }
    const match = await findEntity(this.catalog, noun, input as Readonly<Record<string, unknown>>, this.options);
    const whole = await this.whole(noun, match.id);
    if (preview) return this.reply(match, whole, selected(whole, noun.previewFields, noun), variantOf(true, undefined));
    if (required.length) assertFilled(required, filledIn(whole));
    const bytes = fields ? selected(whole, fields, noun) : whole.bytes;
    return this.reply(match, whole, bytes, variantOf(false, fields), [[noun.kind, match.id]]);
  }

  private async whole(noun: EntityNoun, id: string): Promise<Whole> {
    const known = this.catalog.body(noun.kind, id);
    const body = known instanceof Promise ? await known : known;
    // Found a moment ago and gone since.
    if (!body) throw noun.notFound(['id']);
    let { seq } = body;
    let reflects = this.catalog.reflects(body.readAt);
    if (!body.refs.length) return { body, bytes: body.body, seq, reflects };
    const asked = body.refs.map((ref) => this.catalog.bare('company', ref));
    const bares = asked.some((one) => one instanceof Promise) ? await Promise.all(asked) : (asked as Bare[]);
    for (const bare of bares) {
      seq = Math.max(seq, bare.seq);
      reflects = Math.min(reflects, this.catalog.reflects(bare.readAt));
    }
    return {
      body,
      bytes: splice(
        body.body,
        bares.map((one) => one.bare),
      ),
      seq,
      reflects,
    };
  }

  private reply(
    match: Match,
    whole: Whole,
    body: Buffer,
    variant: string,
    billable?: readonly (readonly ['company' | 'person', string])[],
  ): Reply {
    const headers: Record<string, string> = {
      'x-matched-by': match.matchedBy,
      'x-dataset-version': String(whole.reflects),
      etag: `"${whole.seq.toString(36)}${variant}"`,
    };
    if (match.ignored) headers['x-identifiers-ignored'] = match.ignored;
    return new Reply({ body, headers, ...(billable ? { billable } : {}) });
  }
}

const parsed = (bytes: Buffer) => JSON.parse(bytes.toString()) as Record<string, unknown>;

const selected = ({ bytes }: Whole, names: readonly string[], noun: EntityNoun): Buffer =>
  Buffer.from(JSON.stringify(pick(parsed(bytes), names, noun.fields)));

/** Kept with the body: references never empty or fill a top-level field. */
function filledIn({ body, bytes }: Whole): ReadonlySet<string> {
  body.filled ??= filledOf(parsed(bytes));
  return body.filled;
}
