import { viewOf } from '../parquet/runs.ts';
import type { Cell, CellColumn } from '../rows/row-reader.ts';
import { putCell, roomOf } from './cell-bytes.ts';

const COMMA = 0x2c;
/** Cells that might need more bytes than this are written row by row. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Bytes copied in one step, also behind the end of a cell. */
const STEP = 4;

/** Cells in the normal form, one behind the other, and a step more. */
interface Written {
  readonly bytes: DataView;
  /** Where each begins; one more than there are cells. */
  readonly starts: Int32Array;
}

/** Where the cells of a column stand in the rows of a block. */
interface Spans {
  bytes: DataView;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

const NOTHING = new DataView(new ArrayBuffer(0));

/** Columns of cells in the normal form: cells that many rows share are written once. */
export class WrittenColumns {
  readonly #shared = new WeakMap<readonly Cell[], Written | null>();
  #scratch: Buffer = Buffer.alloc(0);
  #spans: Spans[] = [];
  #out: Buffer = this.#scratch;
  #outView: DataView = NOTHING;

  /** Takes the columns of so many rows in place of those before. False where a cell cannot be stored, or they are very long. */
  take(columns: readonly CellColumn[], rows: number): boolean {
    if (this.#spans.length !== columns.length || (this.#spans[0]?.from.length ?? 0) < rows)
      this.#spans = columns.map(() => ({
        bytes: NOTHING,
        from: new Int32Array(rows),
        to: new Int32Array(rows),
      }));
    return columns.every(({ cells, places }, i) => {
      const written = places ? this.#sharedOf(cells) : this.#writtenOf(cells);
      const spans = this.#spans[i];
      if (!written || !spans) return false;
      spans.bytes = written.bytes;
      place(written.starts, places, spans, rows);
      return true;
    });
  }

  #sharedOf(cells: readonly Cell[]): Written | null {
    const known = this.#shared.get(cells);
    if (known !== undefined) return known;
    const written = this.#writtenOf(cells);
    this.#shared.set(cells, written);
    return written;
  }

  #writtenOf(cells: readonly Cell[]): Written | null {
    const room = roomOf(cells);
    if (room > MOST_BYTES) return null;
    if (this.#scratch.length < room) this.#scratch = Buffer.allocUnsafeSlow(room);
    const starts = new Int32Array(cells.length + 1);
    let at = 0;
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i] ?? null;
      if (cell !== null) at = putCell(this.#scratch, at, cell);
      if (at < 0) return null;
      starts[i + 1] = at;
    }
    const bytes = new Uint8Array(at + STEP);
    bytes.set(this.#scratch.subarray(0, at));
    return { bytes: viewOf(bytes), starts };
  }

  /** Bytes that writing a row needs at most. */
  roomFor(row: number): number {
    let size = this.#spans.length + STEP;
    for (const { from, to } of this.#spans) size += (to[row] as number) - (from[row] as number);
    return size;
  }

  /** Writes a row with a comma between its cells. @returns the place behind it */
  put(row: number, out: Buffer, start: number): number {
    if (out !== this.#out) {
      this.#out = out;
      this.#outView = viewOf(out);
    }
    const [spans, view] = [this.#spans, this.#outView];
    let at = start;
    for (let i = 0; i < spans.length; i++) {
      const { bytes, from, to } = spans[i] as Spans;
      if (i > 0) view.setInt8(at++, COMMA);
      const end = to[row] as number;
      let next = from[row] as number;
      at += end - next;
      for (let to = at - (end - next); next < end; next += STEP, to += STEP) view.setInt32(to, bytes.getInt32(next));
    }
    return at;
  }
}

function place(starts: Int32Array, places: Int32Array | null, { from, to }: Spans, rows: number): void {
  for (let row = 0; row < rows; row++) {
    const at = places ? (places[row] as number) : row;
    const isThere = at >= 0 && at < starts.length - 1;
    from[row] = isThere ? (starts[at] as number) : 0;
    to[row] = isThere ? (starts[at + 1] as number) : 0;
  }
}
