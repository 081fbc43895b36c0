import type { Delimiter, Encoding, Source } from '@datasarana/sources';
import type { Input } from '../state/rows.ts';
import type { HeldSource } from '../tasks/task.ts';
import type { BatchReader } from './batch-reader.ts';

const delimiterOf = (text: string | undefined): Delimiter | undefined =>
  (text === '\\t' ? '\t' : text) as Delimiter | undefined;

const encodingOf = (text: string | undefined): Encoding | undefined => text as Encoding | undefined;

/** Readers are loaded when they are needed first: a service at rest holds none of them. */
async function openCsv(source: Source, input: Input): Promise<BatchReader> {
  const { CsvBatches } = await import('./csv-batches.ts');
  const delimiter = delimiterOf(source.csv?.delimiter);
  const encoding = encodingOf(source.csv?.encoding);
  const { columns } = source;
  const chosen = { ...(delimiter && { delimiter }), ...(encoding && { encoding }) };
  return CsvBatches.open({ path: input.name, size: input.size, columns, ...chosen }, input.mark);
}

async function openTable(source: Source, input: Input): Promise<BatchReader> {
  const { TableBatches } = await import('./table-batches.ts');
  return TableBatches.open(source, input.mark);
}

/** A reader for an input of a source, from where its mark stands. @throws what the reader says of a file it cannot read */
export function openInput({ source }: HeldSource, input: Input): Promise<BatchReader> {
  if (source.format === 'database') return openTable(source, input);
  return openCsv(source, input);
}
