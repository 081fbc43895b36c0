import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import fc from 'fast-check';
import type { WriteOperation } from '../documents/operation.ts';
import { Engine } from '../engine.ts';
import type { FieldDefinition, FieldType } from '../index/definition.ts';
import { tellWords, toldWords } from '../search/text/turned-words.ts';
import { allRows } from '../store/rows.ts';
import type { TenantIndexes } from '../tenant.ts';
import { counted } from './counted-file.fixture.ts';
import type { EarlyLoad } from './early-load.ts';

/** More runs find more: STRESS_RUNS=50 node --test many-threads.int.test.ts */
const RUNS = Number(process.env.STRESS_RUNS ?? 2);
const STEPS = Number(process.env.STRESS_STEPS ?? 6);

/** How SQL alone reads the rows of a file: surely, not at all, not even the rules do, or now and then. */
type Kind = 'sure' | 'odd' | 'refused' | 'mixed';
const DAYS: Readonly<Record<Exclude<Kind, 'mixed'>, string>> = {
  sure: '2020-05-05',
  odd: '5 May 2020',
  refused: 'soon',
};

interface Part {
  readonly rows: number;
  readonly kind: Kind;
}

type Step =
  | { readonly do: 'load'; readonly parts: readonly Part[]; readonly early: number; readonly between: boolean }
  | { readonly do: 'keyed'; readonly parts: readonly Part[]; readonly from: number }
  | { readonly do: 'undo'; readonly index: 'plain' | 'keyed'; readonly which: number }
  | { readonly do: 'remove'; readonly index: 'plain' | 'keyed'; readonly which: number }
  | { readonly do: 'bulk'; readonly seed: number; readonly count: number }
  | { readonly do: 'reopen' };

const part: fc.Arbitrary<Part> = fc.record({
  rows: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 3000 }) },
    { weight: 2, arbitrary: fc.constantFrom(122_880, 130_000, 2048, 61_440) },
  ),
  kind: fc.constantFrom('sure', 'sure', 'odd', 'refused', 'mixed'),
});
const parts = fc.array(part, { minLength: 1, maxLength: 5 });
const which = fc.nat(1000);
const index = fc.constantFrom('plain', 'keyed');

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('load'), parts, early: fc.nat(5), between: fc.nat(9).map((n) => n === 0) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('keyed'), parts, from: fc.nat(20_000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo'), index, which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove'), index, which }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('bulk'), seed: fc.nat(), count: fc.constantFrom(5, 700, 9000) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen') }) },
);

const field = (name: string, type: FieldType): FieldDefinition => ({ name, type, label: name });
const FIELDS = [field('id', 'integer'), field('txt1', 'text'), field('ts1', 'date')];
const COLUMNS = FIELDS.map(({ name }) => ({ name, field: name }));
const SYSTEM = { _user_id: 'u1' };

/** States of a row, the present one last; each as the number of the batch that wrote it. */
type States = readonly number[];

/** The indexes as they should be: of each id the batches its states come from. */
class Model {
  readonly plain = new Map<number, States>();
  readonly keyed = new Map<number, States>();
  readonly docs = new Map<number, number>();
  readonly batches: { readonly index: 'plain' | 'keyed'; readonly batch: number }[] = [];

  undo(name: 'plain' | 'keyed', batch: number): void {
    for (const [id, states] of this[name]) {
      if (!states.includes(batch)) continue;
      const left = states.filter((each) => each !== batch);
      if (left.length === 0) this[name].delete(id);
      else this[name].set(id, left);
    }
  }
}

class Run {
  readonly #folder: string;
  readonly #model = new Model();
  #engine: Engine;
  #count = 0;

  private constructor(folder: string, engine: Engine) {
    this.#folder = folder;
    this.#engine = engine;
  }

  static readonly #open = (folder: string): Promise<Engine> =>
    Engine.open({ folder: join(folder, 'search'), threads: 8, memoryLimitMb: 384 });

  static async begin(): Promise<Run> {
    const folder = await mkdtemp(join(tmpdir(), 'threads-'));
    const run = new Run(folder, await Run.#open(folder));
    const tenant = run.#tenant;
    await tenant.createIndex({ name: 'plain', fields: FIELDS, keyFields: [], source: 'columns' });
    await tenant.createIndex({ name: 'keyed', fields: FIELDS, keyFields: ['id'], source: 'columns' });
    const properties = { id: { type: 'integer' }, txt1: { type: 'text' } };
    await tenant.documents.create('docs', { mappings: { properties } });
    return run;
  }

  get #tenant(): TenantIndexes {
    return this.#engine.tenant('t');
  }

  async end(): Promise<void> {
    await this.#engine.close();
    await rm(this.#folder, { recursive: true });
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'load') await this.#load('plain', step.parts, this.#count * 1_000_000, step.early, step.between);
    else if (step.do === 'keyed') await this.#load('keyed', step.parts, step.from, 0, false);
    else if (step.do === 'undo') await this.#undo(step.index, step.which);
    else if (step.do === 'remove') await this.#remove(step.index, step.which);
    else if (step.do === 'bulk') await this.#bulk(step.seed, step.count);
    else await this.#reopen();
  }

  async #reopen(): Promise<void> {
    await this.#engine.close();
    this.#engine = await Run.#open(this.#folder);
  }

  /** Writes the files and answers, with them, the ids that will be stored. */
  async #files(parts: readonly Part[], first: number, batch: number) {
    const ids: number[] = [];
    let id = first;
    const files = await Promise.all(
      parts.map(async ({ rows, kind }, n) => {
        const lines: string[] = [];
        for (let i = 0; i < rows; i++, id++) {
          const day = DAYS[kind === 'mixed' ? ((['sure', 'odd', 'refused'] as const)[i % 3] ?? 'sure') : kind];
          lines.push(`"${id}","word w${batch}","${day}"\n`);
          if (day !== DAYS.refused) ids.push(id);
        }
        const file = join(this.#folder, `${batch}-${n}.csv`);
        await writeFile(file, lines.join(''));
        return file;
      }),
    );
    return { files, ids, read: id - first };
  }

  async #load(name: 'plain' | 'keyed', parts: readonly Part[], first: number, early: number, between: boolean) {
    const batch = ++this.#count;
    const { files, ids, read } = await this.#files(parts, first, batch);
    const states = this.#model[name];
    const tenant = this.#tenant;
    let load: EarlyLoad | null = null;
    if (early > 0) {
      load = await tenant.readEarly(name, { batch: `b${batch}`, system: SYSTEM, delimiter: ',', columns: COLUMNS });
      for (const file of files.slice(0, early)) {
        load?.take(await counted(file));
        for (let i = 0; i < 20; i++)
          await tenant.read((connection) => connection.run('SELECT count(*) FROM catalogue'));
      }
    }
    if (between) {
      await tenant.putDocument(name, { id: -batch, txt1: `word w${batch}` });
      states.set(-batch, [0]);
    }
    const rows = { format: 'csv' as const, files, delimiter: ',', columns: COLUMNS, lines: { breaks: [] } };
    const input = { batch: `b${batch}`, requestId: `r${batch}`, rows, structural: [], system: SYSTEM };
    const ledger = await tenant.applyBatch(name, input, load);
    const fresh = ids.filter((id) => !states.has(id)).length;
    assert.deepEqual(
      [ledger.read, ledger.accepted, ledger.replaced, ledger.rejected],
      [read, fresh, ids.length - fresh, read - ids.length],
      'ledger',
    );
    for (const id of ids) states.set(id, [...(states.get(id) ?? []), batch]);
    this.#model.batches.push({ index: name, batch });
    for (const file of files) await rm(file);
  }

  async #undo(name: 'plain' | 'keyed', which: number): Promise<void> {
    const batches = this.#model.batches.filter(({ index }) => index === name);
    const chosen = batches[which % batches.length];
    if (chosen === undefined) return;
    await this.#tenant.undoBatch(name, { batch: `b${chosen.batch}`, user: 'u', keepLater: true, dryRun: false });
    this.#model.undo(name, chosen.batch);
  }

  async #remove(name: 'plain' | 'keyed', which: number): Promise<void> {
    const ids = [...this.#model[name].keys()];
    const id = ids[which % ids.length];
    if (id === undefined) return;
    const found = await this.#tenant.search([name], parseSearch({ query: { term: { id } } }));
    assert.equal(found.hits.hits.length, 1, `row ${id} of ${name}`);
    assert.equal(await this.#tenant.deleteDocuments(name, [String(found.hits.hits[0]?._id)]), 1);
    this.#model[name].delete(id);
  }

  async #bulk(seed: number, count: number): Promise<void> {
    const { docs } = this.#model;
    const batch = ++this.#count;
    let state = (seed % 2_147_483_646) + 1;
    const operations = Array.from({ length: count }, (): WriteOperation => {
      state = (state * 48_271) % 2_147_483_647;
      const id = state % 12_000;
      if (state % 7 === 0) {
        docs.delete(id);
        return { kind: 'delete', id: String(id) };
      }
      docs.set(id, batch);
      return { kind: 'index', id: String(id), source: JSON.stringify({ id, txt1: `word w${batch}` }) };
    });
    for (const result of await this.#tenant.documents.write('docs', operations)) assert.ok(!('error' in result));
  }

  async check(): Promise<void> {
    const { plain, keyed, docs } = this.#model;
    const present = (states: ReadonlyMap<number, States>) =>
      new Map([...states].map(([id, batches]) => [id, batches.at(-1) ?? 0] as const));
    await this.#checkIndex('plain', present(plain));
    await this.#checkIndex('keyed', present(keyed));
    await this.#checkIndex('docs', docs);
  }

  async #checkIndex(name: string, expected: ReadonlyMap<number, number>): Promise<void> {
    const tenant = this.#tenant;
    const words = new Map<string, number>();
    let ids = 0;
    for (const [id, batch] of expected) {
      ids += id;
      const word = id < 0 ? `w${-id}` : `w${batch}`;
      words.set(word, (words.get(word) ?? 0) + 1);
    }
    const found = async (word: string): Promise<number> =>
      (await tenant.search([name], parseSearch({ size: 0, track_total_hits: true, query: { match: { txt1: word } } })))
        .hits.total.value;
    assert.equal(await found('word'), expected.size, `${name}: what is found by its text`);
    for (const [word, count] of words) assert.equal(await found(word), count, `${name}: ${word}`);
    const layout = await tenant.layout(name);
    const [id = ''] = layout.fields.get('id')?.columns ?? [];
    const postings = layout.fields.get('txt1')?.postings;
    const [stored] = await tenant.read(async (connection) => {
      await tellWords(connection, postings ?? '');
      return allRows(
        connection,
        `SELECT count(*)::DOUBLE AS rows, count(DISTINCT d._id)::DOUBLE AS own, count(DISTINCT d._doc)::DOUBLE AS numbers,
           coalesce(sum(${id}), 0)::DOUBLE AS ids, coalesce(max(_doc), -1) < any_value(c.next_doc) AS behind, any_value(c.documents)::DOUBLE AS counted,
           (SELECT count(*)::DOUBLE FROM ${toldWords(postings ?? '').text} WHERE term = 'word'
            AND doc NOT IN (SELECT _doc FROM ${layout.gone})) AS words
         FROM catalogue c LEFT JOIN ${layout.docs} d ON d._id IS NOT NULL WHERE c.name = $name`,
        { name },
      );
    });
    const rows = expected.size;
    const { behind, ...counts } = stored ?? {};
    assert.ok(rows === 0 || behind === true, `${name}: numbers go on behind the last`);
    const same = { own: rows, numbers: rows, ids, counted: rows, words: rows };
    assert.deepEqual(counts, { rows: Math.max(rows, 1), ...same }, `${name}: what stands in its tables`);
  }
}

test('[STR-03][STR-04] whatever is loaded, undone, removed and written on eight threads, each row is there once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: STEPS }), async (steps) => {
      const run = await Run.begin();
      try {
        for (const each of steps) {
          await run.take(each);
          await run.check();
        }
        await run.take({ do: 'reopen' });
        await run.check();
      } finally {
        await run.end();
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
