import { type Asked, type EntityKind, MATCHES_MAX, type ProHosts, type Way, waysOf } from '@almanac/catalog';
import { fail, invalidRequest } from '@almanac/contracts';
import type { Catalog, Matches } from '../catalog/catalog';
import { decide, type Found } from './decide';
import type { EntityNoun } from './noun';

export interface Match {
  id: string;
  /** Header value: the identifiers that named it. */
  matchedBy: string;
  /** Header value: identifiers that found nothing; empty when all did. */
  ignored: string;
}
export interface FindOptions {
  proHosts: ProHosts;
}

/** The entity that the input's identifiers name. Fails with the codes of API.md, "Identifiers". */
export async function findEntity(
  catalog: Catalog,
  noun: EntityNoun,
  input: Readonly<Record<string, unknown>>,
  { proHosts }: FindOptions,
): Promise<Match> {
  const asked: Asked[] = [];
  for (const parameter of noun.identifiers) {
    const text = input[parameter];
    if (typeof text === 'string') asked.push(waysOf(noun.kind, parameter, text, { proHosts, publicProfileOnly: true }));
  }
  const wrong = asked.flatMap((one) => ('problem' in one ? [{ path: one.parameter, message: one.problem }] : []));
  if (wrong.length) throw invalidRequest(wrong);
  const able = asked.filter((one): one is { parameter: string; ways: Way[] } => 'ways' in one);
  if (!able.some((one) => one.ways.length)) throw identifierRequired(noun, able);
  const found: Found[] = [];
  for (const one of able) {
    const looking = lookUp(catalog, noun.kind, one);
    found.push(looking instanceof Promise ? await looking : looking);
  }
  await narrow(catalog, noun.kind, able, found);
  return settle(catalog, noun, found);
}

function identifierRequired(noun: EntityNoun, given: { parameter: string }[]) {
  const platform = given.map(({ parameter }) => ({
    path: parameter,
    message: 'is the front page of a platform and names nobody: give the page on it',
  }));
  return fail('identifier_required', `Give at least one of ${noun.identifiers.join(', ')}.`, platform);
}

type Looked = Found | Promise<Found>;

/** Asks for all ways at once and takes the first that finds anything. Synchronous when memory knows them all. */
function lookUp(catalog: Catalog, kind: EntityKind, { parameter, ways }: { parameter: string; ways: Way[] }): Looked {
  const answers: Matches[] = [];
  for (const way of ways) {
    const answer = catalog.find(kind, way);
    if (answer instanceof Promise) {
      const all = ways.map((one) => catalog.find(kind, one));
      return Promise.all(all).then((matches) => firstOf(parameter, ways, matches));
    }
    answers.push(answer);
    if (answer.ids.length) break;
  }
  return firstOf(parameter, ways, answers);
}

function firstOf(parameter: string, ways: readonly Way[], answers: readonly Matches[]): Found {
  const index = answers.findIndex((answer) => answer.ids.length > 0);
  if (index < 0) return { parameter, matchedBy: parameter, weak: false, ids: [] };
  const { matchedBy, weak = false } = ways[index];
  return { parameter, matchedBy, weak, ids: answers[index].ids };
}

/** A website that more entities share than are listed may still name one that another identifier found. */
async function narrow(
  catalog: Catalog,
  kind: EntityKind,
  asked: readonly { ways: Way[] }[],
  found: Found[],
): Promise<void> {
  if (found.length < 2 || !found.some((one) => one.ids.length >= MATCHES_MAX)) return;
  const candidates = new Set(found.filter((one) => one.ids.length < MATCHES_MAX).flatMap((one) => one.ids));
  for (const [index, one] of found.entries()) {
    if (one.ids.length < MATCHES_MAX) continue;
    const way = asked[index].ways.find((candidate) => candidate.matchedBy === one.matchedBy) as Way;
    const holding = await catalog.holders(kind, way, [...candidates]);
    found[index] = { ...one, ids: [...new Set([...one.ids, ...holding])] };
  }
}

async function settle(catalog: Catalog, noun: EntityNoun, found: Found[]): Promise<Match> {
  const decision = decide(found);
  switch (decision.outcome) {
    case 'match':
      return { id: decision.id, matchedBy: decision.matchedBy.join(','), ignored: decision.ignored.join(',') };
    case 'unknown':
      throw noun.notFound(found.map((one) => one.parameter));
    case 'conflict':
      throw fail(
        'identifier_conflict',
        `The identifiers name different ${noun.plural}: ${decision.found.map((one) => `${one.parameter} finds ${one.ids.slice(0, 3).join(', ')}`).join('; ')}.`,
        decision.found.map((one) => ({ path: one.parameter, message: `finds ${one.ids.join(', ')}`, ids: one.ids })),
      );
    case 'ambiguous': {
      const [path] = decision.parameters;
      const named = await Promise.all(decision.ids.map((id) => withName(catalog, noun, id)));
      throw fail(
        'identifier_ambiguous',
        `Several ${noun.plural} stand on this ${path}: give another identifier beside it, such as the id of the one you mean.`,
        named.map(({ id, name }) => ({ path, message: name ? `${name} (${id})` : id, id, ...(name ? { name } : {}) })),
      );
    }
  }
}

async function withName(catalog: Catalog, noun: EntityNoun, id: string): Promise<{ id: string; name?: string }> {
  const { bare } = await catalog.bare(noun.kind, id);
  const name: unknown = bare && (JSON.parse(bare.toString()) as Record<string, unknown>)[noun.nameField];
  return { id, ...(typeof name === 'string' ? { name } : {}) };
}
