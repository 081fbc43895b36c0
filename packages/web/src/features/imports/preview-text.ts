import type { CsvChoice, CsvPreview } from '@datasarana/sources';

const SAMPLE_BYTES = 1024 ** 2;
/** Where no row ends before: the platform takes rows of up to 16 MB. */
export const LARGE_SAMPLE = 17 * 1024 ** 2;

/** The beginning of a delimited file; more of it where its first row is long. @throws FileRefused */
export async function previewText(file: Blob, choice: CsvChoice = {}): Promise<CsvPreview> {
  // the reader is loaded with the first file
  const { previewCsv } = await import('@datasarana/sources/preview');
  const read = async (bytes: number): Promise<CsvPreview> =>
    previewCsv(new Uint8Array(await file.slice(0, bytes).arrayBuffer()), file.size <= bytes, choice);
  const preview = await read(SAMPLE_BYTES);
  return preview.rows.length > 0 || file.size <= SAMPLE_BYTES ? preview : read(LARGE_SAMPLE);
}
