import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { type Caller, callerFor, deployTemplate, startPlatform, until } from '@datasarana/testkit';
import fc from 'fast-check';
import { createPlatform } from '../../platform.ts';

/** Random lives per run of the suite; a longer hunt sets LIVES_RUNS. */
const RUNS = Number(process.env.LIVES_RUNS ?? 6);

const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-lives-'));
const settings = { data: folder, origins: [], logLevel: 'silent', webRoot: path.join(folder, 'no-web') } as const;
const first = await startPlatform(settings);
const { token } = await first.a.as('data engineer');
let { platform } = first;
let engineer: Caller = callerFor(first.url, token);
after(async () => {
  await platform.close();
  await rm(folder, { recursive: true, force: true });
});

async function restart(): Promise<void> {
  await platform.close();
  platform = await createPlatform({ ...settings, port: 0, host: '127.0.0.1' });
  engineer = callerFor(await platform.app.listen({ port: 0, host: '127.0.0.1' }), token);
}

type Row = readonly [key: number, num: number | 'bad', words: string];
type Step =
  | { readonly do: 'import'; readonly rows: readonly Row[] }
  | { readonly do: 'put'; readonly key: number; readonly num: number }
  | { readonly do: 'delete'; readonly key: number }
  | { readonly do: 'undo'; readonly batch: number; readonly keep: boolean }
  | { readonly do: 'mend'; readonly batch: number }
  | { readonly do: 'reset' | 'rebuild from archive' | 'rebuild from topic' | 'restart' };

interface Value {
  readonly num: number;
  readonly words: string;
}

/** What stands of a key, latest last; null = deleted. */
interface Version {
  readonly by: string;
  readonly value: Value | null;
}

/** A key that was deleted and comes again is another record: the versions of each, which of them is gone. */
function recordsOf(all: readonly Version[]): { readonly versions: readonly Version[]; readonly isGone: boolean }[] {
  const ends = all.flatMap(({ value }, at) => (value === null ? [at] : []));
  return [...ends, all.length].map((end, i) => ({
    versions: all.slice(i === 0 ? 0 : (ends[i - 1] ?? 0) + 1, end),
    isGone: end < all.length,
  }));
}

/** The plain definition of a template with a key: for every key its versions, and whose they are. */
class Model {
  readonly versions = new Map<number, Version[]>();
  readonly batches: { readonly id: string; readonly refused: Map<number, Row> }[] = [];
  readonly undone = new Set<string>();
  /** The topic did not have something that stood: the archive keeps it, also from a topic whose oldest batches are gone. */
  hasDropped = false;
  /** Rows of batches as they came, the ones that changed nothing included. */
  #log: { readonly by: string; readonly key: number; readonly value: Value }[] = [];

  at(key: number): Value | null {
    return this.versions.get(key)?.at(-1)?.value ?? null;
  }

  /** A row of a batch. */
  row(key: number, by: string, value: Value): 'accepted' | 'replaced' | 'unchanged' {
    this.#log.push({ by, key, value });
    return this.write(key, by, value);
  }

  write(key: number, by: string, value: Value | null): 'accepted' | 'replaced' | 'unchanged' {
    const before = this.at(key);
    if (before !== null && value !== null && before.num === value.num && before.words === value.words)
      return 'unchanged';
    this.versions.set(key, [...(this.versions.get(key) ?? []), { by, value }]);
    return before === null ? 'accepted' : 'replaced';
  }

  /** Records with an edit behind that of the batch, but for those that it added and that are gone already. */
  later(batch: string): number {
    const isLater = ({
      versions,
      isGone,
    }: {
      readonly versions: readonly Version[];
      readonly isGone: boolean;
    }): boolean => {
      const at = versions.findIndex(({ by }) => by === batch);
      return at >= 0 && (isGone ? at > 0 : versions.at(-1)?.by !== batch);
    };
    return [...this.versions.values()].flatMap(recordsOf).filter(isLater).length;
  }

  undo(batch: string): void {
    for (const [key, all] of this.versions) {
      this.versions.set(
        key,
        all.filter(({ by }) => by !== batch),
      );
    }
    this.undone.add(batch);
  }

  /** An index that is made anew keeps what stands, and nothing of what was there before it. */
  forgetEarlier(): void {
    for (const [key, all] of this.versions) this.versions.set(key, this.at(key) === null ? [] : all.slice(-1));
  }

  /** An index that is made anew from the topic holds what batches brought, and no edit by hand. */
  onlyBatches(): void {
    const before = this.standing().map(String);
    this.versions.clear();
    this.#log = this.#log.filter(({ by }) => !this.undone.has(by));
    for (const { by, key, value } of this.#log) this.write(key, by, value);
    const after = new Set(this.standing().map(String));
    this.hasDropped ||= before.some((each) => !after.has(each));
  }

  standing(): readonly (readonly [number, number, string])[] {
    return [...this.versions.keys()]
      .sort((a, b) => a - b)
      .flatMap((key) => {
        const value = this.at(key);
        return value === null ? [] : [[key, value.num, value.words] as const];
      });
  }
}

async function found(template: string): Promise<readonly unknown[]> {
  const { data, error } = await engineer.call('POST', '/data/user', {
    query: { template },
    body: { size: 100, sort: ['key'], track_total_hits: true },
  });
  assert.ok(data, JSON.stringify(error));
  assert.equal(data.hits.total.value, data.hits.hits.length);
  return data.hits.hits.map(({ _source: { key, num1, txt1 } }: { readonly _source: Record<string, unknown> }) => [
    key,
    num1,
    txt1,
  ]);
}

async function countOf(template: string, query: object): Promise<number> {
  const { data } = await engineer.call('POST', '/data/user', { query: { template }, body: { size: 0, query } });
  return data.hits.total.value;
}

async function idOf(template: string, key: number): Promise<string | undefined> {
  const body = { query: { term: { key } } };
  const { data } = await engineer.call('POST', '/data/user', { query: { template }, body });
  return data.hits.hits[0]?._id;
}

const csvOf = (rows: readonly Row[]): string =>
  `key,num1,txt1\n${rows.map(([key, num, words]) => `${key},${num},${words}`).join('\n')}\n`;

const sums = (outcomes: readonly string[]) => {
  const of = (name: string) => outcomes.filter((one) => one === name).length;
  return [outcomes.length, of('accepted'), of('replaced'), of('unchanged'), of('rejected')];
};
const ledgerOf = ({ read, accepted, replaced, unchanged, rejected }: Record<string, number>) => [
  read,
  accepted,
  replaced,
  unchanged,
  rejected,
];

async function rebuilt(template: string, from: 'topic' | 'archive') {
  const where = '/schema/data/template/index/rebuild';
  const body = { id: template, from, swap: true, accept_differences: from === 'topic' };
  const begun = await engineer.call('POST', where, { body });
  assert.equal(begun.http, 202, JSON.stringify(begun.error));
  return until(
    async () => (await engineer.call('GET', where, { query: { id: template } })).data,
    ({ state }) => state !== 'running',
  );
}

async function fromArchive(template: string, model: Model): Promise<void> {
  const { state, reason } = await rebuilt(template, 'archive');
  // what would come back is told, and the present index stays
  if (model.hasDropped && /: 0 documents of the present one are missing in it, [1-9]/.test(reason ?? '')) return;
  if (reason === 'There is nothing in the archive of this template.') return assert.deepEqual(model.standing(), []);
  assert.deepEqual([state, reason], ['done', null]);
  model.forgetEarlier();
}

async function live(template: string, model: Model, step: Step): Promise<void> {
  switch (step.do) {
    case 'import': {
      const body = csvOf(step.rows);
      const query = { template };
      const dry = await engineer.call('POST', '/data/csv', { query: { ...query, dry_run: true }, body });
      const requestId = randomUUID();
      const { data, error } = await engineer.call('POST', '/data/csv', { query, body, requestId });
      assert.ok(data, JSON.stringify(error));
      const refused = new Map(step.rows.flatMap((row, i) => (row[1] === 'bad' ? [[i + 2, row] as const] : [])));
      const outcomes = step.rows.map(([key, num, words]) =>
        num === 'bad' ? 'rejected' : model.row(key, data.batch, { num, words }),
      );
      assert.deepEqual(ledgerOf(data), sums(outcomes));
      assert.deepEqual(ledgerOf(dry.data), ledgerOf(data), 'the dry run said so');
      const again = await engineer.call('POST', '/data/csv', { query, body, requestId });
      assert.equal(again.data.batch, data.batch);
      model.batches.push({ id: data.batch, refused });
      return;
    }
    case 'put': {
      const before = model.at(step.key);
      const value = { num: step.num, words: before?.words ?? 'by hand' };
      const body = { data: { key: step.key, num1: value.num, txt1: value.words } };
      const { code, error } = await engineer.call('PUT', '/data/user', { query: { template }, body });
      assert.equal(code, 30, JSON.stringify(error));
      model.write(step.key, 'hand', value);
      return;
    }
    case 'delete': {
      const id = await idOf(template, step.key);
      assert.equal(id !== undefined, model.at(step.key) !== null);
      if (id === undefined) return;
      const { code, error } = await engineer.call('DELETE', '/data/user', { query: { template, id } });
      assert.equal(code, 30, JSON.stringify(error));
      model.write(step.key, 'hand', null);
      return;
    }
    case 'undo': {
      const batch = model.batches[step.batch % Math.max(1, model.batches.length)]?.id;
      if (batch === undefined) return;
      const query = { keep_later: step.keep };
      const { http, error } = await engineer.call('POST', `/data/batch/${batch}/undo`, { query });
      if (model.undone.has(batch)) return assert.equal(http, 200);
      if (/no longer kept/.test(error?.message ?? '')) return;
      const isRefused = !step.keep && model.later(batch) > 0;
      assert.equal(http, isRefused ? 409 : 200, JSON.stringify(error));
      if (!isRefused) model.undo(batch);
      return;
    }
    case 'mend': {
      const batch = model.batches[step.batch % Math.max(1, model.batches.length)];
      if (batch === undefined || batch.refused.size === 0 || model.undone.has(batch.id)) return;
      const rows = [...batch.refused].map(([line, [key, , words]]) => ({
        line,
        raw: { key: String(key), num1: '77', txt1: words },
      }));
      const { data, error } = await engineer.call('POST', `/data/batch/${batch.id}/replay`, { body: { rows } });
      assert.ok(data, JSON.stringify(error));
      const outcomes = [...batch.refused.values()].map(([key, , words]) =>
        model.row(key, batch.id, { num: 77, words }),
      );
      assert.deepEqual(ledgerOf(data), sums(outcomes));
      batch.refused.clear();
      return;
    }
    case 'reset': {
      const partitions = [0, 1, 2].map((partition) => ({ partition, last_offset: 0 }));
      const body = { id: template, partitions };
      const { data, error } = await engineer.call('POST', '/schema/data/template/stream/reset', { body });
      assert.equal(data?.batches, 0, JSON.stringify(error));
      return;
    }
    case 'rebuild from archive':
      return fromArchive(template, model);
    case 'rebuild from topic': {
      const { state, reason } = await rebuilt(template, 'topic');
      if (reason !== 'There are no batches in the topic of this template.') {
        assert.deepEqual([state, reason], ['done', null]);
        model.onlyBatches();
      } else assert.ok(model.batches.every(({ id }) => model.undone.has(id)));
      return;
    }
    case 'restart':
      await restart();
  }
}

const key = fc.integer({ min: 1, max: 6 });
const num = fc.integer({ min: 0, max: 3 });
const words = fc.constantFrom('red fox', 'blue fox', 'red sea');
const rows = fc.uniqueArray(
  fc.tuple(key, fc.oneof({ arbitrary: num, weight: 4 }, { arbitrary: fc.constant('bad' as const), weight: 1 }), words),
  { minLength: 1, maxLength: 5, selector: ([id]) => id },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: rows.map((each): Step => ({ do: 'import', rows: each })) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('put' as const), key, num: fc.integer({ min: 100, max: 999_999 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), key }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('undo' as const), batch: fc.nat(9), keep: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('mend' as const), batch: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'reset' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'rebuild from archive' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'rebuild from topic' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'restart' }) },
);

/** Lives in which something was wrong once. */
const EARLIER: readonly Step[][] = [
  [
    {
      do: 'import',
      rows: [
        [4, 'bad', 'red fox'],
        [1, 0, 'red fox'],
      ],
    },
    { do: 'import', rows: [[4, 0, 'red fox']] },
    { do: 'delete', key: 4 },
    { do: 'mend', batch: 0 },
    { do: 'undo', batch: 1, keep: false },
  ],
];

test('[STR-03] [STR-04] [SRC-36] whatever happens to a template in whatever order, what stands is what the plain model says', async () => {
  const items = [
    { name: 'key', value_type: ValueType.Integer, is_key: true },
    { name: 'num1', value_type: ValueType.Integer },
    { name: 'txt1', value_type: ValueType.Text },
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const template = await deployTemplate(engineer, `Life ${randomUUID()}`, items);
      const model = new Model();
      for (const [i, each] of steps.entries()) {
        await live(template, model, each);
        const about = `after step ${i}, ${each.do}`;
        const expected = model.standing();
        assert.deepEqual(await found(template), expected, about);
        const foxes = expected.filter(([, , text]) => text.includes('fox')).length;
        assert.equal(await countOf(template, { match: { txt1: 'fox' } }), foxes, `foxes ${about}`);
      }
    }),
    {
      numRuns: RUNS,
      examples: EARLIER.map((steps) => [steps]),
      ...(process.env.LIVES_SEED && { seed: Number(process.env.LIVES_SEED) }),
    },
  );
});
