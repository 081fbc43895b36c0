import { utils, write } from '@e965/xlsx';

/** Cells of a sheet, row by row. */
export type Rows = readonly (readonly (string | number | Date)[])[];

/** A workbook of plain sheets as a spreadsheet program saves it: `xlsx`, or the old XLS of 1997 (`biff8`) or 1995 (`biff5`). */
export function plainWorkbook(
  sheets: Readonly<Record<string, Rows>>,
  bookType: 'xlsx' | 'biff8' | 'biff5',
): Buffer<ArrayBuffer> {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  return Buffer.from(write(book, { type: 'buffer', bookType }) as Uint8Array);
}
