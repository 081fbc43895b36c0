import { readFile } from 'node:fs/promises';
import { CellForms } from '@datasarana/sources/node';
import type { CountedFile } from './batch.ts';

/**
 * A file of rows without line ends in their cells; one that is not there is said to have a row.
 * @param columns so many columns are told the forms of their cells
 */
export async function counted(path: string, columns?: number): Promise<CountedFile> {
  const text = await readFile(path, 'utf8').catch(() => '\n');
  const file = { path, rows: text.split('\n').length - 1 };
  if (columns === undefined) return file;
  const forms = new CellForms(',', columns);
  forms.look(Buffer.from(text));
  return { ...file, forms: forms.take() };
}
