import type { FieldDefinition, RejectedRow, StructuralReject } from '@datasarana/engine';
import { isRawNumber } from '@datasarana/schema';
import {
  type Cell,
  compileTransforms,
  DATE_FORMATS,
  type DateFormat,
  lineOf,
  parseDate,
  parseDocument,
  splitRows,
  type Transform,
  TransformTooLarge,
} from '@datasarana/sources';
import { NormalRows, type ScanSink } from '@datasarana/sources/node';
import type { BatchDoc } from './batch-record.ts';
import { type PlannedColumn, withFields } from './column-plan.ts';
import { FeatureLines } from './feature-line.ts';
import type { Received } from './read-as.ts';

type Raw = RejectedRow['raw'];

/** A rejected row as somebody wrote it anew: its cells, or its whole text. */
export interface MendedRow {
  readonly line: number;
  readonly raw: Raw;
  /** As it stood when its sender saw it. */
  readonly was?: Raw;
}

/** Functions that change one column of every rejected row they are meant for. */
export interface MendingRule {
  readonly column: string;
  readonly transforms: readonly Transform[];
}

/** A rejected row after the rule; null when it changes nothing. */
export function ruled({ column, transforms }: MendingRule): (row: RejectedRow) => MendedRow | null {
  const apply = compileTransforms(transforms);
  return ({ line, raw }) => {
    const cells = typeof raw === 'string' ? objectOf(raw) : raw;
    if (cells === null) return null;
    const before = cells[column] ?? null;
    const after = changed(apply, before, (name) => cells[name]);
    if (after === undefined || (after ?? '') === (before ?? '')) return null;
    return { line, raw: typeof raw === 'string' ? withField(raw, column, after) : { ...raw, [column]: after } };
  };
}

function changed(
  apply: ReturnType<typeof compileTransforms>,
  before: Cell,
  row: (name: string) => Cell | undefined,
): Cell | undefined {
  try {
    return apply(before, row);
  } catch (cause) {
    if (cause instanceof TransformTooLarge) return undefined;
    throw cause;
  }
}

/** Plain values of a line of JSON as texts; null for a row that is no object. */
function objectOf(text: string): Readonly<Record<string, Cell>> | null {
  const parsed = parse(text);
  if (parsed === null) return null;
  const plain = Object.entries(parsed).flatMap(([name, value]) =>
    isPlain(value) ? [[name, typeof value === 'string' ? value : JSON.stringify(value)] as const] : [],
  );
  return Object.fromEntries(plain);
}

/** A number of many digits is one that looks like an object. */
const isPlain = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) || isRawNumber(value);

const withField = (text: string, name: string, value: Cell): string =>
  JSON.stringify({ ...parse(text), [name]: value });

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value = parseDocument(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** How rows of a batch are written down again, as its file was read. */
export interface BatchShape extends Pick<BatchDoc, 'columns' | 'delimiter'> {
  /** How many of the columns are those of the file: mended rows may fill fields that none of these does. */
  readonly own: number;
}

/** Writes mended rows in the form in which the batch's own rows were read. */
export class MendedWriter {
  readonly #columns: readonly PlannedColumn[];
  /** Dates may be mended in the way of the file or in the common one, so that they are written down in the common one. */
  readonly #formats: readonly (DateFormat | undefined)[];
  readonly #delimiter: string;
  readonly #wholeAt: number;
  readonly #own: number;
  readonly #rows: NormalRows;
  readonly #lines: FeatureLines;
  readonly #structural: StructuralReject[] = [];

  constructor(
    shape: BatchShape,
    fields: readonly FieldDefinition[],
    guard: (paths: Iterable<string>) => void,
    sink: ScanSink,
  ) {
    const columns = shape.columns ?? [];
    this.#formats = columns.map(({ dateFormat }) =>
      DATE_FORMATS.find((known) => known === dateFormat && known !== 'iso'),
    );
    this.#columns = columns.map(({ dateFormat: _format, ...column }) => column);
    this.#delimiter = shape.delimiter || ',';
    this.#own = shape.own;
    this.#wholeAt = this.#columns.findIndex(({ document }) => document === true);
    this.#rows = new NormalRows(sink);
    this.#lines = new FeatureLines(fields, false, guard);
  }

  async add({ line, raw }: MendedRow): Promise<void> {
    if (this.#columns.length === 0 || (this.#wholeAt >= 0 && typeof raw === 'string')) this.#addJson(line, raw);
    else if (typeof raw === 'string') this.#addText(line, raw);
    else
      this.#addCells(
        line,
        cellNames(this.#columns).map((name) => raw[name] ?? null),
      );
    if (this.#rows.full) await this.#rows.flush();
  }

  #addJson(line: number, raw: Raw): void {
    const text = typeof raw === 'string' ? raw : JSON.stringify(raw);
    const read = this.#lines.read(text);
    if ('fault' in read) this.#structural.push({ line, raw: text, rule: 'json', reason: read.fault });
    else if (this.#columns.length === 0) this.#rows.addText(read.row, line);
    else
      this.#addCells(
        line,
        this.#columns.map((_, at) => (at === this.#wholeAt ? read.row : null)),
      );
  }

  #addText(line: number, raw: string): void {
    const [cells = []] = splitRows(raw, this.#delimiter, 1).rows;
    if (cells.length === this.#own) {
      this.#addCells(
        line,
        this.#columns.map((_, at) => cells[at] ?? null),
      );
      return;
    }
    const reason = `The row has ${cells.length} cells, the header names ${this.#own}.`;
    this.#structural.push({ line, raw, rule: 'columns', reason });
  }

  #addCells(line: number, cells: readonly Cell[]): void {
    const plain = cells.map((cell, at) => this.#asCommonDate(cell, this.#formats[at]));
    this.#rows.add(
      plain,
      line,
      this.#columns.map(({ name }) => name),
    );
  }

  #asCommonDate(cell: Cell, format: DateFormat | undefined): Cell {
    const ms = cell === null || format === undefined ? null : parseDate(cell, format);
    return ms === null ? cell : new Date(ms).toISOString();
  }

  async finish(): Promise<Received> {
    await this.#rows.flush();
    const structural = [...this.#structural, ...withFields(this.#rows.setAside.rows, this.#columns)];
    const format = this.#columns.length === 0 ? 'ndjson' : 'csv';
    return {
      format,
      rows: this.#rows.rows,
      bytes: 0,
      delimiter: ',',
      columns: this.#columns,
      lines: this.#rows.lines,
      structural,
    };
  }
}

/** Names a rejected row gives its cells: those of the header, made different. */
export function cellNames(columns: readonly PlannedColumn[]): readonly string[] {
  const seen = new Set<string>();
  return columns.map(({ name }, index) => {
    const free = seen.has(name) || name === '' ? `${name || 'column'}_${index + 1}` : name;
    seen.add(free);
    return free;
  });
}

/** Where mended rows stood in their batch. */
export const linesOf = ({ lines, rows, structural }: Received): readonly number[] => {
  const all = Array.from({ length: rows }, (_, ordinal) => lineOf(lines, ordinal));
  return [...all, ...structural.map(({ line }) => line)];
};
