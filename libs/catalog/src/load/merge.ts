import { type EntityKind, type Identifier, identifiersOf, type ProHosts, type Stated, WEBSITE } from '../identifier';
import { type Facts, mergeFacts, type SourcePriority } from './facts';
import { deciding, dropIdentifier, nameOf, newId } from './identity';
import type { Known, KnownEntity, Prepared } from './known';
import type { LoadSummary } from './options';
import type { Report } from './validate';

/** The settings of one load that its rules need. */
export interface Rules {
  kind: EntityKind;
  source: string;
  asOf: string;
  priority: SourcePriority;
  proHosts: ProHosts;
  clock: () => Date;
}

/** An entity that a batch creates or changes. */
export interface Touched {
  id: string;
  /** As it was before the batch; absent: it is new. */
  before?: KnownEntity;
  facts: Facts;
  /** The facts as they are stored. */
  text: string;
  identifiers: Stated[];
}

/** What one batch does to the catalog. */
export interface BatchPlan {
  touched: Map<string, Touched>;
  /** Ids that records gave to entities known by another id. */
  aliases: Map<string, string>;
  /** New keys of this source. */
  keys: Map<string, string>;
}

/** Finds or makes the entity of each record in order, and merges what the records say. Changes `known` as it goes. */
export function planBatch(
  rules: Rules,
  batch: readonly Prepared[],
  known: Known,
  summary: LoadSummary,
  report: Report,
): BatchPlan {
  const plan: BatchPlan = { touched: new Map(), aliases: new Map(), keys: new Map() };
  for (const record of batch) {
    const refuse = (reason: string, path?: string, value?: string) => {
      summary.refused++;
      report({ line: record.line, reason, ...(path ? { path } : {}), ...(value ? { value } : {}), rejected: true });
    };
    if (known.refused.has(record)) {
      refuse('belongs to an entity that was erased');
      continue;
    }
    const id = entityOf(rules, record, known, plan);
    if (id === undefined) {
      summary.rejected++;
      report({ line: record.line, reason: 'has no id, no source key and no identifier that names it', rejected: true });
    } else if (known.gone.get(id) === null) refuse('was erased', 'id', id);
    else apply(rules, record, id, known, plan, summary, report);
  }
  return plan;
}

/** By id, then the source's own key, then id-like identifiers, strongest first; else a new one. */
function entityOf(rules: Rules, record: Prepared, known: Known, plan: BatchPlan): string | undefined {
  const exists = (id: string) => plan.touched.has(id) || known.entities.has(id);
  const living = (id: string) => known.gone.get(id) ?? plan.aliases.get(id) ?? id;
  if (record.id !== undefined) {
    const id = living(record.id);
    if (exists(id) || known.gone.has(record.id)) return id;
  }
  const byKey = record.key === undefined ? undefined : known.byKey.get(record.key);
  if (byKey !== undefined && exists(living(byKey))) return aliased(record, living(byKey), plan);
  const ownKey = record.key ?? record.id;
  for (const identifier of deciding(record.identifiers)) {
    const holder = known.holders.get(nameOf(identifier));
    if (holder === undefined) continue;
    // Two keys of one source are two entities: the source tells them apart, whatever they share.
    const facts = plan.touched.get(holder)?.facts ?? known.entities.get(holder)?.facts;
    const keys = facts?.keys?.filter(([source]) => source === rules.source) ?? [];
    if (ownKey !== undefined && keys.length && !keys.some(([, key]) => key === ownKey)) break;
    return aliased(record, holder, plan);
  }
  const id = newId(rules.kind, rules.source, record, record.identifiers);
  return id === undefined ? undefined : living(id);
}

function aliased(record: Prepared, id: string, plan: BatchPlan): string {
  if (record.id !== undefined && record.id !== id) plan.aliases.set(record.id, id);
  return id;
}

function apply(
  rules: Rules,
  record: Prepared,
  id: string,
  known: Known,
  plan: BatchPlan,
  summary: LoadSummary,
  report: Report,
): void {
  const identifiers = untaken(rules, record, id, known, summary, report);
  const before = known.entities.get(id);
  const touched = plan.touched.get(id);
  const old = touched?.facts ?? before?.facts;
  const key = record.key ?? record.id;
  const facts = mergeFacts(
    old,
    { source: rules.source, asOf: rules.asOf, values: record.values, ...(key === undefined ? {} : { key }) },
    rules.priority,
  );
  if (record.key !== undefined && known.byKey.get(record.key) === undefined) {
    known.byKey.set(record.key, id);
    plan.keys.set(record.key, id);
  }
  const text = JSON.stringify(facts);
  if (text === (touched?.text ?? before?.text)) {
    summary.unchanged++;
    return;
  }
  const held = old ? identifiersOf(rules.kind, old.values, rules.proHosts) : [];
  const asStated = !old && identifiers.length === record.identifiers.length;
  const holds = asStated ? identifiers : identifiersOf(rules.kind, facts.values, rules.proHosts);
  for (const identifier of held)
    if (known.holders.get(nameOf(identifier)) === id) known.holders.delete(nameOf(identifier));
  for (const identifier of holds) if (identifier.tier > 0) known.holders.set(nameOf(identifier), id);
  plan.touched.set(id, { id, ...(before ? { before } : {}), facts, text, identifiers: holds });
  if (old) summary.updated++;
  else summary.created++;
}

/** Leaves out, of the record too, what another entity holds: it stays with the first. */
function untaken(
  rules: Rules,
  record: Prepared,
  id: string,
  known: Known,
  summary: LoadSummary,
  report: Report,
): Stated[] {
  return record.identifiers.filter((identifier) => {
    const holder = identifier.tier > 0 ? known.holders.get(nameOf(identifier)) : undefined;
    if (holder === undefined || holder === id) return true;
    dropIdentifier(rules.kind, record.values, identifier);
    summary.takenIdentifiers++;
    report({
      line: record.line,
      reason: `belongs to ${rules.kind} ${holder} already`,
      path: identifier.path,
      value: identifier.value,
      rejected: false,
    });
    return false;
  });
}

/** What a touched entity's identifiers gained and lost by the batch. */
export function identifierChanges(rules: Rules, touched: Touched): { added: Identifier[]; removed: Identifier[] } {
  if (!touched.before) return { added: touched.identifiers, removed: [] };
  const old = identifiersOf(rules.kind, touched.before.facts.values, rules.proHosts);
  const oldNames = new Set(old.map(nameOf));
  const newNames = new Set(touched.identifiers.map(nameOf));
  return {
    added: touched.identifiers.filter((identifier) => !oldNames.has(nameOf(identifier))),
    removed: old.filter((identifier) => !newNames.has(nameOf(identifier))),
  };
}

/** Websites that entities of this batch newly state, with how many of them do. */
export function newWebsites(changes: Iterable<{ added: Identifier[] }>): Map<string, number> {
  const websites = new Map<string, number>();
  for (const { added } of changes)
    for (const { kind, value } of added) if (kind === WEBSITE) websites.set(value, (websites.get(value) ?? 0) + 1);
  return websites;
}
