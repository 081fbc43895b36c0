import type { BatchInput, BatchRows, CountedFile, FieldDefinition } from '@datasarana/engine';
import { PlatformError, ReplyCode, UPLOAD_LIMIT } from '@datasarana/schema';
import { peek } from '@datasarana/sources';
import { FileRefused, gunzipped } from '@datasarana/sources/node';
import { receiveDelimited, receiveFile } from './file-intake.ts';
import type { ReadAs, Received, Sinks } from './read-as.ts';
import { receiveLines } from './text-intake.ts';

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
  binary: 'Send the rows as CSV with UTF-8 encoding, or as JSON, XLSX or Parquet.',
  header: 'Open the file in a text editor and mend its first row.',
  encoding: 'Choose the encoding the file was saved with, or save it as UTF-8.',
  damaged: 'Open the file where it was made, save it anew and send that.',
  password: 'Save the file without a password and send that.',
  bomb: 'Unpack the file yourself and send what is in it.',
  large: 'Save the rows as CSV, or split them into several files.',
  rows: 'Choose the delimiter, encoding, header row or format that the file has; they may have been taken for others.',
  geojson: 'Send a FeatureCollection: an object with "type": "FeatureCollection" and a list of features.',
  system: 'Save the file in WGS 84 (EPSG:4326); where its coordinates are degrees already, take the member "crs" out.',
  json: 'Send a list of objects, or one object on each line; name the path when the list stands deeper.',
  sheet: 'Choose one of the sheets, and the row that names its columns.',
};

/** SRC-19, SRC-22: what is no GeoJSON is said in these words alone. */
const refusalText = ({ rule, message }: FileRefused, file: string | null): string =>
  rule === 'geojson' ? message : `The file could not be read${file ? ` (${file})` : ''}: ${message}`;

/** SRC-23: code 1010 with the file's name, when it is known. */
const unreadable = (cause: FileRefused, file: string | null): PlatformError =>
  new PlatformError(refusalText(cause, file), {
    code: ReplyCode.FileRead,
    type: 'validation',
    http: 422,
    hint: HINTS[cause.rule],
    cause,
  });

/** Bytes as they were before they were packed; what is not packed stays as it is. */
async function* plain(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { head, rest } = await peek(body);
  yield* head[0] === 0x1f && head[1] === 0x8b ? gunzipped(rest) : rest;
}

function read(
  body: AsyncIterable<Uint8Array>,
  as: ReadAs,
  fields: readonly FieldDefinition[],
  sinks: Sinks,
): Promise<Received> {
  const { signal } = sinks;
  if (as.format === 'file') return receiveFile(limited(body, signal), as, fields, sinks);
  const unpacked = limited(plain(limited(body, signal)), signal);
  if (as.format === 'ndjson') return receiveLines(unpacked, as.ignoreUnknown, fields, sinks);
  return receiveDelimited(unpacked, as, fields, sinks);
}

/** Reads a body once with flat memory; the request waits whenever disk or compression do. */
export async function receive(
  body: AsyncIterable<Uint8Array>,
  as: ReadAs,
  fields: readonly FieldDefinition[],
  sinks: Sinks,
): Promise<Received> {
  const received = await read(body, as, fields, sinks).catch((cause: unknown) => {
    throw cause instanceof FileRefused ? unreadable(cause, as.file) : cause;
  });
  await sinks.spool.close();
  return received;
}

/** The rows of a batch as the index takes them, from a copy of them on disk. */
export function rowsFrom(received: Received, files: readonly string[], forms?: CountedFile['forms']): BatchRows {
  const { format, delimiter, columns, lines } = received;
  if (format !== 'csv') return { format, files, lines };
  // columns that came late are not told
  return { format, files, delimiter, columns, lines, ...(forms?.length === columns.length && { forms }) };
}

export type SystemRow = BatchInput['system'];
