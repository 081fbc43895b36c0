import type { FileHandle } from 'node:fs/promises';
import type { OpenedFile, Source } from '@datasarana/sources';
import type { Progress } from '../state/progress.ts';
import type { Input } from '../state/rows.ts';
import type { HeldSource } from '../tasks/task.ts';
import type { BatchReader } from './batch-reader.ts';
import { readAt } from './file-window.ts';
import { headOf, refuseOther } from './files.ts';
import { fileChoice, textChoice } from './reading-choice.ts';
import type { TiesMark } from './ties.ts';

/** Readers are loaded when they are needed first: a service at rest holds none of them. */
async function openCsv(source: Source, input: Input, mayGrow: boolean): Promise<BatchReader> {
  const { CsvBatches } = await import('./csv-batches.ts');
  const { columns } = source;
  return CsvBatches.open({ path: input.name, size: input.size, mayGrow, columns, ...textChoice(source) }, input.mark);
}

/** JSON lines; null for another file. */
async function openLines(source: Source, input: Input, mayGrow: boolean): Promise<BatchReader | null> {
  const { name, size, mark } = input;
  // an older version, or a reader of rows, counted rows
  if (typeof mark.rows === 'number') return null;
  const { LineBatches } = await import('./line-batches.ts');
  return LineBatches.open({ path: name, size, mayGrow, columns: source.columns }, mark);
}

/**
 * Whether more bytes behind those of a file are more rows behind its rows: archives one behind another are one file, and of objects
 * none is taken before its end. A text may stop in the middle of a row.
 */
async function isInOrder({
  file,
  handle,
}: {
  readonly file: OpenedFile;
  readonly handle: FileHandle;
}): Promise<boolean> {
  if (file.kind !== 'text') return file.kind === 'documents';
  const [first, second] = await readAt(handle, 0, Buffer.alloc(2));
  return first === 0x1f && second === 0x8b;
}

/** Files that are not read by the bytes of their lines: workbooks, JSON, features, Parquet, packed ones, UTF-16. */
async function openOther(source: Source, input: Input): Promise<BatchReader> {
  const [{ tableOfFile }, { csvTable, openFile }, { BlockBatches }] = await Promise.all([
    import('@datasarana/sources'),
    import('@datasarana/sources/node'),
    import('./block-batches.ts'),
  ]);
  const opened = await openFile(input.name, fileChoice(source, input.name));
  try {
    const { file, handle } = opened;
    const head = (await isInOrder(opened)) ? await headOf(handle, input.size) : undefined;
    const reader =
      file.kind === 'text' && file.format === 'csv'
        ? await csvTable(file.bytes, textChoice(source))
        : await tableOfFile(file, 'column');
    const ofObjects = file.kind === 'documents' || file.format === 'ndjson';
    return new BlockBatches({ reader, ofObjects, file: handle, head }, source.columns, input.mark, () =>
      opened.close(),
    );
  } catch (cause) {
    await opened.close();
    throw cause;
  }
}

const OTHER = /\.(gz|zip|xlsx?|ods|html?|parquet|json|geojson|gpx|km[lz]|ndjson|jsonl)$/i;

/** Refused as text that is read by its bytes: UTF-16, or a workbook or an archive under another name. */
const isOther = (cause: unknown): boolean => ['encoding', 'binary'].includes(Object(cause).rule);

/** Whether it is read as delimited text, by its mark before its name: a file that is read may get another one. */
function isDelimited({ format }: Source, { name, mark }: Input): boolean {
  if (typeof mark.header === 'string') return true;
  return format === 'csv' && !OTHER.test(name) && mark.rows === undefined && mark.columns === undefined;
}

async function openFileInput(source: Source, input: Input, mayGrow: boolean): Promise<BatchReader> {
  if (!isDelimited(source, input)) return (await openLines(source, input, mayGrow)) ?? (await openOther(source, input));
  try {
    return await openCsv(source, input, mayGrow);
  } catch (cause) {
    if (isOther(cause)) return openOther(source, input);
    throw cause;
  }
}

async function openTable(source: HeldSource, input: Input, progress: Progress): Promise<BatchReader> {
  const { TableBatches } = await import('./table-batches.ts');
  const { ties } = input.mark;
  // while something waits, it may be taken back to where an earlier value was the last
  if (ties && progress.next(source) === null) progress.ties.forget(source, input.name, (ties as TiesMark).from);
  return TableBatches.open(source, input, progress.ties);
}

/**
 * A reader for an input of a source, from where its mark stands. Of a file that may grow the last row is left where no line end
 * follows it. @throws what the reader says of a file it cannot read, Moved when the name leads to another file by now
 */
export async function openInput(
  progress: Progress,
  held: HeldSource,
  input: Input,
  mayGrow = false,
): Promise<BatchReader> {
  if (held.source.format === 'database') return openTable(held, input, progress);
  const reader = await openFileInput(held.source, input, mayGrow);
  try {
    if (reader.file) await refuseOther({ ...input, ino: input.mark.ino }, reader.file);
    return reader;
  } catch (cause) {
    await reader.close();
    throw cause;
  }
}
