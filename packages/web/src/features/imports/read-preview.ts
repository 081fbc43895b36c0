import type { Encoding, FileChoice } from '@datasarana/sources';
import { type ChosenFile, previewOf } from './plan.ts';
import { previewText } from './preview-text.ts';

/** A file that is kept as it is. */
export async function readWhole(file: File): Promise<ChosenFile> {
  const { columns, rows } = await (await import('./keep-file.ts')).recordOfFile(file);
  return { file, preview: previewOf(columns, rows), opened: { format: 'generic', choice: {} } };
}

/**
 * Reads the beginning of a file for the preview; the file itself stays where it is. Delimited text is read by its delimiter
 * and encoding, everything else by what it shows.
 */
export async function readPreview(file: File, choice: FileChoice = {}): Promise<ChosenFile> {
  const { readFile } = await import('./read-file.ts');
  const found = await readFile(file, { name: file.name, ...choice });
  if (found.format === 'csv' && !found.packed) return { file, preview: await previewText(file) };
  const { columns, types, rows, format, sheets, sheet, entries, entry, setAside, likelyHeader } = found;
  const { lists, beside, isTable, members } = found;
  const preview = {
    ...previewOf(columns, rows),
    ...(types && { types }),
    ...(likelyHeader !== undefined && { likelyHeader }),
  };
  const workbook = { ...(sheets && { sheets }), ...(sheet && { sheet }) };
  const archive = { choice: { ...choice, ...(entry !== undefined && { entry }) }, ...(entries && { entries }) };
  const told = { ...(isTable && { isTable }), ...(members !== undefined && { members }) };
  const places = { ...(lists && { lists }), ...(beside && { beside }), ...told };
  const opened = { format, ...archive, ...workbook, ...places };
  return { file, preview, setAside, opened };
}

/** Delimited text in an encoding that its bytes do not show. */
export const readAs = async (file: File, encoding: Encoding): Promise<ChosenFile> => ({
  file,
  preview: await previewText(file, { encoding }),
});
