/** Generated companies and people, so that there is something to ask for. Only for a catalog that holds nothing. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { load } from '@almanac/catalog';
import { generate } from '@almanac/catalog/generate';
import { ROLES, roleUrl } from '@almanac/runtime';
import { Client } from 'pg';
import { grouped } from '../admin/output';
import { writePrivate } from './folder';
import type { Say } from './say';

export const DEMO_DATA = { companies: 2_000, people: 6_000, seed: 1 } as const;
const SOURCE = 'almanac demo';
const TELL_EACH_MS = 2_000;

export interface Fill {
  /** The administrator's URL. */
  databaseUrl: string;
  roleSecret: string;
  /** Says that a fill is under way, and in which database: one that was cut short is taken up again. */
  markerFile: string;
  /** What the user calls the database: the same text names the same one. */
  databaseName: string;
  say: Say;
  signal: AbortSignal;
}

/** Fills an empty catalog, or goes on where an earlier start was stopped; anything else is left alone. */
export async function fillCatalog(fill: Fill): Promise<void> {
  const { databaseUrl, markerFile, databaseName, say } = fill;
  const wasCutShort = existsSync(markerFile) && readFileSync(markerFile, 'utf8') === databaseName;
  if (!wasCutShort && !(await isEmpty(databaseUrl))) return;
  writePrivate(markerFile, databaseName);
  const { companies, people } = DEMO_DATA;
  await say.step(
    `loading demo data: ${grouped(companies)} generated companies and ${grouped(people)} people`,
    async () => {
      await loadKind(fill, 'company', companies);
      await loadKind(fill, 'person', people);
    },
  );
  rmSync(markerFile, { force: true });
}

async function isEmpty(databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ filled: boolean }>(
      'SELECT EXISTS (SELECT FROM catalog.company) OR EXISTS (SELECT FROM catalog.person) AS filled',
    );
    return !rows[0].filled;
  } finally {
    await client.end();
  }
}

async function loadKind(fill: Fill, kind: 'company' | 'person', total: number): Promise<void> {
  const { databaseUrl, roleSecret, say, signal } = fill;
  let told = performance.now();
  await load({
    databaseUrl: roleUrl(databaseUrl, ROLES.loader, roleSecret),
    kind,
    source: SOURCE,
    records: numbered(kind, signal),
    onWait: () => say.line('another load is at work; this one starts when it ends'),
    onProgress: ({ phase, done, total: toRender = total }) => {
      if (performance.now() - told < TELL_EACH_MS) return;
      told = performance.now();
      const doing = phase === 'read' ? 'loaded' : 'rendered';
      say.line(`${doing} ${grouped(done)} of ${grouped(phase === 'read' ? total : toRender)} ${kind} records`);
    },
  });
}

function* numbered(kind: 'company' | 'person', signal: AbortSignal) {
  let line = 0;
  for (const { record } of generate({ ...DEMO_DATA, kinds: [kind] })) {
    signal.throwIfAborted();
    yield { line: ++line, record };
  }
}
