/** Identifiers to try the API with, and the curl lines made of them. */
import { Client } from 'pg';

export interface Sample {
  /** A website that one company alone has. */
  website?: string;
  /** Parameter and value that name one person. */
  person?: { parameter: string; value: string };
}

/**
 * The first entity, in order of loading, with an identifier of this kind that no other has. Served by the indexes
 * company_seq/person_seq (order), identifier_entity (its identifiers) and identifier's primary key (the others').
 */
const firstSql = (table: 'company' | 'person') => `
  SELECT mine.value
    FROM catalog.${table} entity
    JOIN catalog.identifier mine
      ON mine.entity_id = entity.id AND mine.entity_kind = '${table}' AND mine.kind = $1
   WHERE entity.body IS NOT NULL AND mine.value ~ '^[a-z0-9.-]+$'
     AND NOT EXISTS (
       SELECT FROM catalog.identifier other
        WHERE other.entity_kind = '${table}' AND other.kind = $1 AND other.value = mine.value
          AND other.entity_id <> entity.id)
   ORDER BY entity.seq
   LIMIT 1`;

export async function sampleOf(databaseUrl: string): Promise<Sample> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const first = async (table: 'company' | 'person', kind: string) =>
    (await client.query<{ value: string }>(firstSql(table), [kind])).rows[0]?.value;
  try {
    const website = await first('company', 'website');
    const proID = await first('person', 'proID');
    return { website, person: proID === undefined ? undefined : { parameter: 'proID', value: proID } };
  } finally {
    await client.end();
  }
}

/** Lines that work when pasted into a POSIX shell: a company by its website, a person by an identifier, the balance. */
export function curlLines(gateway: string, token: string, sample: Sample): string[] {
  const get = (path: string, query?: Record<string, string>) => {
    const url = `${gateway}${path}${query ? `?${new URLSearchParams(query)}` : ''}`;
    return `curl -s ${quoted(url)} -H ${quoted(`Authorization: Bearer ${token}`)}`;
  };
  const lines: string[] = [];
  if (sample.website) lines.push(get('/company/enrich', { website: sample.website }));
  if (sample.person) lines.push(get('/person/enrich', { [sample.person.parameter]: sample.person.value }));
  return [...lines, get('/billing/balance')];
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
