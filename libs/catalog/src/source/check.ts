import { setImmediate } from 'node:timers/promises';
import { DEFAULT_PRO_HOSTS } from '../identifier';
import { newId } from '../load/identity';
import { prepare } from '../load/load';
import { emptySummary, type LoadOptions, type LoadSummary } from '../load/options';

const TURN_EACH = 500;

/** What a load of these records would say of them without looking at the catalog; nothing is written. */
export async function checkRecords(options: Omit<LoadOptions, 'databaseUrl'>): Promise<LoadSummary> {
  const { kind, source } = options;
  const summary = emptySummary(kind);
  const rules = { kind, proHosts: options.proHosts ?? DEFAULT_PRO_HOSTS };
  for await (const input of options.records) {
    const prepared = prepare(rules, input, summary, (rejection) => options.onReject?.(rejection));
    const isNamed = prepared && newId(kind, source, prepared, prepared.identifiers) !== undefined;
    if (isNamed) summary.created++;
    else if (prepared) {
      summary.rejected++;
      const reason = 'has no id, no source key and no identifier that names it';
      options.onReject?.({ line: input.line, reason, rejected: true });
    }
    if (summary.read % TURN_EACH) continue;
    options.onProgress?.({ phase: 'read', done: summary.read });
    await setImmediate();
  }
  return summary;
}
