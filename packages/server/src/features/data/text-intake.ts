import type { FieldDefinition } from '@datasarana/engine';
import { FileRefused, type ShortRows, scanCsv } from '@datasarana/sources/node';
import { type PlannedColumn, planColumns, withDateFormats, withFields } from './column-plan.ts';
import { ComingFiles } from './coming-files.ts';
import { Copies } from './copies.ts';
import { DocumentCells } from './document-cells.ts';
import { FeatureLines } from './feature-line.ts';
import { PlainLines } from './plain-lines.ts';
import type { ReadAs, Received, Sinks } from './read-as.ts';
import { scanLines } from './scan-lines.ts';

/** Said only of files that have such rows. */
export const shortOf = (short: ShortRows): Pick<Received, 'short'> => (short.rows > 0 ? { short } : {});

/** Delimited text, as fast as it comes. @throws FileRefused, PlatformError 31/422 for columns that fit no field */
export async function receiveCsv(
  body: AsyncIterable<Uint8Array>,
  as: Pick<
    Extract<ReadAs, { readonly format: 'csv' }>,
    'delimiter' | 'escapes' | 'encoding' | 'headerRow' | 'toldAside' | 'isOurs' | 'choice'
  >,
  fields: readonly FieldDefinition[],
  sinks: Sinks,
): Promise<Received> {
  let plan: readonly PlannedColumn[] = [];
  let between = '';
  let sample: string | null = null;
  let dated: readonly PlannedColumn[] | null = null;
  /** Asked from the first block on: to look for forms of dates in it takes milliseconds. */
  const planned = (): readonly PlannedColumn[] => {
    dated ??= withDateFormats(plan, fields, sample ?? '', between);
    return dated;
  };
  const coming = new ComingFiles(sinks, () => ({ delimiter: between, columns: planned() }));
  const sink = new Copies(sinks, (block, full) => {
    sample ??= block.subarray(0, 512 * 1024).toString('utf8');
    coming.look(block, full);
  });
  const result = await scanCsv(body, sink, {
    ...(as.delimiter && { delimiter: as.delimiter }),
    ...(as.escapes && { escapes: as.escapes }),
    ...(as.encoding && { encoding: as.encoding }),
    ...(as.headerRow !== undefined && { headerRow: as.headerRow }),
    ...(as.toldAside && { toldAside: true }),
    ...(as.isOurs && { isOurs: true }),
    onHeader: ({ columns, delimiter }) => {
      between = delimiter;
      plan = planColumns(columns, fields, as.choice);
      sinks.guard(plan.flatMap(({ field }) => field ?? []));
    },
    onProgress: sinks.onProgress,
    signal: sinks.signal,
  });
  await sink.flush();
  await coming.end();
  const { rows, bytes, delimiter, lines, short } = result;
  const structural = withFields(result.structural, plan);
  const read = { rows, bytes, delimiter, lines, structural, ...shortOf(short) };
  return { format: 'csv', source: 'csv', columns: planned(), ...read };
}

/** Lines of JSON. @throws FileRefused when there is none, unless `mayBeEmpty` */
export async function receiveLines(
  body: AsyncIterable<Uint8Array>,
  ignoreUnknown: boolean,
  fields: readonly FieldDefinition[],
  sinks: Sinks,
  mayBeEmpty = false,
): Promise<Received> {
  const cells = new DocumentCells(fields);
  const lines = new FeatureLines(fields, ignoreUnknown, sinks.guard, cells.row, (row) => plain.learn(row));
  const plain = new PlainLines(cells, (key) => lines.fieldOf(key), ignoreUnknown);
  const shape = { delimiter: ',', columns: cells.columns };
  const coming = new ComingFiles(sinks, () => shape);
  const sink = new Copies(sinks, coming.look);
  const reading = { read: (line: string) => lines.read(line), plain };
  const scanned = await scanLines(body, sink, reading, sinks.onProgress);
  await sink.flush();
  await coming.end();
  if (!mayBeEmpty && scanned.rows === 0 && scanned.structural.length === 0) {
    throw new FileRefused('empty', 'It is empty. Send one JSON object on each line.');
  }
  return { format: 'csv', source: 'ndjson', ...shape, ...scanned };
}
