import { rowsOf } from '../run.ts';
import { joined, name, type Sql, sql, whole } from '../sql.ts';
import type { ColumnMemory } from './column-memory.ts';
import type { Kept, Source } from './kept.ts';
import { FEW, type ReadKeys } from './read-columns.ts';

/** Readings that a column is in without anybody asking for it, after which it is left out. */
const IDLE = 8;

/** What one value takes. */
const VALUE_BYTES = 24;

/** A column that goes on while documents come. */
interface Followed {
  readonly expressions: readonly Sql[];
  /** Readings since somebody asked. */
  idle: number;
}

/** Documents of one state from some number on, with the values of the columns that were followed by then. */
interface Reading {
  readonly state: string;
  readonly from: number;
  readonly docs: readonly number[];
  readonly values: ReadonlyMap<string, readonly (readonly unknown[])[]>;
}

/**
 * Documents that came since columns in memory were read last. While rows come in in small batches searches go on with a dozen columns
 * behind each: whoever asks first reads them for all that were asked for lately, in one statement.
 */
export class NewRows {
  readonly #source: Source;
  readonly #memory: ColumnMemory;
  readonly #keyOf: (about: string) => string;

  /** @param keyOf the key by which something about the index is in memory */
  constructor(source: Source, memory: ColumnMemory, keyOf: (about: string) => string) {
    this.#source = source;
    this.#memory = memory;
    this.#keyOf = keyOf;
  }

  /**
   * What the documents from `from` on have for some expressions together; several that have the same stand there each.
   * @param about the name under which the column is kept
   */
  async of(about: string, expressions: readonly Sql[], from: number): Promise<ReadKeys> {
    const key = this.#keyOf('new rows');
    return this.#memory.inTurn(key, async () => {
      const followed = this.#followed(about, expressions);
      const last = this.#memory.get<Reading>(key);
      const isShared = last !== undefined && last.state === this.#source.version.key && last.from <= from;
      const shared = isShared ? last : await this.#read(key, followed, from);
      const values = shared.values.get(about);
      if (values !== undefined) return keysFrom(shared.docs, values, from);
      const { docs, values: own } = await this.#ask(new Map([[about, { expressions, idle: 0 }]]), from);
      return keysFrom(docs, own.get(about) ?? [], from);
    });
  }

  #followed(about: string, expressions: readonly Sql[]): ReadonlyMap<string, Followed> {
    const key = this.#keyOf('followed');
    const followed = new Map(this.#memory.get<ReadonlyMap<string, Followed>>(key));
    followed.set(about, { expressions, idle: 0 });
    this.#memory.set(key, followed, VALUE_BYTES * followed.size);
    return followed;
  }

  async #read(key: string, followed: ReadonlyMap<string, Followed>, from: number): Promise<Reading> {
    for (const column of followed.values()) column.idle++;
    const least = this.#source.version.nextDoc - FEW;
    const wanted = [...followed].flatMap(([about, column]) => {
      const kept = this.#memory.get<Kept>(this.#keyOf(about));
      const isNear = column.idle <= IDLE && kept?.nextDoc !== undefined && kept.nextDoc >= least;
      return isNear ? [{ about, column, from: kept.nextDoc }] : [];
    });
    const first = Math.min(from, ...wanted.map((each) => each.from));
    const read = await this.#ask(new Map(wanted.map(({ about, column }) => [about, column])), first);
    const bytes = VALUE_BYTES * read.docs.length * (1 + read.values.size);
    if (this.#memory.hasRoom(bytes)) this.#memory.set(key, read, bytes);
    return read;
  }

  async #ask(columns: ReadonlyMap<string, Followed>, from: number): Promise<Reading> {
    const { connection, layout, version } = this.#source;
    const expressions = [...columns.values()].flatMap((column) => column.expressions);
    const rows = await rowsOf(
      connection,
      sql`SELECT ${joined([sql`_doc`, ...expressions], ', ')} FROM ${name(layout.docs)} WHERE _doc >= ${whole(from)}`,
    );
    const values = new Map<string, readonly (readonly unknown[])[]>();
    let end = 1;
    for (const [about, { expressions: own }] of columns) {
      const begin = end;
      end += own.length;
      values.set(
        about,
        rows.map((row) => row.slice(begin, begin + own.length)),
      );
    }
    return { state: version.key, from, docs: rows.map(([doc]) => Number(doc)), values };
  }
}

function keysFrom(docs: readonly number[], values: readonly (readonly unknown[])[], from: number): ReadKeys {
  const places = [...docs.keys()].filter((place) => (docs[place] ?? 0) >= from);
  return {
    keys: places.map((place) => values[place] ?? []),
    docs: Int32Array.from(places, (place) => docs[place] ?? 0),
    places: Uint16Array.from(places.keys()),
  };
}
