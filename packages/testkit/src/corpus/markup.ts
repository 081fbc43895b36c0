import { refused, taken, type UglyFile } from './ugly-file.ts';

const page = (body: string): string =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta http-equiv="content-type" content="text/html; charset=utf-8">
<style>td { mso-number-format:"\\@" } </style><script>if (1 < 2) document.write("<table><tr><td>code</td></tr></table>");</script>
<!--[if gte mso 9]><xml><x:ExcelWorkbook><table><tr><td>no</td></tr></table></x:ExcelWorkbook></xml><![endif]--></head><body>${body}</body></html>`;

const table = (rows: readonly (readonly string[])[]): string =>
  `<table border=1>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</table>`;

const ROWS = table([
  ['code', 'num1', 'txt1'],
  ['A', '1', 'Tom &amp; Jerry'],
  ['B', 'x', 'no number'],
  ['C', '3', 'a<br>b'],
]);

const sheets = (...named: readonly (readonly [name: string, rows: string, options?: string])[]): string =>
  `<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
${named.map(([name, rows, options = '']) => `<Worksheet ss:Name="${name}"><Table>${rows}</Table>${options}</Worksheet>`).join('')}</Workbook>`;
const row = (cells: string, attributes = ''): string => `<Row${attributes}>${cells}</Row>`;
const cell = (type: string, text: string, attributes = ''): string =>
  `<Cell${attributes}><Data ss:Type="${type}">${text}</Data></Cell>`;
const text = (value: string, attributes = ''): string => cell('String', value, attributes);
const HEAD = row(text('code') + text('num1') + text('txt1'));

/** What banks and offices call a workbook and is text with tags. */
export const MARKUP: readonly UglyFile[] = [
  taken('bank.xls', page(`<h1>Statement</h1>${table([['Menu']])}${ROWS}`), 2, [3]),
  taken('bank.html', page(ROWS), 2, [3]),
  taken(
    'open tags.xls',
    '<TABLE><TR><TH>code<TH>num1<TH>txt1<TR><TD>A<TD>1<TD>one<TR><TD>B<TD>&nbsp;<TD>&eacute;</TABLE>',
    2,
  ),
  taken('a page in latin1.xls', Buffer.from(page(ROWS).replace('no number', 'Zürich'), 'latin1'), 2, [3]),
  taken('a page in utf-16.xls', Buffer.from(`\ufeff${page(ROWS)}`, 'utf16le'), 2, [3]),
  taken(
    'title over columns.xls',
    '<table><tr><td colspan=3>Report</td></tr><tr><td>code</td><td>num1</td><td>txt1</td></tr><tr><td>A</td><td>1</td></tr></table>',
    1,
    [],
    { header_row: '2' },
  ),
  taken(
    'cells over rows.xls',
    '<table><tr><td>code<td>num1<td>txt1<tr><td>A<td>1<td rowspan=2>both<tr><td>B<td>2</table>',
    2,
    [],
    { merged: 'fill' },
  ),
  taken('a table in a table.xls', page(`<table><tr><td>Menu</td><td>${ROWS}</td></tr></table>`), 2, [3]),
  taken('the second table.xls', page(ROWS + table([['code'], ['Z']])), 1, [], { sheet: 'Table 2' }),
  refused('no such table.xls', page(ROWS), /has no table 'Data'\. Its tables are 'Table 1'/, 1010, { sheet: 'Data' }),
  refused('sign in.xls', page('<h1>Sign in</h1><form><input></form>'), /web page \(HTML\) without a table.*sign in/),
  refused(
    'mail.xls',
    'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="x"\n\n',
    /packed for mail \(MHTML\)/,
  ),
  taken(
    'excel 2003.xls',
    sheets([
      'Data',
      HEAD +
        row(text('A') + cell('Number', '15') + cell('DateTime', '2024-02-03T00:00:00.000')) +
        row(text('B') + text('x')) +
        row(text('C') + text('after a gap', ' ss:Index="3"'), ' ss:Index="7"'),
    ]),
    2,
    [3],
  ),
  taken(
    'excel 2003 with a hidden sheet.xml',
    `\ufeff${sheets(
      ['Lists', HEAD, '<WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions>'],
      ['Data', HEAD + row(text('A &lt; B'))],
    )}`,
    1,
  ),
  taken(
    'excel 2003 far away.xls',
    sheets(['Data', HEAD + row(text('A', ' ss:Index="1000000000"')) + row(text('B'))]),
    1,
  ),
  refused('excel 2003 without a cell.xls', sheets(['Data', row('')]), /No sheet of the workbook has a cell/),
  refused(
    'drawing.svg',
    '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>\n',
    /is XML, which is not read/,
  ),
  refused('other.xml', '<?xml version="1.0"?>\n<rss><item/></rss>', /is XML, which is not read/),
];
