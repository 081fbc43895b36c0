import type { Batch } from '@datasarana/client';

/** Formats of a body as people call them; the others are called as their file ending. */
const FORMATS: Readonly<Record<string, string>> = {
  ndjson: 'JSON lines',
  log: 'Log',
  geojson: 'GeoJSON',
  xlsx: 'Workbook',
  xls: 'Workbook',
  parquet: 'Parquet',
  datasarana: 'Datasarana JSON',
  file: 'Rows',
  generic: 'File',
};

/** How a batch's rows were written, as people call it. */
export const formatWords = (source: string): string => FORMATS[source] ?? source.toUpperCase();

/** What is counted in a file to say where a row of it stands; lines of a text where it is nothing else. */
const PLACES: Readonly<Record<string, string>> = {
  json: 'element',
  datasarana: 'element',
  geojson: 'feature',
  xlsx: 'row',
  xls: 'row',
  parquet: 'row',
};

/** As `line` of `line 7`, by the format of the file. */
export const placeWord = (source = ''): string => PLACES[source] ?? 'line';

/** The same as the head of a column. */
export function placeHead(source: string | undefined): string {
  const word = placeWord(source);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** What a batch is called: its file or table; rows that came without a name came from a program. */
export const batchName = ({ file, source = 'file' }: Pick<Batch, 'file' | 'source'>): string =>
  file || `${formatWords(source)} sent by API`;

/** The end of a batch's id: enough to tell it from others that are called the same. */
export const shortBatch = (batch: string): string => batch.slice(-8);
