import type { DatabaseSettings, SourceColumn } from '@datasarana/sources';
import {
  type Database,
  DatabaseRefused,
  LAST_ROWS,
  openDatabase,
  type Position,
  type TableBlock,
  type TableReader,
} from '@datasarana/sources/node';
import type { KeptTies } from '../state/kept-ties.ts';
import type { Input, Mark } from '../state/rows.ts';
import { isReadable } from '../tasks/read-task.ts';
import type { HeldSource } from '../tasks/task.ts';
import { type Anchor, anchoredAt, standingOf } from './anchors.ts';
import { type Batch, type BatchReader, type BatchSize, Emptied } from './batch-reader.ts';
import { AS_ENCODED, encodeAll, encodeHead, transformed } from './encode.ts';
import { Ties, type TiesMark } from './ties.ts';

interface From {
  readonly position: Position | null;
  readonly rows: number;
  readonly ties: Ties;
  readonly anchors: readonly Anchor[];
}

/** Batches of a table, read in the order of its key or of a chosen column; goes on behind the last row it gave. */
export class TableBatches implements BatchReader {
  readonly isOpen = false;
  readonly #database: Database;
  readonly #settings: DatabaseSettings;
  readonly #columns: readonly SourceColumn[];
  readonly #ties: Ties;
  #position: Position | null;
  #rows: number;
  #anchors: readonly Anchor[];
  /** Whether the rows that were read before are still to be looked for. */
  #isDoubtful: boolean;
  warning: string | null = null;
  renewed: Mark | null = null;
  #reading: { readonly reader: TableReader; readonly blocks: AsyncIterator<TableBlock>; readonly size: number } | null =
    null;

  static async open(held: HeldSource, { name, mark }: Input, kept: KeptTies): Promise<TableBatches> {
    const { provider, db = {}, columns } = held.source;
    if (!isReadable(provider)) throw new Error(`'${provider}' is no database that can be read`);
    const position = (mark.position as Position | undefined) ?? null;
    const known = (prints: readonly string[]) => kept.known(held, name, prints);
    const ties = new Ties(mark.ties as TiesMark | undefined, position?.[0], known);
    const anchors = (mark.anchors ?? []) as readonly Anchor[];
    return new TableBatches(openDatabase(provider, db), db, columns, {
      position,
      rows: Number(mark.rows ?? 0),
      ties,
      anchors,
    });
  }

  private constructor(database: Database, settings: DatabaseSettings, columns: readonly SourceColumn[], from: From) {
    this.#database = database;
    this.#settings = settings;
    this.#columns = columns;
    this.#position = from.position;
    this.#rows = from.rows;
    this.#ties = from.ties;
    this.#anchors = from.anchors;
    this.#isDoubtful = from.anchors.length > 0;
  }

  async #blocks(size: BatchSize) {
    if (this.#reading && this.#reading.size === size.rows) return this.#reading;
    await this.#reading?.blocks.return?.();
    const { table = '', cursor } = this.#settings;
    const reader = await this.#database.read({
      ...this.#table,
      ...(cursor && this.#ties.mark ? { since: this.#position?.[0] ?? null } : { after: this.#position }),
      blockRows: size.rows,
    });
    if (reader.order.length === 0)
      throw new DatabaseRefused(
        'cursor',
        `The table ${table} has no primary or unique key of whole numbers, texts or dates, so it cannot be told which of its rows were read. Give it one; of a view, read the tables behind it.`,
      );
    this.#ties.begin(
      reader.columns,
      reader.order.some((name) => !reader.columns.includes(name)),
    );
    // where rows of the last value are read again, the first of them tells
    if (!this.#ties.mark) await this.#refuseOther(reader);
    this.#reading = { reader, blocks: reader.blocks[Symbol.asyncIterator](), size: size.rows };
    return this.#reading;
  }

  get #table() {
    const { table = '', cursor } = this.#settings;
    return { table, ...(cursor && { cursor }) };
  }

  #shapeOf({ columns, order }: TableReader) {
    const key = order.filter((name) => order.length === 1 || name !== this.#settings.cursor);
    return { columns, key };
  }

  /**
   * Looks once whether the rows that were read before are there.
   * @throws Emptied, DatabaseRefused when others stand in their place
   */
  async #refuseOther(reader: TableReader): Promise<void> {
    if (!this.#isDoubtful) return;
    this.#isDoubtful = false;
    const look = async (after: Position | null, blockRows: number) => {
      const { blocks } = await this.#database.read({ ...this.#table, after, blockRows });
      for await (const { rows } of blocks) return rows;
      return [];
    };
    const { kind, anchors } = await standingOf(this.#anchors, this.#position, this.#shapeOf(reader), look);
    const { table } = this.#table;
    if (anchors !== this.#anchors) this.renewed = { anchors };
    this.#anchors = anchors;
    if (kind === 'emptied') throw new Emptied();
    if (kind === 'refilled')
      throw new DatabaseRefused(
        'rewritten',
        `None of the rows of ${table} that were read last is left as it was: the table was emptied and filled again. It is read anew from its start; with a key in the template its rows come once.`,
      );
    if (kind === 'cut')
      this.warning = `The last rows of ${table} that were read are gone. Rows that are put in before ${this.#position?.[0] ?? ''} are not seen.`;
    if (kind === 'changed')
      this.warning = `All rows of ${table} that were read were changed. If it was emptied and filled again, add its task again: they are not read anew.`;
  }

  async next(size: BatchSize): Promise<Batch | null> {
    const { reader, blocks } = await this.#blocks(size);
    const cursor = reader.order.length > 1 ? reader.columns.indexOf(this.#settings.cursor ?? '') : -1;
    for (;;) {
      const { value: block, done } = await blocks.next();
      if (done || block.rows.length + block.setAside.length === 0) {
        await this.#refuseOther(reader);
        return null;
      }
      this.#isDoubtful = false;
      this.warning ??= block.note ?? null;
      const { rows, ties } =
        cursor < 0 ? { rows: block.rows, ties: [] } : this.#ties.unseen(block.rows, cursor, this.#rows);
      if (rows.length + block.setAside.length > 0) return this.#batch(reader, block, rows, ties);
    }
  }

  #batch(reader: TableReader, block: TableBlock, rows: TableBlock['rows'], ties: readonly string[]): Batch {
    const line = this.#rows + 1;
    this.#rows += rows.length + block.setAside.length;
    const now = { rows: block.rows, from: this.#position, beforeLast: block.beforeLast, read: this.#rows };
    this.#anchors = anchoredAt(this.#anchors, now, LAST_ROWS, this.#shapeOf(reader));
    this.#position = block.position;
    const mark = { position: this.#position, rows: this.#rows, anchors: this.#anchors };
    return {
      head: encodeHead(reader.columns),
      body: [
        encodeAll(
          { rows: transformed(rows, reader.columns, this.#columns), lines: [], aside: block.setAside },
          reader.columns.length,
        ),
      ],
      rows: rows.length,
      isLast: false,
      isWhole: true,
      aside: block.setAside,
      line,
      ties,
      mark: { ...mark, ...(this.#ties.mark && { ties: this.#ties.mark }) },
      query: AS_ENCODED,
    };
  }

  async close(): Promise<void> {
    await this.#reading?.blocks.return?.();
    await this.#database.close();
  }
}
