/** Identifiers to try the API with, and the curl lines made of them. */
import { Client } from 'pg';

export interface Sample {
  /** A website that one company alone has. */
  website?: string;
  /** Parameter and value that name one person. */
  person?: { parameter: string; value: string };
}

/** As many identifiers are looked at, in their own order; among them is one that no two entities share. */
const LOOKED_AT = 1_000;

/** Served by identifier's primary key (entity_kind, kind, value, …), then by the entity's. */
const firstSql = (table: 'company' | 'person') => `
  SELECT alone.value
    FROM (SELECT value, min(entity_id) AS entity_id
            FROM (SELECT value, entity_id
                    FROM catalog.identifier
                   WHERE entity_kind = '${table}' AND kind = $1 AND value ~ '^[a-z0-9.-]+$'
                   ORDER BY value
                   LIMIT ${LOOKED_AT}) AS few
           GROUP BY value
          HAVING count(*) = 1) AS alone
    JOIN catalog.${table} AS entity ON entity.id = alone.entity_id AND entity.body IS NOT NULL
   ORDER BY alone.value
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
