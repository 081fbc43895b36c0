import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bulk, call, type Door } from './door.ts';
import { median, round, timed } from './figures.ts';
import { opensearchDoor } from './opensearch.ts';
import { sizesOf } from './options.ts';
import { doorOf, startPlatform } from './platform.ts';

const INDEX = 'bench-ids';
const MAPPINGS = { properties: { n: { type: 'integer' }, origin: { type: 'keyword' } } };
const RUNS = 9;
const LOADED = 10_000;

/** Ids as senders make them of what a document is about: in no order. */
const idOf = (n: number): string => createHash('md5').update(String(n)).digest('base64url').slice(0, 20);

const bodyOf = (numbers: readonly number[]): string =>
  numbers.map((n) => `{"index":{"_id":"${idOf(n)}"}}\n{"n":${n},"origin":"A${n % 300}"}\n`).join('');

const rangeOf = (from: number, size: number): readonly number[] => Array.from({ length: size }, (_, i) => from + i);

interface Times {
  readonly [what: string]: number;
}

/** An index that grows, at one of the two doors. */
class Growing {
  readonly #door: Door;
  #size = 0;

  constructor(door: Door) {
    this.#door = door;
  }

  async begin(): Promise<void> {
    await call(this.#door, 'DELETE', `/${INDEX}`);
    const settings = { number_of_shards: 1, number_of_replicas: 0 };
    await call(this.#door, 'PUT', `/${INDEX}`, { settings, mappings: MAPPINGS });
  }

  async grow(to: number): Promise<void> {
    while (this.#size < to) await this.#add(Math.min(LOADED, to - this.#size));
    await call(this.#door, 'POST', `/${INDEX}/_refresh`);
  }

  async #add(count: number): Promise<void> {
    await bulk(this.#door, INDEX, bodyOf(rangeOf(this.#size, count)));
    this.#size += count;
  }

  /** Medians in ms, by what was asked. */
  async measure(): Promise<Times> {
    const anywhere = (run: number, i = 0): number => (run * 7919 + i * 104_729) % this.#size;
    const one = (n: number): string => `/${INDEX}/_doc/${idOf(n)}`;
    const asked: Readonly<Record<string, (run: number) => Promise<unknown>>> = {
      get: (run) => call(this.#door, 'GET', one(anywhere(run))),
      index_new: () => call(this.#door, 'PUT', one(this.#size++), { n: 1, origin: 'A1' }),
      index_over: (run) => call(this.#door, 'PUT', one(anywhere(run)), { n: 2, origin: 'A2' }),
      bulk_500_new: () => this.#add(500),
      bulk_5000_new: () => this.#add(5000),
      bulk_500_over: (run) => bulk(this.#door, INDEX, bodyOf(rangeOf(0, 500).map((i) => anywhere(run, i)))),
    };
    const times: Record<string, number> = {};
    for (const [what, ask] of Object.entries(asked)) {
      await ask(0);
      const taken: number[] = [];
      for (let run = 1; run <= RUNS; run++) taken.push(await timed(() => ask(run)));
      times[what] = round(median(taken));
    }
    return times;
  }
}

/** Reading and writing documents by ids they were given, in an index that grows: what is asked should take as long in a large one. */
export async function ids(): Promise<object> {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-ids-'));
  const platform = await startPlatform(folder);
  const theirs = await opensearchDoor();
  try {
    const doors = { ours: await doorOf(platform), ...(theirs && { opensearch: theirs }) };
    const indexes = Object.entries(doors).map(([name, door]) => [name, new Growing(door)] as const);
    for (const [, index] of indexes) await index.begin();
    const figures: Record<string, Readonly<Record<string, Times>>> = {};
    for (const size of sizesOf([20_000, 300_000, 1_000_000])) {
      const times: Record<string, Times> = {};
      for (const [name, index] of indexes) {
        await index.grow(size);
        times[name] = await index.measure();
      }
      figures[size] = times;
    }
    return figures;
  } finally {
    await platform.stop();
    if (theirs) await call(theirs, 'DELETE', `/${INDEX}`);
    await rm(folder, { recursive: true, force: true });
  }
}
