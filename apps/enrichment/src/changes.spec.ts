import type { AlmanacError } from '@almanac/contracts';
import { until } from '@almanac/testing';
import { ada, fresh, refused, type TestService, testService } from './service.fixture';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const company: TestService['company'] = (input) => service.company(input);
const person: TestService['person'] = (input) => service.person(input);
const loaded: TestService['loaded'] = (kind, records) => service.loaded(kind, records);

describe('what changes in the catalog', () => {
  /** As whoever merges or erases does it: the entity goes, and every gone row that led to it follows with a new seq. */
  const gone = async (kind: string, id: string, successor?: string) => {
    const { client } = service;
    const reason = successor ? 'merged' : 'erased';
    await client.query('BEGIN');
    await client.query(`DELETE FROM catalog.${kind} WHERE id = $1`, [id]);
    await client.query('DELETE FROM catalog.identifier WHERE entity_id = $1', [id]);
    await client.query(
      `UPDATE catalog.gone SET seq = nextval('catalog.change'), reason = $2, successor = $3 WHERE successor = $1`,
      [id, reason, successor ?? null],
    );
    await client.query(
      `INSERT INTO catalog.gone (kind, id, seq, reason, successor) VALUES ($1, $2, nextval('catalog.change'), $3, $4)`,
      [kind, id, reason, successor ?? null],
    );
    await client.query(`UPDATE catalog.version SET seq = currval('catalog.change'), identifiers = identifiers + 1`);
    await client.query('COMMIT');
  };

  test('is seen, in a record, by its identifiers, and in its ETag', async () => {
    const [id, proID, other] = [fresh('c'), fresh('pro'), fresh('pro')];
    await loaded('company', [{ id, proID, name: 'Before' }]);
    const before = await company({ proID });
    expect((await refused(company({ proID: other }))).code).toBe('company_not_found');
    await loaded('company', [{ id, proID: other, name: 'After' }]);
    const after = await until('the new name is served', async () => {
      const now = await company({ id });
      return now.body.name === 'After' ? now : undefined;
    });
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(Number(after.headers['x-dataset-version'])).toBeGreaterThan(Number(before.headers['x-dataset-version']));
    await until('the new identifier finds it', () =>
      company({ proID: other }).then(
        () => true,
        () => false,
      ),
    );
    await until('the old identifier does not', () =>
      company({ proID }).then(
        () => false,
        () => true,
      ),
    );
  });

  test('reaches a person through the company they work at: changed, merged, erased', async () => {
    const [worker, acme, heir] = [fresh('p'), fresh('c'), fresh('c')];
    await loaded('person', [
      { id: worker, ...ada, experienceList: [{ positionList: [], companyID: acme, companyName: 'Acme' }] },
    ]);
    const shown = async () => {
      const { body, headers } = await person({ id: worker });
      const item = body.experienceList?.[0] as { company?: { id: string; name: string }; companyName: string };
      expect(item.companyName).toBe('Acme');
      return { company: item.company, etag: headers.etag };
    };
    const becomes = (what: string, test: (company?: { id: string; name: string }) => boolean) =>
      until(what, async () => {
        const now = await shown();
        return test(now.company) ? now : undefined;
      });
    const etags = [(await shown()).etag];
    expect((await shown()).company).toBeUndefined();
    await loaded('company', [
      { id: acme, name: 'Acme' },
      { id: heir, name: 'Heir' },
    ]);
    etags.push((await becomes('the company came', (it) => it?.name === 'Acme')).etag);
    await loaded('company', [{ id: acme, name: 'Acme 2' }]);
    etags.push((await becomes('the company was renamed', (it) => it?.name === 'Acme 2')).etag);
    await gone('company', acme, heir);
    etags.push((await becomes('the company was merged', (it) => it?.id === heir)).etag);
    await loaded('company', [{ id: heir, name: 'Heir 2' }]);
    etags.push((await becomes('the successor was renamed', (it) => it?.name === 'Heir 2')).etag);
    await gone('company', heir);
    etags.push((await becomes('the successor was erased', (it) => it === undefined)).etag);
    expect(new Set(etags).size).toBe(etags.length);
  });

  test('a merged id answers with its successor, an erased one is unknown', async () => {
    const [old, heir, erased] = [fresh('c'), fresh('c'), fresh('c')];
    await loaded('company', [{ id: old }, { id: heir }, { id: erased }]);
    for (const id of [old, heir, erased]) expect((await company({ id })).body.id).toBe(id);
    await gone('company', old, heir);
    await gone('company', erased);
    await until('the merged id gives its successor', async () => (await company({ id: old })).body.id === heir);
    const error = await until('the erased id is unknown', () =>
      company({ id: erased }).then(
        () => undefined,
        (thrown: AlmanacError) => thrown,
      ),
    );
    expect(error.code).toBe('company_not_found');
    expect((await company({ id: heir, proID: 'x', website: 'nobody.example' })).headers['x-matched-by']).toBe('id');
  });
});
