/**
 * The loader against COPY of the same bytes into one unlogged table (issue 3): records of 4–5 KB with validation,
 * identifiers, derivations and rendering, and the memory of the loading process.
 * Options: --documents 50000 --json FILE
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { root } from '../tools/build.mjs';
import { cpuSeconds, table } from './measure.mjs';

const require = createRequire(import.meta.url);
const { from: copyFrom } = require('pg-copy-streams');
const ROLE_SECRET = 'bench-role-secret-bench-role-secret';

export async function bench(options) {
  const documents = Number(options.documents ?? 50_000);
  const dir = mkdtempSync(join(tmpdir(), 'almanac-bench-'));
  const { startPostgres, removePostgresData } = require('@almanac/runtime/servers');
  const postgres = await startPostgres({ dataDir: join(dir, 'postgres') });
  try {
    await require('@almanac/catalog').migrateCatalog({ databaseUrl: postgres.url, roleSecret: ROLE_SECRET });
    const ours = await loaded(postgres, documents);
    const again = await loaded(postgres, documents);
    const reference = await copied(postgres, documents);
    const rows = [
      { name: 'COPY, unlogged', 'records/s': reference.perSecond, 'MB/s': reference.mbPerSecond },
      {
        name: 'load',
        'records/s': ours.perSecond,
        'MB/s': (ours.perSecond * reference.meanBytes) / 1e6,
        'RSS MB': ours.rssMb,
        'CPU ms/record': ours.cpuMs,
      },
      {
        name: 'load, again',
        'records/s': again.perSecond,
        'MB/s': (again.perSecond * reference.meanBytes) / 1e6,
        'RSS MB': again.rssMb,
        'CPU ms/record': again.cpuMs,
      },
    ];
    table(rows);
    console.log(
      `\nmean record ${Math.round(reference.meanBytes)} bytes; load ${Math.round(ours.perSecond)} records/s (aim ≥ 2,500), ${(ours.perSecond / reference.perSecond).toFixed(2)} × COPY, ${Math.round(Math.max(ours.rssMb, again.rssMb))} MB (aim ≤ 600); again: ${again.summary.changed} changed`,
    );
    return { documents, ours, again, reference, ratio: ours.perSecond / reference.perSecond };
  } finally {
    await postgres.stop();
    await removePostgresData(join(dir, 'postgres'));
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Loads in a process of its own, so that its memory is the loader's and the generator's alone. */
async function loaded(postgres, documents) {
  const child = fork(join(root, 'bench/load-child.mjs'), {
    env: { ...process.env, DATABASE_URL: postgres.url, DOCUMENTS: String(documents) },
  });
  const exited = once(child, 'exit');
  const before = cpuSeconds(postgres.pid);
  const [result] = await once(child, 'message');
  const cpu = cpuSeconds(postgres.pid) - before + result.cpuSeconds;
  await exited;
  return { ...result, perSecond: documents / result.seconds, cpuMs: (cpu * 1000) / documents };
}

async function copied(postgres, documents) {
  const { generateLines } = require('@almanac/catalog/generate');
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('CREATE UNLOGGED TABLE bench_copy (line text STORAGE EXTERNAL)');
  let bytes = 0;
  function* lines() {
    for (const { line } of generateLines({ companies: documents, people: 0, seed: 1, kinds: ['company'] })) {
      bytes += Buffer.byteLength(line);
      yield `${line.trimEnd().replaceAll('\\', '\\\\')}\n`;
    }
  }
  // Made beforehand: the reference is COPY, not the generator.
  const made = [...lines()];
  const started = performance.now();
  await pipeline(Readable.from(made), client.query(copyFrom('COPY bench_copy FROM STDIN')));
  const seconds = (performance.now() - started) / 1000;
  await client.end();
  return { seconds, perSecond: documents / seconds, mbPerSecond: bytes / seconds / 1e6, meanBytes: bytes / documents };
}
