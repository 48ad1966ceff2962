/**
 * The charged path against a hand-written server (issue 3): the built apps as separate processes; A selects the same
 * document by identifier, B also checks the key and commits one debit per call. One team, no rate limit, repeat window
 * off, so that every call commits a charge.
 * Options: --documents 100000 --seconds 10 --connections 64 --json FILE --profile DIR (a CPU profile of each app)
 */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { root } from '../tools/build.mjs';
import { assertWrk, load, table } from './measure.mjs';

const require = createRequire(import.meta.url);
const ROLE_SECRET = 'bench-role-secret-bench-role-secret';
const KEY_PEPPER = 'bench-pepper-bench-pepper-bench-pepper';
const DOCUMENT_BYTES = 6_000;

export async function bench(options) {
  assertWrk();
  const documents = Number(options.documents ?? 100_000);
  const seconds = Number(options.seconds ?? 10);
  const connections = Number(options.connections ?? 64);
  const dir = mkdtempSync(join(tmpdir(), 'almanac-bench-'));
  const started = [];
  try {
    const place = await servers(dir, started);
    const ids = await fill(place, documents);
    const script = join(root, 'bench/enrich.lua');
    const idsFile = join(dir, 'ids.txt');
    writeFileSync(idsFile, `${ids.join('\n')}\n`);
    const measure = (what, { url, key, pids }) => {
      console.log(`measuring ${what} …`);
      return load({
        url,
        script,
        connections,
        seconds,
        pids,
        env: { IDS: idsFile, KEY: key, REQUEST_PATH: '/company/enrich?id=', SEED: '7' },
      });
    };
    const results = {};
    for (const mode of ['A', 'B']) {
      const server = await reference(mode, place);
      await measure(`${mode}, warming up`, server);
      results[mode] = await measure(mode, server);
      server.stop();
    }
    for (const [name, cacheMegabytes] of [
      ['ours', undefined],
      ['ours, no cache', '0'],
    ]) {
      const ours = await apps(
        place,
        cacheMegabytes,
        options.profile && join(options.profile, name.replaceAll(/\W+/g, '-')),
      );
      if (!cacheMegabytes) results['ours, cold'] = await measure('ours, cold', ours);
      else await measure(`${name}, warming up`, ours);
      results[name === 'ours' ? 'ours, warm' : name] = await measure(name === 'ours' ? 'ours, warm' : name, ours);
      await ours.stop();
    }
    await assertCharged(place, results);
    return report(results, { documents, seconds, connections });
  } finally {
    for (const stop of started.reverse()) await stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function servers(dir, started) {
  const { startPostgres, removePostgresData, resolveNatsServer, startNats } = require('@almanac/runtime/servers');
  // Durable, as both sides promise: fsync and synchronous_commit are on, the Postgres is the same.
  const postgres = await startPostgres({ dataDir: join(dir, 'postgres') });
  started.push(async () => {
    await postgres.stop();
    await removePostgresData(join(dir, 'postgres'));
  });
  const binDir = join(root, '.almanac/bin');
  mkdirSync(binDir, { recursive: true });
  const nats = await startNats({
    binary: await resolveNatsServer({ binDir, log: console.log }),
    dir: join(dir, 'nats'),
  });
  started.push(() => nats.stop());
  const { migrateCatalog } = require('@almanac/catalog');
  await migrateCatalog({ databaseUrl: postgres.url, roleSecret: ROLE_SECRET });
  execFileSync(process.execPath, [join(root, 'apps/billing/dist/migrate.js')], {
    env: { PATH: process.env.PATH, DATABASE_URL: postgres.url, ROLE_SECRET },
  });
  return { postgres, nats };
}

/** Loads the documents through the loader and copies their bodies, byte for byte, into the reference's own tables. */
async function fill({ postgres }, documents) {
  const { load: loadCatalog } = require('@almanac/catalog');
  const { generate } = require('@almanac/catalog/generate');
  const started = performance.now();
  function* records() {
    let line = 0;
    for (const { record } of generate({ companies: documents, people: 0, seed: 1, kinds: ['company'] })) {
      const missing = DOCUMENT_BYTES - JSON.stringify(record).length;
      if (missing > 0)
        record.description =
          `${record.description ?? ''} ${'Synthetic text to reach six kilobytes. '.repeat(Math.ceil(missing / 39))}`.slice(
            0,
            missing + (record.description?.length ?? 0),
          );
      yield { line: ++line, record };
    }
  }
  const summary = await loadCatalog({
    databaseUrl: postgres.url,
    kind: 'company',
    records: records(),
    source: 'bench',
  });
  console.log(`loaded ${summary.created} documents in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`
    CREATE SCHEMA bench;
    CREATE TABLE bench.document (id text PRIMARY KEY, body text STORAGE EXTERNAL);
    INSERT INTO bench.document SELECT id, body FROM catalog.company;
    CREATE TABLE bench.identifier (kind text, value text, entity_id text, PRIMARY KEY (kind, value)) ;
    INSERT INTO bench.identifier SELECT 'id', id, id FROM catalog.company;
    CREATE TABLE bench.key (hash text PRIMARY KEY, team text);
    CREATE TABLE bench.account (team text PRIMARY KEY, balance bigint) WITH (fillfactor = 50);
    INSERT INTO bench.account VALUES ('team', 1000000000000);
    CREATE TABLE bench.entry (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, team text, entity text, at timestamptz DEFAULT now());
    ANALYZE`);
  const { createHmac } = await import('node:crypto');
  await client.query('INSERT INTO bench.key VALUES ($1, $2)', [
    createHmac('sha256', 'pepper').update('reference-key').digest('hex'),
    'team',
  ]);
  const { rows } = await client.query('SELECT id, octet_length(body) AS bytes FROM catalog.company ORDER BY id');
  console.log(`mean document ${Math.round(rows.reduce((sum, row) => sum + row.bytes, 0) / rows.length)} bytes`);
  await client.query('CHECKPOINT');
  await client.end();
  return rows.map(({ id }) => id);
}

async function reference(mode, { postgres }) {
  const child = fork(join(root, 'bench/enrich-reference.mjs'), {
    env: { ...process.env, DATABASE_URL: postgres.url, MODE: mode },
  });
  const [{ port }] = await once(child, 'message');
  return {
    url: `http://127.0.0.1:${port}`,
    key: 'reference-key',
    pids: { server: child.pid, postgres: postgres.pid },
    stop: () => child.disconnect(),
  };
}

async function app(name, env, profile) {
  const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`, `--cpu-prof-name=${name}.cpuprofile`] : [];
  const child = fork(join(root, 'apps', name, 'dist/main.js'), {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...env },
    execArgv: flags,
  });
  const [facts] = await once(child, 'message');
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { pid: child.pid, facts, stop };
}

async function apps({ postgres, nats }, cacheMegabytes, profile) {
  const { ROLES, roleUrl } = require('@almanac/runtime');
  const { connectBus } = require('@almanac/bus');
  const { customerCreate, grantCreate, keyCreate } = require('@almanac/contracts');
  const databaseUrl = (role) => roleUrl(postgres.url, role, ROLE_SECRET);
  const billing = await app(
    'billing',
    { NATS_URL: nats.url, DATABASE_URL: databaseUrl(ROLES.billing), KEY_PEPPER, REPEAT_WINDOW_HOURS: '0' },
    profile,
  );
  const enrichment = await app(
    'enrichment',
    {
      NATS_URL: nats.url,
      DATABASE_URL: databaseUrl(ROLES.enrichment),
      ...(cacheMegabytes ? { CACHE_MEGABYTES: cacheMegabytes } : {}),
    },
    profile,
  );
  const gateway = await app('gateway', { NATS_URL: nats.url, KEY_PEPPER, PORT: '0' }, profile);
  const bus = await connectBus({ url: nats.url, name: 'bench' });
  const { customer, team } = await bus.call(customerCreate, {
    name: 'bench',
    rateLimits: { enrich: 0, bulk: 0, list: 0, search: 0, other: 0 },
  });
  await bus.call(grantCreate, { team: team.id, kind: 'company', amount: 1_000_000_000 });
  const { token } = await bus.call(keyCreate, {
    customerID: customer.id,
    name: 'bench',
    scopes: ['read'],
    env: 'bench',
  });
  await bus.close();
  return {
    url: `http://127.0.0.1:${gateway.facts.port}`,
    key: token,
    pids: {
      gateway: gateway.pid,
      enrichment: enrichment.pid,
      billing: billing.pid,
      nats: nats.pid,
      postgres: postgres.pid,
    },
    stop: async () => {
      await gateway.stop();
      await Promise.all([enrichment.stop(), billing.stop()]);
    },
  };
}

/** Every answered call committed its charge: a fast path that forgot to charge would be no result. */
async function assertCharged({ postgres }, results) {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT count(*)::int AS charges, (SELECT count(*) FROM billing.invariants())::int AS broken FROM billing.charges WHERE state <> 'reversed'`,
  );
  await client.end();
  const answered = Object.entries(results)
    .filter(([name]) => name.startsWith('ours'))
    .reduce((sum, [, result]) => sum + result.requests - result.errors, 0);
  console.log(
    `${rows[0].charges} charges stand; the measured calls were ${answered}, the warm-up's come on top; broken invariants: ${rows[0].broken}`,
  );
  if (rows[0].charges < answered || rows[0].broken)
    throw new Error('not every answered call was charged, or the ledger is broken');
}

function report(results, setting) {
  table(
    Object.entries(results).map(([name, { perSecond, p50, p99, errors, cpuMs, cpuMsAll }]) => ({
      name,
      'requests/s': perSecond,
      'p50 ms': p50,
      'p99 ms': p99,
      errors,
      'CPU ms/request': cpuMsAll,
      'of it': Object.entries(cpuMs)
        .map(([process, value]) => `${process} ${value.toFixed(3)}`)
        .join(' '),
    })),
  );
  const ratio = (a, b) => results[a].perSecond / results[b].perSecond;
  const ratios = {
    'ours, warm / A': ratio('ours, warm', 'A'),
    'ours, warm / B': ratio('ours, warm', 'B'),
    'ours, cold / A': ratio('ours, cold', 'A'),
    'ours, no cache / A': ratio('ours, no cache', 'A'),
  };
  console.log(
    `\nwarm: ${ratios['ours, warm / A'].toFixed(2)} × A (aim ≥ 0.9), ${ratios['ours, warm / B'].toFixed(2)} × B (aim ≥ 5), p99 ${results['ours, warm'].p99.toFixed(1)} ms (aim ≤ 40)`,
  );
  return { setting, results, ratios };
}
