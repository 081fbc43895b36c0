import { extensionOf, FILE_COLUMNS, mediaTypeOf } from '@datasarana/sources';

const HEAD_BYTES = 64 * 1024;

interface FileRecord {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What the record of a file will say that is kept as it is; the platform adds the checksum. */
export async function recordOfFile(file: File): Promise<FileRecord> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const values: Readonly<Record<string, string>> = {
    name: file.name,
    extension: extensionOf(file.name),
    media_type: mediaTypeOf(head),
    size: String(file.size),
    modified: new Date(file.lastModified).toISOString(),
  };
  const columns = FILE_COLUMNS.map(({ name }) => name);
  return { columns, rows: [columns.map((name) => values[name] ?? '')] };
}
