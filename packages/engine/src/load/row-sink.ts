import type { DuckDBAppender, DuckDBConnection, DuckDBType } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import type { RejectedCell, StructuralReject } from './batch.ts';
import { FIXED, REFUSED } from './stage.ts';
import type { ValidatedDocument } from './validate.ts';
import { columnValues, fitType } from './values.ts';

/** Takes rows the rules have read: good ones into `fixed`, the others, whole, into `refused`. */
export class RowSink {
  readonly #layout: IndexLayout;
  readonly #fixed: DuckDBAppender;
  readonly #refused: DuckDBAppender;
  readonly #types: readonly DuckDBType[];
  refused = 0;

  private constructor(layout: IndexLayout, fixed: DuckDBAppender, refused: DuckDBAppender) {
    this.#layout = layout;
    this.#fixed = fixed;
    this.#refused = refused;
    this.#types = Array.from({ length: fixed.columnCount }, (_, index) => fixed.columnType(index));
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
        const type = this.#types[index++];
        if (value === null || type === undefined) this.#fixed.appendNull();
        else this.#fixed.appendValue(fitType(value, type), type);
      }
    }
    this.#fixed.endRow();
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
