import { utils, write } from '@e965/xlsx';

type Rows = readonly (readonly (string | number)[])[];

/** A workbook of plain sheets as a spreadsheet program saves it: `xlsx`, or the old `biff8` (XLS). */
export function plainWorkbook(sheets: Readonly<Record<string, Rows>>, bookType: 'xlsx' | 'biff8'): Buffer<ArrayBuffer> {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  return Buffer.from(write(book, { type: 'buffer', bookType }) as Uint8Array);
}
