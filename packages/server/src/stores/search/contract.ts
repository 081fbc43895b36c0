import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BatchInput, IndexDefinition } from '@datasarana/engine';
import { parseQuery, parseSearch } from '@datasarana/query';
import { PlatformError, ReplyCode } from '@datasarana/schema';
import type { Scope } from '../../access/scope.ts';
import type { SearchIndex } from './port.ts';

const scopeOf = (tenant: string): Scope => ({
  cluster: 'c',
  tenant,
  user: 'u',
  roles: ['data engineer'],
  groups: [],
  requestId: 'r',
});

const field = (name: string, type: IndexDefinition['fields'][number]['type'], mandatory = false) => ({
  name,
  type,
  label: name,
  mandatory,
});

const FLIGHTS: IndexDefinition = {
  name: 'flights',
  source: 'columns',
  keyFields: ['code1'],
  fields: [
    field('code1', 'keyword', true),
    field('txt1', 'text'),
    field('num1', 'integer'),
    field('ts1', 'date'),
    field('pt1', 'geo_point'),
  ],
};

const ROWS = [
  { code1: 'a', txt1: 'rain in Spain', num1: 1, ts1: '2024-01-01', pt1: { lat: 1, lon: 2 } },
  { code1: 'b', txt1: 'sun', num1: 2, ts1: '2024-01-02' },
  { code1: 'c', txt1: 'sun and rain', num1: 2, ts1: '2024-01-04' },
];

const batchOf = (batch: string, rows: readonly Readonly<Record<string, unknown>>[]): BatchInput => ({
  batch,
  requestId: `request ${batch}`,
  rows: { format: 'rows', rows },
  structural: [],
  system: { _batch: batch, _ts: 1_700_000_000_000 },
});

const isNotFound = (error: unknown) => error instanceof PlatformError && error.detail.code === ReplyCode.NotFound;

/** What every SearchIndex adapter does; `open` answers one over the same storage each time it is called. */
export function searchIndexContract(name: string, open: () => Promise<SearchIndex>): void {
  const alice = scopeOf('tenant-a');
  const bob = scopeOf('tenant-b');

  /** Runs `work` on fresh indexes of both tenants. */
  async function onFresh(work: (index: SearchIndex) => Promise<void>): Promise<void> {
    const index = await open();
    try {
      for (const scope of [alice, bob]) {
        for (const known of await index.indexes(scope)) await index.removeIndex(scope, known);
      }
      await index.createIndex(alice, FLIGHTS);
      await index.applyBatch(alice, 'flights', batchOf('first', ROWS));
      await work(index);
    } finally {
      await index.close();
    }
  }

  const found = async (index: SearchIndex, query: unknown, scope = alice) => {
    const { hits } = await index.search(scope, ['flights'], parseSearch({ query, sort: ['code1'] }));
    return hits.hits.map((hit) => hit._source?.code1);
  };

  describe(`SearchIndex ${name}`, () => {
    test('[IDX-01] an index is made, listed, described and removed', () =>
      onFresh(async (index) => {
        assert.deepEqual(await index.indexes(alice), ['flights']);
        assert.equal((await index.definition(alice, 'flights'))?.fields.length, FLIGHTS.fields.length);
        assert.equal(await index.definition(alice, 'nobody'), null);
        await index.removeIndex(alice, 'flights');
        assert.deepEqual(await index.indexes(alice), []);
        await assert.rejects(index.search(alice, ['flights'], parseSearch({})), isNotFound);
      }));

    test('[TPL-27] an index gets new fields, a stored type never changes', () =>
      onFresh(async (index) => {
        await index.createIndex(alice, { ...FLIGHTS, fields: [...FLIGHTS.fields, field('kw1', 'keyword')] });
        await index.putDocument(alice, 'flights', { code1: 'd', kw1: 'new' }, {});
        assert.deepEqual(await found(index, { term: { kw1: 'new' } }), ['d']);
        const changed = FLIGHTS.fields.map((each) => (each.name === 'num1' ? field('num1', 'keyword') : each));
        await assert.rejects(index.createIndex(alice, { ...FLIGHTS, fields: changed }), PlatformError);
      }));

    test('[STR-02] a batch adds up, and the same request again changes nothing', () =>
      onFresh(async (index) => {
        const rows = [{ ...ROWS[0], num1: 9 }, ROWS[1], { code1: 'd' }, { txt1: 'no key' }].map((row) => ({ ...row }));
        const ledger = await index.applyBatch(alice, 'flights', batchOf('second', rows));
        const { read, accepted, replaced, unchanged, rejected } = ledger;
        assert.deepEqual(
          { read, accepted, replaced, unchanged, rejected },
          { read: 4, accepted: 1, replaced: 1, unchanged: 1, rejected: 1 },
        );
        assert.deepEqual(await index.applyBatch(alice, 'flights', batchOf('second', rows)), ledger);
        assert.deepEqual(await index.ledger(alice, 'second'), ledger);
        await index.applyBatch(alice, 'flights', batchOf('third', []));
        const { ledgers, total } = await index.ledgers(alice, 'flights', { from: 0, to: 2 });
        assert.deepEqual([ledgers.map(({ batch }) => batch), total], [['third', 'second'], 3], 'the latest first');
        const kept = await index.rejected(alice, 'flights', 'second', { from: 0, to: 10 });
        assert.equal(kept.total, 1);
        assert.equal(kept.rows[0]?.cells[0]?.field, 'code1');
        const lines = await index.rejectedLines(alice, 'flights', 'second', { field: 'code1' });
        assert.deepEqual(lines, [kept.rows[0]?.line]);
        assert.deepEqual(await index.rejected(alice, 'flights', 'second', { from: 0, to: 10 }, { lines }), kept);
        assert.deepEqual(await index.rejectedLines(alice, 'flights', 'second', { field: 'txt1' }), []);
        assert.deepEqual(await index.refusedLines(alice, 'flights', 'second'), lines);
        assert.equal((await index.stats(alice, 'flights')).documents, 4);
      }));

    test('[VIS-17] who listens is told of rows that can be found, and of nothing where none changed', () =>
      onFresh(async (index) => {
        const told: string[] = [];
        const stop = index.onChange((tenant, name) => told.push(`${tenant} ${name}`));
        const changes = async (work: Promise<unknown>): Promise<number> => {
          await work;
          return told.splice(0).filter((line) => line === 'tenant-a flights').length;
        };
        const more = { code1: 'd', num1: 4 };
        assert.equal(await changes(index.applyBatch(alice, 'flights', batchOf('more', [more]))), 1);
        assert.equal(await changes(index.applyBatch(alice, 'flights', batchOf('same', [more]))), 0);
        assert.equal(await changes(index.putDocument(alice, 'flights', more, {})), 0);
        assert.equal(await changes(index.putDocument(alice, 'flights', { ...more, num1: 5 }, {})), 1);
        assert.equal(await changes(index.deleteDocuments(alice, 'flights', ['nobody'], 'Ayu Lestari')), 0);
        assert.equal(await changes(index.search(alice, ['flights'], parseSearch({}))), 0);
        const undo = { batch: 'first', user: 'u', keepLater: false };
        assert.equal(await changes(index.undoBatch(alice, 'flights', { ...undo, dryRun: true })), 0);
        assert.equal(await changes(index.undoBatch(alice, 'flights', { ...undo, dryRun: false })), 1);
        stop();
        assert.equal(await changes(index.removeIndex(alice, 'flights')), 0);
      }));

    test('[STR-06] the consumed position is stored with the batch', () =>
      onFresh(async (index) => {
        const position = { topic: 'flights', partition: 1, next: 7 };
        await index.applyBatch(alice, 'flights', { ...batchOf('third', []), position });
        assert.deepEqual([...(await index.position(alice, 'flights'))], [[1, 7]]);
        assert.deepEqual([...(await index.position(bob, 'flights'))], []);
      }));

    test('[IDX-10] a document is found, read, replaced and gone with the next call', () =>
      onFresh(async (index) => {
        const written = await index.putDocument(alice, 'flights', { code1: 'z', txt1: 'hail' }, { _user_id: 'u1' });
        assert.equal(written.result, 'added');
        assert.deepEqual(await found(index, { match: { txt1: 'hail' } }), ['z']);
        const stored = await index.getDocument(alice, 'flights', written.id);
        assert.deepEqual(stored?.source, { code1: 'z', txt1: 'hail' });
        assert.deepEqual(await index.findByKey(alice, 'flights', { code1: 'z', txt1: 'other' }), stored);
        assert.equal(await index.findByKey(alice, 'flights', { code1: 'nobody' }), null);
        assert.equal(stored?.system._user_id, 'u1');
        const again = await index.putDocument(alice, 'flights', { code1: 'z', txt1: 'snow' }, { _user_id: 'u1' });
        assert.equal(again.result, 'replaced');
        assert.equal(again.id, written.id);
        assert.deepEqual(await found(index, { match: { txt1: 'hail' } }), []);
        assert.equal(await index.deleteDocuments(alice, 'flights', [written.id, 'nobody'], 'Ayu Lestari'), 1);
        assert.equal(await index.deleteDocuments(alice, 'flights', [written.id], 'Ayu Lestari'), 0);
        assert.equal(await index.getDocument(alice, 'flights', written.id), null);
        const states = await index.earlierStates(alice, 'flights', written.id);
        assert.deepEqual(
          states.map(({ version, source, removed, removedBy }) => [version, source.txt1, removed, removedBy]),
          [
            [2, 'snow', true, 'Ayu Lestari'],
            [1, 'hail', false, null],
          ],
        );
        assert.deepEqual(await index.removedDocuments(alice, 'flights'), states.slice(0, 1));
        const back = { formerId: written.id, version: 0 };
        const restored = await index.putDocument(alice, 'flights', states[0]?.source ?? {}, { _user_id: 'u2' }, back);
        assert.deepEqual([restored.id, restored.result], [written.id, 'added']);
        assert.deepEqual(await index.removedDocuments(alice, 'flights'), []);
      }));

    test('[API-31] a search answers hits, exact totals and aggregations', () =>
      onFresh(async (index) => {
        const answer = await index.search(
          alice,
          ['flights'],
          parseSearch({
            query: {
              bool: { must: [{ match: { txt1: 'rain' } }], filter: [{ range: { ts1: { gte: '2024-01-01' } } }] },
            },
            aggs: { n: { terms: { field: 'num1' }, aggs: { latest: { max: { field: 'ts1' } } } } },
          }),
        );
        assert.deepEqual(answer.hits.total, { value: 2, relation: 'eq' });
        assert.deepEqual(answer.hits.hits.map((hit) => hit._source?.code1).sort(), ['a', 'c']);
        const latest = (day: number) => ({
          value: Date.UTC(2024, 0, day),
          value_as_string: `2024-01-0${day}T00:00:00.000Z`,
        });
        assert.deepEqual(answer.aggregations?.n?.buckets, [
          { key: 1, doc_count: 1, latest: latest(1) },
          { key: 2, doc_count: 1, latest: latest(4) },
        ]);
      }));

    test('[API-32] a scan gives every match once', () =>
      onFresh(async (index) => {
        const codes: unknown[] = [];
        for await (const page of index.scan(alice, ['flights'], parseQuery({ exists: { field: 'num1' } }))) {
          codes.push(...page.map((hit) => hit._source?.code1));
        }
        assert.deepEqual(codes.sort(), ['a', 'b', 'c']);
      }));

    test('[API-31] a search nobody waits for any more is given up', () =>
      onFresh(async (index) => {
        const search = index.search(alice, ['flights'], parseSearch({}), { signal: AbortSignal.abort() });
        await assert.rejects(search, { name: 'AbortError' });
      }));

    test('[SEC-02] another tenant sees, finds and changes nothing, whatever it names', () =>
      onFresh(async (index) => {
        const hit = (await index.search(alice, ['flights'], parseSearch({ query: { term: { code1: 'a' } } }))).hits
          .hits[0];
        const id = hit?._id ?? '';
        assert.deepEqual(await index.indexes(bob), []);
        assert.equal(await index.definition(bob, 'flights'), null);
        assert.equal(await index.ledger(bob, 'first'), null);
        const attempts: readonly (() => Promise<unknown>)[] = [
          () => index.search(bob, ['flights'], parseSearch({})),
          () => index.getDocument(bob, 'flights', id),
          () => index.findByKey(bob, 'flights', { code1: 'a' }),
          () => index.earlierStates(bob, 'flights', id),
          () => index.removedDocuments(bob, 'flights'),
          () => index.deleteDocuments(bob, 'flights', [id], 'Ayu Lestari'),
          () => index.putDocument(bob, 'flights', { code1: 'x' }, {}),
          () => index.applyBatch(bob, 'flights', batchOf('foreign', ROWS)),
          () => index.rejected(bob, 'flights', 'first', { from: 0, to: 1 }),
          () => index.rejectedLines(bob, 'flights', 'first'),
          () => index.refusedLines(bob, 'flights', 'first'),
          () => index.ledgers(bob, 'flights', { from: 0, to: 1 }),
          () => index.stats(bob, 'flights'),
          () => index.removeIndex(bob, 'flights'),
          async () => {
            for await (const _ of index.scan(bob, ['flights'], parseQuery({ match_all: {} }))) assert.fail();
          },
        ];
        for (const attempt of attempts) await assert.rejects(attempt(), isNotFound);
        await index.createIndex(bob, FLIGHTS);
        await index.putDocument(bob, 'flights', { code1: 'only bob' }, {});
        assert.deepEqual(await found(index, { match_all: {} }, bob), ['only bob']);
        assert.deepEqual(await found(index, { match_all: {} }), ['a', 'b', 'c']);
      }));

    test('[IDX-10] what was acknowledged is there after a restart', () =>
      onFresh(async (index) => {
        await index.putDocument(alice, 'flights', { code1: 'kept', txt1: 'thunder' }, {});
        await index.close();
        const again = await open();
        assert.deepEqual(await found(again, { match: { txt1: 'thunder' } }), ['kept']);
        await again.close();
      }));
  });
}
