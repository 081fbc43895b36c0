import type { BatchInput, BatchRows, CsvShape, FieldDefinition, LineMap, StructuralReject } from '@datasarana/engine';
import { PlatformError, ReplyCode, UPLOAD_LIMIT } from '@datasarana/schema';
import { ENCODINGS, type Encoding } from '@datasarana/sources';
import { FileRefused, type ScanSink, scanCsv } from '@datasarana/sources/node';
import type { BatchWriter } from '../../stores/stream/port.ts';
import { type ColumnChoice, type PlannedColumn, planColumns, withDateFormats } from './column-plan.ts';
import { FeatureLines } from './feature-line.ts';
import { scanLines } from './scan-lines.ts';
import type { Spool } from './spool.ts';

/** How a body is to be read. */
export type ReadAs =
  | {
      readonly format: 'csv';
      readonly delimiter?: ',' | '\t' | '|' | ';';
      readonly encoding?: Encoding;
      readonly choice: ColumnChoice;
      readonly file: string | null;
    }
  | { readonly format: 'ndjson'; readonly ignoreUnknown: boolean; readonly file: string | null };

/** What was read, without the rows themselves: enough to apply the batch from any copy of its rows. */
export interface Received {
  readonly format: 'csv' | 'ndjson';
  readonly rows: number;
  readonly bytes: number;
  readonly delimiter: string;
  readonly columns: readonly PlannedColumn[];
  readonly lines: LineMap;
  readonly structural: readonly StructuralReject[];
}

export const tooLarge = (): PlatformError =>
  new PlatformError('The upload is larger than 1 GB.', {
    code: ReplyCode.Malformed,
    type: 'malformed',
    http: 413,
    hint: 'Split the file and send the parts one after the other.',
  });

async function* limited(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    signal.throwIfAborted();
    bytes += chunk.length;
    if (bytes > UPLOAD_LIMIT) throw tooLarge();
    yield chunk;
  }
}

const HINTS: Readonly<Record<FileRefused['rule'], string>> = {
  empty: 'Send a file whose first row names the columns.',
  binary: 'Save it as CSV with UTF-8 encoding and send that.',
  header: 'Open the file in a text editor and mend its first row.',
  encoding: 'Choose the encoding the file was saved with, or save it as UTF-8.',
};

/** SRC-23: code 1010 with the file's name, when it is known. */
const unreadable = (cause: FileRefused, file: string | null): PlatformError =>
  new PlatformError(`The file could not be read${file ? ` (${file})` : ''}: ${cause.message}`, {
    code: ReplyCode.FileRead,
    type: 'validation',
    http: 422,
    hint: HINTS[cause.rule],
    cause,
  });

/**
 * Writes each block to the spool and, when there is one, to the stream: one pass over the body. A block is written while
 * the next one is scanned; `flush` waits for the last.
 */
class Copies implements ScanSink {
  readonly #sinks: Sinks;
  readonly #look: (block: Buffer, complete: string | null) => void;
  #writing: Promise<void> = Promise.resolve();

  /** `look` sees each block, and the file of the spool it completed. */
  constructor(sinks: Sinks, look: (block: Buffer, complete: string | null) => void = () => {}) {
    this.#sinks = sinks;
    this.#look = look;
  }

  async write(block: Buffer, rows: number): Promise<void> {
    await this.#writing;
    this.#writing = this.#copy(block, rows);
    this.#writing.catch(() => {});
  }

  async #copy(block: Buffer, rows: number): Promise<void> {
    const { spool, writer } = this.#sinks;
    const [complete] = await Promise.all([spool.write(block), writer?.write(block, rows)]);
    this.#look(block, complete);
  }

  flush(): Promise<void> {
    return this.#writing;
  }
}

async function receiveCsv(
  body: AsyncIterable<Uint8Array>,
  as: Extract<ReadAs, { readonly format: 'csv' }>,
  fields: readonly FieldDefinition[],
  sinks: Sinks,
): Promise<Received> {
  let plan: readonly PlannedColumn[] = [];
  let between = '';
  let sample: string | null = null;
  const planned = (): readonly PlannedColumn[] => withDateFormats(plan, fields, sample ?? '', between);
  const sink = new Copies(sinks, (block, complete) => {
    sample ??= block.subarray(0, 512 * 1024).toString('utf8');
    if (complete !== null) sinks.onFile({ delimiter: between, columns: planned() }, complete);
  });
  const result = await scanCsv(limited(body, sinks.signal), sink, {
    ...(as.delimiter && { delimiter: as.delimiter }),
    ...(as.encoding && { encoding: as.encoding }),
    onHeader: ({ columns, delimiter }) => {
      between = delimiter;
      plan = planColumns(columns, fields, as.choice);
      sinks.guard(plan.flatMap(({ field }) => field ?? []));
    },
    onProgress: sinks.onProgress,
    signal: sinks.signal,
  }).catch((cause: unknown) => {
    throw cause instanceof FileRefused ? unreadable(cause, as.file) : cause;
  });
  await sink.flush();
  const { rows, bytes, delimiter, lines, structural } = result;
  return { format: 'csv', rows, bytes, delimiter, columns: planned(), lines, structural };
}

async function receiveLines(
  body: AsyncIterable<Uint8Array>,
  as: Extract<ReadAs, { readonly format: 'ndjson' }>,
  fields: readonly FieldDefinition[],
  sinks: Sinks,
): Promise<Received> {
  const lines = new FeatureLines(fields, as.ignoreUnknown, sinks.guard);
  const sink = new Copies(sinks);
  const read = (line: string) => lines.read(line);
  const scanned = await scanLines(limited(body, sinks.signal), sink, read, sinks.onProgress);
  await sink.flush();
  if (scanned.rows === 0 && scanned.structural.length === 0) {
    throw unreadable(new FileRefused('empty', 'It is empty. Send one JSON object on each line.'), as.file);
  }
  return { format: 'ndjson', delimiter: '', columns: [], ...scanned };
}

export interface Sinks {
  readonly spool: Spool;
  /** Null on a dry run: nothing durable is kept. */
  readonly writer: BatchWriter | null;
  readonly signal: AbortSignal;
  /** Throws when one of these fields may not be written by the caller. */
  readonly guard: (paths: Iterable<string>) => void;
  readonly onProgress: (bytes: number, rows: number) => void;
  /** Called with each file of CSV that is complete while others still come. */
  readonly onFile: (shape: CsvShape, file: string) => void;
}

/** Reads a body once with flat memory; the request waits whenever disk or compression do. */
export async function receive(
  body: AsyncIterable<Uint8Array>,
  as: ReadAs,
  fields: readonly FieldDefinition[],
  sinks: Sinks,
): Promise<Received> {
  const received = await (as.format === 'csv'
    ? receiveCsv(body, as, fields, sinks)
    : receiveLines(body, as, fields, sinks));
  await sinks.spool.close();
  return received;
}

/** The rows of a batch as the index takes them, from a copy of them on disk. */
export function rowsFrom(received: Received, files: readonly string[]): BatchRows {
  const { format, delimiter, columns, lines } = received;
  return format === 'csv' ? { format, files, delimiter, columns, lines } : { format, files, lines };
}

export type SystemRow = BatchInput['system'];

export const isEncoding = (text: string): text is Encoding => ENCODINGS.some((known) => known === text);
