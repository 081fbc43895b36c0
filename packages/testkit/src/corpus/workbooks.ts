import { book, one, serial, sheet } from './book.ts';
import { refused, taken, type UglyFile } from './ugly-file.ts';

/** Workbooks of today. */
export const WORKBOOKS: readonly UglyFile[] = [
  taken(
    'plain.xlsx',
    one([
      ['code', 'num1'],
      ['A', 1],
      ['B', 2],
    ]),
    2,
  ),
  taken(
    'named csv.csv',
    one([
      ['code', 'num1'],
      ['A', 1],
    ]),
    1,
  ),
  taken(
    'a bad cell.xlsx',
    one([
      ['code', 'num1'],
      ['A', 'x'],
      ['B', 2],
    ]),
    1,
    [2],
  ),
  taken('header lower down.xlsx', one([['Report'], [], ['code', 'num1'], ['A', 1]]), 1, [], { header_row: '3' }),
  taken('blank rows.xlsx', one([[], ['code', 'num1'], [], ['A', 1], ['', ''], [], ['B', 'x']]), 1, [7]),
  taken(
    'second sheet.xlsx',
    book({
      sheets: [
        { name: 'Notes', xml: sheet([['hello']]) },
        { name: 'Data', xml: sheet([['code'], ['A']]) },
      ],
    }),
    1,
    [],
    { sheet: 'Data' },
  ),
  taken(
    'hidden first sheet.xlsx',
    book({
      sheets: [
        { name: 'Secret', xml: sheet([['x']]), state: 'hidden' },
        { name: 'Data', xml: sheet([['code'], ['A']]) },
      ],
    }),
    1,
  ),
  taken(
    'an empty sheet for a cover.xlsx',
    book({
      sheets: [
        { name: 'Cover', xml: sheet([]) },
        { name: 'Data', xml: sheet([['code'], ['A']]) },
      ],
    }),
    1,
  ),
  refused(
    'a sheet that breaks off.xlsx',
    book({ sheets: [{ name: 'Data', xml: sheet([['code'], ['A'], ['B']]).replace(/<row r="3".*$/, '') }] }),
    /damaged: its sheet breaks off behind row 2/,
  ),
  taken(
    'days.xlsx',
    one([
      ['code', 'day1'],
      ['A', serial(44_286, 1)],
      ['B', serial(44_286.5, 2)],
      ['C', serial(44_286, 3)],
      ['D', serial(59, 1)],
    ]),
    4,
  ),
  taken(
    'days of 1904.xlsx',
    book({
      sheets: [
        {
          name: 'Data',
          xml: sheet([
            ['code', 'day1'],
            ['A', serial(42_824, 1)],
          ]),
        },
      ],
      date1904: true,
    }),
    1,
  ),
  taken(
    'days and texts mixed.xlsx',
    one([
      ['code', 'day1'],
      ['A', serial(44_286, 1)],
      ['B', '2021-12-25'],
      ['C', 'soon'],
    ]),
    2,
    [4],
  ),
  taken(
    'hours that count on.xlsx',
    one([
      ['code', 'txt1'],
      ['A', serial(1.5, 4)],
    ]),
    1,
  ),
  taken(
    'percent and days in quotes.xlsx',
    one([
      ['code', 'dbl1'],
      ['A', serial(0.25, 5)],
      ['B', serial(3, 6)],
    ]),
    2,
  ),
  taken(
    'a number where a day belongs.xlsx',
    one([
      ['code', 'day1'],
      ['A', 44_286],
      ['B', '2021-01-01'],
    ]),
    1,
    [2],
  ),
  taken(
    'merged cells left.xlsx',
    one(
      [
        ['code', 'txt1'],
        ['A', 'x'],
        ['B', null],
      ],
      '<mergeCells><mergeCell ref="B2:B3"/></mergeCells>',
    ),
    2,
  ),
  taken(
    'merged keys left.xlsx',
    one(
      [
        ['code', 'num1'],
        ['A', 1],
        [null, 2],
      ],
      '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>',
    ),
    1,
    [3],
  ),
  {
    ...taken(
      'merged keys filled.xlsx',
      one(
        [
          ['code', 'num1'],
          ['A', 1],
          [null, 2],
        ],
        '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>',
      ),
      0,
      [],
      { merged: 'fill' },
    ),
    expected: { read: 2, accepted: 1, replaced: 1, rejected: 0 },
  },
  taken(
    'formulas.xlsx',
    one([
      ['code', 'num1'],
      ['A', { raw: '<c @><f>1+1</f><v>2</v></c>' }],
      [{ raw: '<c @ t="str"><f>"B"</f><v>B</v></c>' }, 3],
    ]),
    2,
  ),
  taken(
    'formula without a value.xlsx',
    one([
      ['code', 'num1'],
      ['A', { raw: '<c @><f>1+1</f></c>' }],
      ['B', { raw: '<c @><f>1+1</f><v></v></c>' }],
      ['C', { raw: '<c @ t="str"><f>""</f><v></v></c>' }],
    ]),
    1,
    [2, 3],
  ),
  taken(
    'errors.xlsx',
    one([
      ['code', 'num1', 'txt1'],
      ['A', { raw: '<c @ t="e"><v>#REF!</v></c>' }, 'x'],
      ['B', 1, { raw: '<c @ t="e"><v>#N/A</v></c>' }],
    ]),
    1,
    [2],
  ),
  taken(
    'booleans.xlsx',
    one([
      ['code', 'flag1'],
      ['A', true],
      ['B', false],
      ['C', 'yes'],
    ]),
    3,
  ),
  taken(
    'shared strings.xlsx',
    book({
      sheets: [
        { name: 'Data', xml: sheet([[{ raw: '<c @ t="s"><v>0</v></c>' }], [{ raw: '<c @ t="s"><v>1</v></c>' }]]) },
      ],
      strings:
        '<si><t>code</t></si><si><r><t>A</t></r><r><rPr/><t xml:space="preserve"> rich</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si>',
    }),
    1,
  ),
  taken(
    'prefixed names.xlsx',
    book({
      sheets: [
        {
          name: 'Data',
          xml: sheet([['code'], ['A']])
            .replaceAll(/<(\/?)(worksheet|sheetData|row|c|is|t)\b/g, '<$1x:$2')
            .replace('xmlns=', 'xmlns:x='),
        },
      ],
    }),
    1,
  ),
  taken(
    'cells without references.xlsx',
    one([
      [{ raw: '<c t="inlineStr"><is><t>code</t></is></c>' }, { raw: '<c t="inlineStr"><is><t>num1</t></is></c>' }],
      [{ raw: '<c t="inlineStr"><is><t>A</t></is></c>' }, { raw: '<c><v>1</v></c>' }],
    ]),
    1,
  ),
  taken(
    'holes between cells.xlsx',
    one([
      ['code', 'txt1', 'num1'],
      ['A', null, 5],
    ]),
    1,
  ),
  taken('row wider than the header.xlsx', one([['code'], ['A', 'surplus'], ['B']]), 1, [2]),
  taken(
    'columns of spaces behind.xlsx',
    one([
      ['code', ' ', ' '],
      ['A', '', ' '],
    ]),
    1,
  ),
  taken(
    'huge whole numbers.xlsx',
    one([
      ['code', 'long1'],
      ['A', { raw: '<c @><v>9007199254740991</v></c>' }],
      ['B', { raw: '<c @><v>1E+15</v></c>' }],
    ]),
    2,
  ),
  taken(
    'characters XML cannot hold.xlsx',
    one([
      ['code', 'txt1'],
      ['A', 'x_x000B_y'],
      ['B', 'a &amp; b < c'],
    ]),
    2,
  ),
  taken('header alone.xlsx', one([['code']]), 0),
  taken('in a zip with its ending.zip', one([['code'], ['A']]), 1),
  refused('empty sheet.xlsx', one([]), /is empty/),
  refused('no such sheet.xlsx', one([['code']]), /no sheet 'Nope'. Its sheets are 'Data'/, 1010, { sheet: 'Nope' }),
  refused('no such header row.xlsx', one([['code'], ['A']]), /no cells in row 9/, 1010, { header_row: '9' }),
];
