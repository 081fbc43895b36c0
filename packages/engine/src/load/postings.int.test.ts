import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { analyse } from '@datasarana/query';
import type { Analyser } from '@datasarana/schema';
import { until } from '@datasarana/testkit';
import { type DuckDBConnection, listValue } from '@duckdb/node-api';
import fc from 'fast-check';
import { writtenWords } from '../documents/words/words.fixture.ts';
import { Engine } from '../engine.ts';
import { Catalogue } from '../index/catalogue.ts';
import type { IndexDefinition } from '../index/definition.ts';
import { allRows, oneNumber } from '../store/rows.ts';
import { TenantStore } from '../store/tenant-store.ts';
import type { TenantIndexes } from '../tenant.ts';
import { FEW } from './few-postings.ts';
import { groupsOf, groupsToJoin, joinSegments, MOST_IDLE, MOST_JOINED, segmentsToMerge } from './merge.ts';
import { MOST, MOST_WORDS, type Most } from './pieces.ts';
import { indexText } from './postings.ts';

let engine: Engine;
let folder: string;
let count = 0;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postings-'));
  engine = await Engine.open({ folder: join(folder, 'search') });
});
after(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const definition = (analyser: Analyser, list = false): IndexDefinition => ({
  name: 'rows',
  fields: [
    { name: 'id', type: 'integer', label: 'ID' },
    { name: 'txt1', type: 'text', label: 'TXT', analyser, list },
  ],
  keyFields: ['id'],
  source: 'columns',
});

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

async function apply(tenant: TenantIndexes, rows: readonly (readonly [id: number, text: string])[]): Promise<void> {
  const file = join(folder, `${count++}.csv`);
  await writeFile(file, rows.map(([id, text]) => `${id},${quoted(text)}\n`).join(''));
  const columns = ['id', 'txt1'].map((name) => ({ name, field: name }));
  await tenant.applyBatch('rows', {
    batch: `b${count}`,
    requestId: `r${count}`,
    rows: { format: 'csv', files: [file], delimiter: ',', columns, lines: { breaks: [] } },
    structural: [],
    system: {},
  });
}

/** Lucene's SmallFloat.intToByte4, bit by bit. */
function norm(length: number): number {
  const rest = length - 24;
  if (rest < 0) return length;
  const bits = 32 - Math.clz32(rest);
  if (bits < 4) return 24 + rest;
  return 24 + (((rest >>> (bits - 4)) & 7) | ((bits - 3) << 3));
}

interface Occurrences {
  readonly words: Map<string, number>;
  readonly norm: number;
}

/** What the live documents hold, by `_doc`, from their texts. */
async function expected(tenant: TenantIndexes, analyser: Analyser): Promise<ReadonlyMap<number, Occurrences>> {
  const rows = await tenant.read((connection) =>
    allRows(connection, 'SELECT _doc, f1 AS text FROM i1 WHERE f1 IS NOT NULL'),
  );
  const documents = new Map<number, Occurrences>();
  for (const { _doc, text } of rows) {
    const tokens = (Array.isArray(text) ? text : [text]).flatMap((each) => analyse(analyser, String(each)));
    const words = new Map<string, number>();
    for (const token of tokens) words.set(token, (words.get(token) ?? 0) + 1);
    if (tokens.length > 0) documents.set(Number(_doc), { words, norm: norm(tokens.length) });
  }
  return documents;
}

async function stored(tenant: TenantIndexes): Promise<ReadonlyMap<number, Occurrences>> {
  const rows = await tenant.read(async (connection) => {
    const gone = new Set((await allRows(connection, 'SELECT _doc FROM i1_gone')).map(({ _doc }) => Number(_doc)));
    return (await writtenWords(connection, 'i1_t1')).filter(({ doc }) => !gone.has(doc));
  });
  const documents = new Map<number, Occurrences>();
  for (const row of rows) {
    const known = documents.get(Number(row.doc)) ?? { words: new Map(), norm: Number(row.norm) };
    assert.equal(known.norm, Number(row.norm));
    assert.ok(!known.words.has(String(row.term)), `${row.term} of ${row.doc} stands in two segments`);
    known.words.set(String(row.term), Number(row.times));
    documents.set(Number(row.doc), known);
  }
  return documents;
}

const TEXTS = [
  "don't stop",
  'A.b.C 1.5 3,000 a_b _ __',
  'x:y 1:2 U.S.A.',
  'foo foo FOO',
  'Ünïcode Straße',
  '日本語 text',
  'e\u0301 İ',
  '',
  '!!',
  'a\nb\tc',
  'a\u001fb\u00a0c',
  "'quoted' -dash-",
  '1a2b 3.a b.3',
  `long ${'x'.repeat(300)}.y ${'-'.repeat(400)} end`,
  `${'x'.repeat(255)} ${'x'.repeat(256)}`,
];
const text = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ unit: fc.constantFrom(...`abAB01 .,':;_-"\n`), maxLength: 30 }),
  fc.array(fc.constantFrom('one', 'two', 'three', 'Ü'), { maxLength: 80 }).map((words) => words.join(' ')),
);

for (const analyser of ['standard', 'simple', 'whitespace', 'keyword', 'english'] as const) {
  for (const list of [false, true]) {
    const cell = (each: string): string => (list ? JSON.stringify([each, 'last one']) : each);
    const holdsFor = (more: number, last: (id: number) => string = () => '') =>
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 60 }), async (texts) => {
        const tenant = engine.tenant(`p${count++}`);
        await tenant.createIndex(definition(analyser, list));
        const rows = Array.from(
          { length: texts.length + more },
          (_, id) => [id, cell((texts[id % texts.length] ?? '') + last(id))] as const,
        );
        await apply(tenant, rows);
        assert.deepEqual(await stored(tenant), await expected(tenant, analyser));
        await tenant.close();
      });
    test(`[TPL-31] postings of ${list ? 'a list with ' : ''}analyser ${analyser} hold the words the query package finds`, async () => {
      await fc.assert(holdsFor(0), { numRuns: 6 });
      await fc.assert(holdsFor(FEW.documents), { numRuns: 2 });
      await fc.assert(
        holdsFor(FEW.documents, (id) => ` w${id}`),
        { numRuns: 2 },
      );
    });
  }
}

test('[IDX-10] postings follow rows replaced and removed through merges', async () => {
  const tenant = engine.tenant('merged');
  await tenant.createIndex(definition('standard'));
  for (let round = 0; round < 25; round++) {
    const rows = Array.from(
      { length: 150 },
      (_, i) => [(i * 7 + round * 50) % 900, `round ${round} word${i % 5} Ü`] as const,
    );
    await apply(tenant, rows);
  }
  const segmentsOf = (connection: DuckDBConnection) => allRows(connection, 'SELECT * FROM segments ORDER BY segment');
  await until(
    () => tenant.read(segmentsOf),
    ({ length }) => length < 10,
  );
  assert.deepEqual(await stored(tenant), await expected(tenant, 'standard'));
  // in one snapshot, as a merge may be under way
  await tenant.read(async (connection) => {
    for (const { segment, docs, tokens, terms } of await segmentsOf(connection)) {
      const words = (await writtenWords(connection, 'i1_t1')).filter((word) => word.segment === Number(segment));
      assert.deepEqual([docs, tokens, terms].map(Number), [
        new Set(words.map(({ doc }) => doc)).size,
        words.reduce((sum, { times }) => sum + times, 0),
        new Set(words.map(({ term }) => term)).size,
      ]);
    }
  });
});

test('[IDX-10] when much was removed postings are written anew without it', async () => {
  const tenant = engine.tenant('rewritten');
  await tenant.createIndex(definition('standard'));
  const all = Array.from({ length: 3000 }, (_, i) => [i, `first ${i}`] as const);
  await apply(tenant, all);
  await apply(
    tenant,
    all.slice(0, 1500).map(([id]) => [id, `second ${id}`] as const),
  );
  const gone = () => tenant.read((connection) => oneNumber(connection, 'SELECT count(*) FROM i1_gone'));
  assert.equal(await gone(), 1500);
  await until(gone, (left) => left === 0);
  assert.deepEqual(await stored(tenant), await expected(tenant, 'standard'));
});

test('[IDX-10] segments are merged once ten of a size have come together, smaller ones with them', () => {
  const of = (docs: number, n: number, from: number, wordsEach = 2) =>
    Array.from({ length: n }, (_, i) => ({ segment: from + i, docs, tokens: docs * wordsEach }));
  assert.deepEqual(segmentsToMerge([...of(500, 9, 0), ...of(5000, 9, 20)]), []);
  assert.deepEqual(
    segmentsToMerge([...of(500, 10, 0), ...of(50_000, 3, 20), ...of(5, 2, 30)]).map(({ segment }) => segment),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 30, 31],
  );
  assert.deepEqual(segmentsToMerge(of(MOST.documents, 40, 0)), [], 'those as large as any are left as they are');
  assert.deepEqual(
    groupsOf(of(MOST_JOINED.documents / 2, 5, 0)),
    [[0, 1], [2, 3], [4]],
    'none becomes larger than any',
  );
  const long = of(5000, 20, 0, MOST_JOINED.words / 5000 / 4);
  assert.deepEqual(
    groupsOf(long).map(({ length }) => length),
    [4, 4, 4, 4, 4],
    'not in words either',
  );
  assert.deepEqual(
    segmentsToMerge(of(5000, 20, 0, MOST_WORDS / 5000)),
    [],
    'those with as many words as any are left, too',
  );
});

test('[IDX-10] while nothing is written segments are joined that are not small beside each other', () => {
  const of = (...tokens: number[]) =>
    tokens.map((each, segment) => ({ segment, docs: each / 10, tokens: each, terms: each / 5 }));
  const joined = (...tokens: number[]) =>
    groupsToJoin(of(...tokens)).map((group) => group.map(({ tokens: each }) => each));
  assert.deepEqual(joined(), []);
  assert.deepEqual(joined(7_700_000), []);
  assert.deepEqual(joined(7_700_000, 1_900_000, 1_000_000, 960_000, 360_000), [
    [360_000, 960_000, 1_000_000, 1_900_000, 7_700_000],
  ]);
  assert.deepEqual(joined(1_000_000, 500, 600), [[500, 600]], 'a large one is not written again for little');
  const large = MOST_IDLE / 4;
  assert.deepEqual(
    joined(large, large, large, large, large, 9),
    [[large, large, large, large]],
    'none becomes too large',
  );
  assert.deepEqual(joined(large * 3, large * 2), []);
  const frequent = of(2000, 3000).map((each) => ({ ...each, terms: 1 }));
  assert.deepEqual(groupsToJoin(frequent), [], 'rows that are long already would only be copied');
});

test('[IDX-10] segments joined while nothing is written have the words they had, piece by piece or at once', async () => {
  const store = await TenantStore.open('joined', { folder: join(folder, 'search'), memoryLimitMb: 512, threads: 2 });
  const rows = 9000;
  const made = await store.write(async (connection) => {
    const catalogue = await Catalogue.load(connection);
    const states: unknown[] = [];
    for (const piece of [undefined, { words: 10, bytes: 5000 }]) {
      const name = `joined ${states.length}`;
      await catalogue.put(connection, { ...definition('standard'), name }, async () => {});
      const layout = catalogue.get(name);
      const table = `${layout.docs}_t1`;
      await connection.run(
        `INSERT INTO ${layout.docs} BY NAME SELECT range AS _doc, '' || range AS _id, 1 AS _version, range AS f0,
         'in all of them ' || (range * 7919 % 997) || ' Ü ' || (range * 31 % 13) || ' last' AS f1 FROM range(${rows})`,
      );
      const pieces = { most: { documents: 2100, bytes: 1e6 } };
      const next = await indexText(connection, layout, { from: 0, to: rows }, 3, pieces);
      await connection.run(`UPDATE catalogue SET next_segment = ${next} WHERE id = ${layout.id}`);
      const before = await wordsIn(connection, table);
      assert.ok(before.segments > 3);
      while (await joinSegments(connection, layout, piece));
      const joined = await wordsIn(connection, table);
      assert.equal(joined.segments, 1);
      assert.deepEqual(joined.words, before.words);
      states.push({
        ...joined,
        sums: await allRows(
          connection,
          `SELECT docs, tokens, terms, first_doc, last_doc FROM segments WHERE table_name = '${table}'`,
        ),
      });
      assert.equal(await joinSegments(connection, layout), false);
    }
    return states;
  });
  await store.close();
  assert.deepEqual(made[1], made[0]);
});

/** What a field's table holds, whichever segment it is in. */
async function wordsIn(connection: DuckDBConnection, table: string) {
  const words = await writtenWords(connection, table);
  const segments = new Set(words.map(({ segment }) => segment)).size;
  const key = ({ term, doc }: (typeof words)[number]) => `${term} ${String(doc).padStart(9)}`;
  const sorted = words.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  return { segments, words: sorted.map(({ segment: _, ...word }) => word) };
}

test('[IDX-10] texts indexed in several pieces have the words they have in one, also where a piece has none', async () => {
  const store = await TenantStore.open('pieces', { folder: join(folder, 'search'), memoryLimitMb: 512, threads: 8 });
  const texts = ['plain words', '', 'Ü and more', '!!', 'plain again'];
  const inPieces =
    (connection: DuckDBConnection, catalogue: Catalogue) =>
    async (most: Most, rows = 90) => {
      const name = `${rows} in pieces of ${most.documents}, ${most.bytes}`;
      await catalogue.put(connection, { ...definition('standard'), name }, async () => {});
      const layout = catalogue.get(name);
      await connection.run(
        `INSERT INTO ${layout.docs} BY NAME SELECT range AS _doc, '' || range AS _id, 1 AS _version, range AS f0,
         CASE WHEN range BETWEEN ${rows / 5} AND ${rows / 2 - 1} THEN '' ELSE $texts[range % 5 + 1] END AS f1 FROM range(${rows})`,
        { texts: listValue(texts) },
      );
      const next = await indexText(connection, layout, { from: 0, to: rows }, 3, { most });
      const written = await writtenWords(connection, `${layout.docs}_t1`);
      const words = written.map(({ segment: _, places: __, ...word }) => word);
      const counted = `SELECT sum(docs) AS docs, sum(tokens) AS tokens, count(*) AS segments FROM segments WHERE table_name = '${layout.docs}_t1'`;
      const [{ segments, ...counts } = {}] = await allRows(connection, counted);
      return { next, segments: Number(segments), same: { words, counts } };
    };
  const [one, few, many, short, ...large] = await store.write(async (connection) => {
    const make = inPieces(connection, await Catalogue.load(connection));
    return [
      await make({ documents: 1000, bytes: 1e6 }),
      await make({ documents: 20, bytes: 1e6 }),
      await make({ documents: 7, bytes: 1e6 }),
      await make({ documents: 1000, bytes: 100 }),
      await make({ documents: 100_000, bytes: 1e6 }, 30_000),
      await make({ documents: 6_100, bytes: 1e6 }, 30_000),
      await make({ documents: 600, bytes: 1e6 }, 30_000),
    ] as const;
  });
  await store.close();
  assert.deepEqual([one.next, one.segments], [4, 1]);
  assert.deepEqual([few.next, few.segments], [7, 4], 'the second twenty have no word');
  assert.equal(short.segments, 2, 'the second 64 documents have too much text for the same piece');
  assert.deepEqual([few.same, many.same, short.same], [one.same, one.same, one.same]);
  assert.deepEqual([large[1].next, large[1].segments], [7, 4], 'the second six thousand have no word');
  assert.deepEqual([large[1].same, large[2].same], [large[0].same, large[0].same]);
});
