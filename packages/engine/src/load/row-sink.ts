import {
  type DuckDBAppender,
  type DuckDBConnection,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { Breath } from '../store/breath.ts';
import type { RejectedCell, StructuralReject } from './batch.ts';
import { FIXED, REFUSED } from './stage.ts';
import type { ValidatedDocument } from './validate.ts';
import { columnValues, fitType } from './values.ts';

type Append = (value: DuckDBValue) => void;

/** What takes values of a column; those of plain types by calls of their own, in a fraction of the time a value of any type takes. */
function appendOf(appender: DuckDBAppender, type: DuckDBType): Append {
  switch (type.typeId) {
    case DuckDBTypeId.VARCHAR:
      return (value) => appender.appendVarchar(String(value));
    case DuckDBTypeId.BIGINT:
      return (value) => appender.appendBigInt(BigInt(value as number | bigint));
    case DuckDBTypeId.INTEGER:
      return (value) => appender.appendInteger(Number(value));
    case DuckDBTypeId.DOUBLE:
      return (value) => appender.appendDouble(Number(value));
    case DuckDBTypeId.BOOLEAN:
      return (value) => appender.appendBoolean(value === true);
    default:
      return (value) => appender.appendValue(fitType(value, type), type);
  }
}

/** Takes rows the rules have read: good ones into `fixed`, the others, whole, into `refused`. */
export class RowSink {
  readonly #layout: IndexLayout;
  readonly #fixed: DuckDBAppender;
  readonly #refused: DuckDBAppender;
  /** By column, that of the ordinal first. */
  readonly #append: readonly Append[];
  /** Rows that were taken into `fixed`, and those into `refused`. */
  fixed = 0;
  refused = 0;

  private constructor(layout: IndexLayout, fixed: DuckDBAppender, refused: DuckDBAppender) {
    this.#layout = layout;
    this.#fixed = fixed;
    this.#refused = refused;
    this.#append = Array.from({ length: fixed.columnCount }, (_, index) => appendOf(fixed, fixed.columnType(index)));
  }

  static async open(connection: DuckDBConnection, layout: IndexLayout): Promise<RowSink> {
    const fixed = await connection.createAppender(FIXED, 'main', 'temp');
    return new RowSink(layout, fixed, await connection.createAppender(REFUSED, 'main', 'temp'));
  }

  /** `raw` answers the row as it came, as JSON. */
  add(ordinal: number, line: number, raw: () => string, { values, refusals }: ValidatedDocument): void {
    if (refusals.length > 0) {
      const cells = refusals.map(({ path, value, rule, reason }) => ({ line, field: path, value, rule, reason }));
      this.#refuse(line, raw(), cells);
      return;
    }
    this.#fixed.appendBigInt(BigInt(ordinal));
    let index = 1;
    for (const column of this.#layout.own) {
      for (const value of columnValues(column, values.get(column.path))) {
        const append = this.#append[index++];
        if (value === null || append === undefined) this.#fixed.appendNull();
        else append(value);
      }
    }
    this.#fixed.endRow();
    this.fixed++;
  }

  /** Rows set aside before typing; there may be as many as rows. */
  async addAllStructural(rejects: readonly StructuralReject[]): Promise<void> {
    const breath = new Breath();
    for (const reject of rejects) {
      this.addStructural(reject);
      if (breath.isDue) await breath.take();
    }
  }

  /** A row set aside before typing. */
  addStructural({ line, raw, rule, reason, field = '' }: StructuralReject): void {
    this.#refuse(line, JSON.stringify(raw), [{ line, field, value: null, rule, reason }]);
  }

  #refuse(line: number, raw: string, cells: readonly RejectedCell[]): void {
    this.#refused.appendBigInt(BigInt(line));
    this.#refused.appendVarchar(raw);
    this.#refused.appendVarchar(JSON.stringify(cells));
    this.#refused.endRow();
    this.refused++;
  }

  flush(): void {
    this.#fixed.flushSync();
    this.#refused.flushSync();
  }

  close(): void {
    this.#fixed.closeSync();
    this.#refused.closeSync();
  }
}
