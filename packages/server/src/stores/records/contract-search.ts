import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import { add, KIND, type OpenStore, scopeOf, withStore } from './contract-store.ts';
import type { RecordSearch, RecordStore } from './port.ts';

const A = scopeOf('a');

const DOCS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  r1: { txt1: 'Alpha Station', txt2: 'north', list1: ['red', 'blue'], key1: 1, num1: 3, flag: true },
  r2: { txt1: 'Beta station', txt2: 'ALPHA side', list1: ['blue'], key1: 2, num1: 1, flag: false },
  r3: { txt1: 'Gamma "quoted" 100%_x', list1: [], key1: 3, num1: 2, obj1: { txt3: 'Deep Alpha' } },
  r4: { txt1: 'Ünïcode Café', txt2: 'ab', key1: 4, nested: [{ code: 'n1' }, { code: 'n2' }] },
};

const search = async (store: RecordStore, more: Partial<RecordSearch>) => {
  const { records, total } = await store.search(A, KIND, { keys: [], keyword: '', from: 0, to: 100, ...more });
  assert.equal(await store.count(A, KIND, more), total);
  return { ids: records.map(({ id }) => id), total };
};

const CASES: readonly (readonly [string, Partial<RecordSearch>, readonly string[]])[] = [
  ['everything, newest first', {}, ['r4', 'r3', 'r2', 'r1']],
  ['a keyword without regard to case, in any searchable path', { keyword: 'aLPHa' }, ['r3', 'r2', 'r1']],
  ['a keyword in one path', { keyword: 'alpha', keys: ['txt1'] }, ['r1']],
  ['a keyword in two paths', { keyword: 'alpha', keys: ['txt1', 'obj1.txt3'] }, ['r3', 'r1']],
  ['a part of a word', { keyword: 'tatio' }, ['r2', 'r1']],
  ['a keyword over a space', { keyword: 'ta st' }, ['r2']],
  ['two letters', { keyword: 'NO' }, ['r1']],
  ['two letters in one path', { keyword: 'al', keys: ['txt2'] }, ['r2']],
  ['one letter at the end', { keyword: 'b', keys: ['txt2'] }, ['r4']],
  ['entries of lists', { keyword: 'blue' }, ['r2', 'r1']],
  ['letters beyond ASCII', { keyword: 'üNÏCODE CAFÉ' }, ['r4']],
  ['quotes', { keyword: '"quoted"' }, ['r3']],
  ['signs that stand for others elsewhere', { keyword: '0%_' }, ['r3']],
  ['a wildcard is only a sign', { keyword: 'a*a' }, []],
  ['words of a query language', { keyword: 'alpha OR beta' }, []],
  ['a keyword that is nowhere', { keyword: 'zzz' }, []],
  ['not over the border of two values', { keyword: 'red blue' }, []],
  ['a keyword in a path that is not searchable', { keyword: '3', keys: ['num1'] }, ['r1']],
  ['the status as a text', { keyword: 'ctiv', keys: ['status'] }, ['r4', 'r3', 'r2', 'r1']],
  ['an indexed value', { where: { key1: 2 } }, ['r2']],
  ['any of several values', { where: { key1: [1, 4, 9] } }, ['r4', 'r1']],
  ['no value at all', { where: { key1: [] } }, []],
  ['a number is not its text', { where: { key1: '2' } }, []],
  ['an entry of an indexed list', { where: { list1: 'blue' } }, ['r2', 'r1']],
  ['a value without index', { where: { num1: [1, 2] } }, ['r3', 'r2']],
  ['a boolean', { where: { flag: false } }, ['r2']],
  ['a value below a list of objects', { where: { 'nested.code': 'n2' } }, ['r4']],
  ['two conditions', { where: { list1: 'blue', txt2: 'north' } }, ['r1']],
  ['a keyword and a condition', { keyword: 'alpha', where: { list1: 'blue' } }, ['r2', 'r1']],
  ['a number from here on', { atLeast: { num1: 2 } }, ['r3', 'r1']],
  ['a number from here on, of texts', { atLeast: { txt1: 0 } }, []],
  ['an indexed number from here on, and a condition', { atLeast: { key1: 2 }, where: { list1: 'blue' } }, ['r2']],
  ['a time that none has reached', { atLeast: { ts: Number.MAX_SAFE_INTEGER } }, []],
  ['a time that all have reached', { atLeast: { ts: 1 } }, ['r4', 'r3', 'r2', 'r1']],
  ['ids', { ids: ['r3', 'r1', 'nothing'] }, ['r3', 'r1']],
  ['no ids', { ids: [] }, []],
  ['ids and a keyword', { ids: ['r3', 'r4'], keyword: 'alpha' }, ['r3']],
  ['statuses without regard to case', { status: ['ACTIVE'] }, ['r4', 'r3', 'r2', 'r1']],
  ['a status nobody has', { status: ['Draft'] }, []],
  ['a keyword and a status', { keyword: 'alpha', status: ['Draft'] }, []],
  ['sorted by a number', { sort: [{ field: 'num1', order: 'asc' }] }, ['r2', 'r3', 'r1', 'r4']],
  ['sorted downwards, without value last', { sort: [{ field: 'num1', order: 'desc' }] }, ['r1', 'r3', 'r2', 'r4']],
  ['sorted by a text', { sort: [{ field: 'txt1', order: 'asc' }], ids: ['r1', 'r2', 'r3'] }, ['r1', 'r2', 'r3']],
  ['sorted by id', { sort: [{ field: 'id', order: 'desc' }] }, ['r4', 'r3', 'r2', 'r1']],
  ['oldest first', { sort: [{ field: 'ts_modified', order: 'asc' }] }, ['r1', 'r2', 'r3', 'r4']],
  [
    'oldest first with a keyword',
    { keyword: 'alpha', sort: [{ field: 'ts_modified', order: 'asc' }] },
    ['r1', 'r2', 'r3'],
  ],
  ['oldest first with a letter', { keyword: 'b', sort: [{ field: 'ts_modified', order: 'asc' }] }, ['r1', 'r2', 'r4']],
  ['sorted and searched', { keyword: 'alpha', sort: [{ field: 'num1', order: 'asc' }] }, ['r2', 'r3', 'r1']],
  ['a page', { from: 1, to: 3 }, ['r3', 'r2']],
  ['a page beyond the end', { from: 10, to: 20 }, []],
  ['an empty page', { from: 2, to: 2 }, []],
  ['none that are archived', { removed: 'only' }, []],
  ['a keyword of one space', { keyword: ' ', keys: ['txt1'] }, ['r4', 'r3', 'r2', 'r1']],
];

/** Lists: keywords, conditions, links, order, pages, totals. */
export function searchContract(open: OpenStore): void {
  test(
    '[API-07] [API-08] searches find exactly what they say, with the total of all matches',
    withStore(open, async ({ store }) => {
      for (const [id, doc] of Object.entries(DOCS)) await store.write(A, [add(id, doc)]);
      await store.write(scopeOf('b'), [add('b1', DOCS.r1)]);
      for (const [what, more, wanted] of CASES) {
        const { ids, total } = await search(store, more);
        assert.deepEqual(ids, wanted, what);
        const paged = more.from !== undefined;
        assert.equal(total, paged ? 4 : wanted.length, what);
      }
    }),
  );

  test(
    '[API-08] [LIM-10] a bounded total says whether it is exact; the page is the same either way',
    withStore(open, async ({ store }) => {
      const many = Array.from({ length: 12_000 }, (_, at) => add(`r${at}`, { txt1: `item ${at}`, txt2: 'zq' }));
      await store.write(A, many);
      await store.write(A, [add('last', { txt1: 'Jörg', txt2: 'x' })]);
      const found = async (more: Partial<RecordSearch>) => {
        const asked = { keys: [], keyword: '', from: 0, to: 20, ...more };
        const bounded = await store.search(A, KIND, { ...asked, total: 'bounded' });
        const exact = await store.search(A, KIND, asked);
        assert.deepEqual(bounded.records, exact.records);
        assert.ok(exact.counted);
        if (bounded.counted) assert.equal(bounded.total, exact.total);
        else assert.ok(bounded.total >= asked.from + bounded.records.length && bounded.total <= exact.total);
        return { total: exact.total, counted: bounded.counted };
      };
      assert.deepEqual(await found({ keyword: 'item' }), { total: 12_000, counted: false });
      assert.deepEqual(await found({ keyword: 'item' }), { total: 12_000, counted: true }, 'counted once, kept');
      assert.deepEqual(await found({ keyword: 'zq' }), { total: 12_000, counted: false });
      assert.deepEqual(await found({ keyword: 'ö' }), { total: 1, counted: true });
      assert.deepEqual(await found({ keyword: 'zq', keys: ['txt1'] }), { total: 0, counted: true });
      assert.deepEqual(await found({ keyword: 'tem 11', from: 900, to: 1200 }), { total: 1111, counted: true });
      assert.deepEqual(await found({}), { total: 12_001, counted: true });
    }),
  );

  test(
    '[API-07] short keywords find what was written, moved, taken back, archived and restored',
    withStore(open, async ({ store, reopen }) => {
      await store.write(A, [add('r1', { txt1: 'xy' }), add('r2', { txt1: 'a', txt2: 'b' })]);
      await assert.rejects(store.write(A, [add('r3', { txt1: 'uv' }), add('r1')]));
      await store.write(A, [add('r3', { txt1: 'uv' })]);
      await store.write(A, [{ op: 'update', kind: KIND, id: 'r1', doc: { txt1: 'yx' } }]);
      const ids = async (keyword: string, more?: Partial<RecordSearch>) =>
        (await search(store, { keyword, ...more })).ids;
      assert.deepEqual([await ids('xy'), await ids('yx'), await ids('uv')], [[], ['r1'], ['r3']]);
      assert.deepEqual(await ids('ab'), [], 'not over the border of two paths');
      await store.write(A, [{ op: 'remove', kind: KIND, id: 'r3' }]);
      assert.deepEqual([await ids('uv'), await ids('uv', { removed: 'only' })], [[], ['r3']]);
      await store.write(A, [{ op: 'restore', kind: KIND, id: 'r3' }]);
      assert.deepEqual(await ids('v', { keys: ['txt1'] }), ['r3']);
      const again = await reopen();
      again.declareKind(KIND, 'tenant', { searchable: ['txt2', 'txt1'] });
      assert.deepEqual((await search(again, { keyword: 'uv', keys: ['txt1'] })).ids, ['r3']);
    }),
  );

  test(
    '[API-08] the order is ts_modified desc, then id; a change moves a record to the front',
    withStore(open, async ({ store }) => {
      await store.write(
        A,
        ['r2', 'r3', 'r1'].map((id) => add(id, { txt1: 'same' })),
      );
      const { records } = await store.search(A, KIND, { keys: [], keyword: 'same', from: 0, to: 10 });
      const expected = records.toSorted((a, b) => b.ts_modified - a.ts_modified || (a.id < b.id ? -1 : 1));
      assert.deepEqual(records, expected);
      await store.write(A, [{ op: 'update', kind: KIND, id: 'r1', doc: { txt1: 'same', num1: 1 } }]);
      assert.equal((await search(store, { keyword: 'same' })).ids[0], 'r1');
      assert.equal((await search(store, {})).ids[0], 'r1');
    }),
  );

  test(
    '[API-08] pages of records written at once neither repeat nor skip one',
    withStore(open, async ({ store }) => {
      await store.write(
        A,
        Array.from({ length: 2500 }, (_, at) => add(`r${(at * 7919) % 2500}`, { txt1: 'bulk' })),
      );
      const seen: string[] = [];
      for (let from = 0; from < 2500; from += 300)
        seen.push(...(await search(store, { keyword: 'bulk', from, to: from + 300 })).ids);
      assert.equal(new Set(seen).size, 2500);
      assert.equal(seen.length, 2500);
    }),
  );

  test(
    'an exact total follows every change',
    withStore(open, async ({ store }) => {
      const total = async (keyword: string) => (await search(store, { keyword })).total;
      await store.write(A, [add('r1', { txt1: 'apple' }), add('r2', { txt1: 'apple pie' })]);
      assert.equal(await total('apple'), 2);
      await store.write(A, [{ op: 'update', kind: KIND, id: 'r1', doc: { txt1: 'pear' } }]);
      assert.deepEqual([await total('apple'), await total('pear')], [1, 1]);
      await store.write(A, [{ op: 'remove', kind: KIND, id: 'r2' }]);
      assert.equal(await total('apple'), 0);
      assert.equal((await search(store, { keyword: 'apple', removed: 'only' })).total, 1);
      await store.write(A, [{ op: 'restore', kind: KIND, id: 'r2' }]);
      assert.equal(await total('apple'), 1);
      await store.write(A, [{ op: 'erase', kind: KIND, id: 'r2' }]);
      assert.equal(await total('apple'), 0);
    }),
  );

  test(
    'linked records are found from either end, with a keyword too',
    withStore(open, async ({ store }) => {
      await store.write(A, [add('g', { txt1: 'group' }), add('u1', { txt1: 'anna' }), add('u2', { txt1: 'bert' })]);
      await store.write(
        A,
        ['u1', 'u2'].map((to) => ({ op: 'link', label: 'has', from: 'g', to }) as const),
      );
      const out = { label: 'has', id: 'g', direction: 'out' } as const;
      assert.deepEqual((await search(store, { linked: out })).ids.toSorted(), ['u1', 'u2']);
      assert.deepEqual((await search(store, { linked: out, keyword: 'ann' })).ids, ['u1']);
      assert.deepEqual((await search(store, { linked: { ...out, id: 'u1', direction: 'in' } })).ids, ['g']);
      assert.deepEqual((await search(store, { linked: { ...out, label: 'other' } })).ids, []);
      await store.write(A, [{ op: 'unlink', label: 'has', from: 'g', to: 'u2' }]);
      assert.deepEqual((await search(store, { linked: out })).ids, ['u1']);
    }),
  );

  test(
    '[SEC-05] hostile paths are refused, hostile values are only values',
    withStore(open, async ({ store }) => {
      await store.write(A, [add("r'1", { txt1: "x'); DROP TABLE vertex; --" })]);
      const hostile = ["a'; DROP TABLE vertex; --", 'a"b', 'a.$[0]', '', 'a..b', '__proto__', "txt1') --"];
      for (const path of hostile) {
        const whole = { keys: [], keyword: '', from: 0, to: 1 };
        for (const more of [
          { where: { [path]: 1 } },
          { sort: [{ field: path, order: 'asc' as const }] },
          { keys: [path], keyword: 'x' },
        ]) {
          // A literal __proto__ key sets no property of its own.
          if ('where' in more && Object.keys(more.where).length === 0) continue;
          await assert.rejects(store.search(A, KIND, { ...whole, ...more }), PlatformError, path);
        }
      }
      assert.deepEqual((await search(store, { keyword: "'); drop table" })).ids, ["r'1"]);
      assert.deepEqual((await search(store, { where: { txt1: "' OR '1'='1" } })).ids, []);
      assert.equal((await store.get(A, KIND, "r'1"))?.id, "r'1");
    }),
  );
}
