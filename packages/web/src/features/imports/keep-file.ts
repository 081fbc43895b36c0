import { extensionOf, FILE_COLUMNS, mediaTypeOf } from '@datasarana/sources';
import { type ChosenFile, previewOf } from './plan.ts';

const HEAD_BYTES = 64 * 1024;

/** A file that is kept as it is: what its record will say; the platform adds the checksum. */
export async function keptFile(file: File): Promise<ChosenFile> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const values: Readonly<Record<string, string>> = {
    name: file.name,
    extension: extensionOf(file.name),
    media_type: mediaTypeOf(head),
    size: String(file.size),
    modified: new Date(file.lastModified).toISOString(),
  };
  const columns = FILE_COLUMNS.map(({ name }) => name);
  const rows = [columns.map((name) => values[name] ?? '')];
  return { file, preview: previewOf(columns, rows), opened: { format: 'generic', choice: {} } };
}
