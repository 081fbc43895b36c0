import type { DatabaseSettings, SourceColumn } from '@datasarana/sources';
import {
  type Database,
  openDatabase,
  type Position,
  type TableBlock,
  type TableReader,
} from '@datasarana/sources/node';
import type { KeptTies } from '../state/kept-ties.ts';
import type { Input } from '../state/rows.ts';
import { isReadable } from '../tasks/read-task.ts';
import type { HeldSource } from '../tasks/task.ts';
import type { Batch, BatchReader, BatchSize } from './batch-reader.ts';
import { encodeHead, encodeRows, transformed } from './encode.ts';
import { Ties, type TiesMark } from './ties.ts';

/** Batches of a table, read in the order of its key or of a chosen column; goes on behind the last row it gave. */
export class TableBatches implements BatchReader {
  readonly isOpen = false;
  readonly #database: Database;
  readonly #settings: DatabaseSettings;
  readonly #columns: readonly SourceColumn[];
  readonly #ties: Ties;
  #position: Position | null;
  #rows: number;
  #reading: { readonly reader: TableReader; readonly blocks: AsyncIterator<TableBlock>; readonly size: number } | null =
    null;

  static async open(held: HeldSource, { name, mark }: Input, kept: KeptTies): Promise<TableBatches> {
    const { provider, db = {}, columns } = held.source;
    if (!isReadable(provider)) throw new Error(`'${provider}' is no database that can be read`);
    const position = (mark.position as Position | undefined) ?? null;
    const known = (prints: readonly string[]) => kept.known(held, name, prints);
    const ties = new Ties(mark.ties as TiesMark | undefined, position?.[0], known);
    return new TableBatches(openDatabase(provider, db), db, columns, { position, rows: Number(mark.rows ?? 0), ties });
  }

  private constructor(
    database: Database,
    settings: DatabaseSettings,
    columns: readonly SourceColumn[],
    from: { readonly position: Position | null; readonly rows: number; readonly ties: Ties },
  ) {
    this.#database = database;
    this.#settings = settings;
    this.#columns = columns;
    this.#position = from.position;
    this.#rows = from.rows;
    this.#ties = from.ties;
  }

  async #blocks(size: BatchSize) {
    if (this.#reading && this.#reading.size === size.rows) return this.#reading;
    await this.#reading?.blocks.return?.();
    const { table = '', cursor } = this.#settings;
    const reader = await this.#database.read({
      table,
      ...(cursor && { cursor }),
      ...(cursor && this.#ties.mark ? { since: this.#position?.[0] ?? null } : { after: this.#position }),
      blockRows: size.rows,
    });
    if (reader.order.length === 0)
      throw new Error(
        `The table ${table} has no primary or unique key, so it cannot be told which of its rows were read. Give it one; of a view, read the tables behind it.`,
      );
    this.#ties.begin(
      reader.columns,
      reader.order.some((name) => !reader.columns.includes(name)),
    );
    this.#reading = { reader, blocks: reader.blocks[Symbol.asyncIterator](), size: size.rows };
    return this.#reading;
  }

  async next(size: BatchSize): Promise<Batch | null> {
    const { reader, blocks } = await this.#blocks(size);
    const cursor = reader.order.length > 1 ? reader.columns.indexOf(this.#settings.cursor ?? '') : -1;
    for (;;) {
      const { value: block, done } = await blocks.next();
      if (done || block.rows.length + block.setAside.length === 0) return null;
      const { rows, ties } =
        cursor < 0 ? { rows: block.rows, ties: [] } : this.#ties.unseen(block.rows, cursor, this.#rows);
      if (rows.length + block.setAside.length > 0) return this.#batch(reader, { ...block, rows }, ties);
    }
  }

  #batch(reader: TableReader, block: TableBlock, ties: readonly string[]): Batch {
    const line = this.#rows + 1;
    this.#rows += block.rows.length + block.setAside.length;
    this.#position = block.position;
    return {
      head: encodeHead(reader.columns),
      body: [encodeRows(transformed(block.rows, reader.columns, this.#columns))],
      rows: block.rows.length,
      isLast: false,
      isWhole: true,
      aside: block.setAside,
      line,
      ties,
      mark: { position: this.#position, rows: this.#rows, ...(this.#ties.mark && { ties: this.#ties.mark }) },
      query: { delimiter: ',', encoding: 'utf-8' },
    };
  }

  async close(): Promise<void> {
    await this.#reading?.blocks.return?.();
    await this.#database.close();
  }
}
