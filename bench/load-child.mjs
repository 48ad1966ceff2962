/** Loads generated companies, as NDJSON text, and tells how long it took and what memory it needed. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { load } = require('@almanac/catalog');
const { generateLines } = require('@almanac/catalog/generate');
const documents = Number(process.env.DOCUMENTS);
let rss = 0;
const watch = setInterval(() => {
  rss = Math.max(rss, process.memoryUsage.rss());
}, 100);

/** The generator's own time is taken off: a real load reads a file. */
let generating = 0;
function* records() {
  const lines = generateLines({ companies: documents, people: 0, seed: 1, kinds: ['company'] });
  for (let line = 1; ; line++) {
    const started = performance.now();
    const { value, done } = lines.next();
    generating += performance.now() - started;
    if (done) return;
    yield { line, record: value.line };
  }
}

const started = performance.now();
const cpu = process.cpuUsage();
const summary = await load({
  databaseUrl: process.env.DATABASE_URL,
  kind: 'company',
  records: records(),
  source: 'bench',
});
const { user, system } = process.cpuUsage(cpu);
clearInterval(watch);
process.send({
  seconds: (performance.now() - started - generating) / 1000,
  cpuSeconds: (user + system) / 1e6 - generating / 1000,
  rssMb: rss / 1e6,
  summary: { created: summary.created, changed: summary.changed, rejected: summary.rejected },
});
