import { utils, write } from '@e965/xlsx';
import { plainWorkbook, type Rows } from './plain-workbook.ts';
import { refused, taken, type UglyFile } from './ugly-file.ts';

const xls = (rows: Rows, type: 'biff8' | 'biff5' = 'biff8'): Buffer => plainWorkbook({ Data: rows }, type);

/** A hidden sheet before the one with rows, whose first column is merged over them. */
function hiddenAndMerged(): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['secret'], ['x']]), 'Lists');
  const data = utils.aoa_to_sheet([
    ['txt1', 'code'],
    ['both', 'A'],
    ['', 'B'],
  ]);
  utils.book_append_sheet(book, { ...data, '!merges': [utils.decode_range('A2:A3')] }, 'Data');
  book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
  return Buffer.from(write(book, { type: 'buffer', bookType: 'biff8' }) as Uint8Array);
}

const ods = (...sheets: readonly (readonly [name: string, rows: Rows])[]): Buffer => {
  const book = utils.book_new();
  for (const [name, rows] of sheets) utils.book_append_sheet(book, utils.aoa_to_sheet(rows as unknown[][]), name);
  return Buffer.from(write(book, { type: 'buffer', bookType: 'ods' }) as Uint8Array);
};

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

/** Workbooks of Excel 5 to 2003, and of OpenDocument. */
export const OLD_WORKBOOKS: readonly UglyFile[] = [
  taken(
    'of LibreOffice.ods',
    ods([
      'Data',
      [
        ['code', 'num1'],
        ['A', 1],
        ['B', 'x'],
      ],
    ]),
    1,
    [3],
  ),
  taken('another sheet of LibreOffice.ods', ods(['Notes', [['x']]], ['Data', [['code'], ['A'], ['B']]]), 2, [], {
    sheet: 'Data',
  }),
  taken('an empty sheet for a cover.ods', ods(['Cover', []], ['Data', [['code'], ['A']]]), 1),
  taken(
    'old.xls',
    xls([
      ['code', 'num1'],
      ['A', 1],
      ['B', 'x'],
    ]),
    1,
    [3],
  ),
  taken(
    'older.xls',
    xls(
      [
        ['code', 'num1'],
        ['A', 1],
      ],
      'biff5',
    ),
    1,
  ),
  taken(
    'old, named xlsx.xlsx',
    xls([
      ['code', 'num1'],
      ['A', 1],
    ]),
    1,
  ),
  taken(
    'old with days.xls',
    xls([
      ['code', 'day1'],
      ['A', new Date(Date.UTC(2021, 2, 31))],
    ]),
    1,
  ),
  taken('old with a hidden first sheet.xls', hiddenAndMerged(), 2),
  refused(
    'old with a password.xlsx',
    Buffer.concat([OLE, Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')]),
    /password/,
  ),
  refused('old and damaged.xls', Buffer.concat([OLE, Buffer.alloc(200, 7)]), /damaged/),
];
