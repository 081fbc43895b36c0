import { Readable } from 'node:stream';
import { harmlessText } from '@datasarana/schema';
import { ZipFile } from 'yazl';
import type { DownloadColumn } from './table.ts';

/** Rows a sheet holds, its header among them. */
export const SHEET_ROWS = 1_048_576;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DAY_MS = 86_400_000;
const DAY_ZERO = Date.UTC(1899, 11, 30);
const FIRST_DAY = Date.UTC(1900, 2, 1);
const LAST_DAY = Date.UTC(9999, 11, 31);

const PARTS: readonly (readonly [name: string, xml: string])[] = [
  [
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Records" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  ],
];

const escaped = (c: string): string => `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
/** What XML cannot hold or gives back as something else: control characters, and carriage returns. */
const UNFIT = /[^\t\n\u0020-\ufffd]/g;

/** Unfit characters, and texts that look like their substitute, as `_x000B_` (ECMA-376 22.9.2.19). */
const xmlText = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(UNFIT, escaped)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const text = (value: string): string =>
  value === '' ? '<c/>' : `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(harmlessText(value))}</t></is></c>`;

/** A sheet holds doubles, and shows fifteen digits of them: a longer whole number stands as a text, so that none is lost. */
const isSheetNumber = (plain: string, type: DownloadColumn['type']): boolean =>
  type === 'DOUBLE' ? /^-?\d+(\.\d+)?(e[+-]\d+)?$/.test(plain) : /^-?\d{1,15}$/.test(plain);

function cell(value: unknown, { kind, type }: Pick<DownloadColumn, 'kind' | 'type'>): string {
  if (value === null || value === undefined) return '<c/>';
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
  if (kind === 'date' && typeof value === 'string') return dateCell(value);
  const plain = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return kind === 'number' && isSheetNumber(plain, type) ? `<c><v>${plain}</v></c>` : text(plain);
}

function dateCell(iso: string): string {
  const ms = Date.parse(iso);
  const fits = ms >= FIRST_DAY && ms < LAST_DAY;
  return fits ? `<c s="1"><v>${(ms - DAY_ZERO) / DAY_MS}</v></c>` : text(iso);
}

const TEXT = { kind: 'text', type: 'VARCHAR' } as const;

/** The first row stays in sight. */
const VIEWS =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

/** Characters that a column is wide: a date that has no room is shown as `####`. */
const WIDTHS = { date: 24, least: 12, most: 60 };

function widthOf({ path, kind }: DownloadColumn): number {
  const named = Math.min(path.length + 2, WIDTHS.most);
  return Math.max(named, kind === 'date' ? WIDTHS.date : WIDTHS.least);
}

function colsXml(columns: readonly DownloadColumn[]): string {
  if (columns.length === 0) return '';
  const cols = columns.map((column, i) => {
    return `<col min="${i + 1}" max="${i + 1}" width="${widthOf(column)}" customWidth="1"/>`;
  });
  return `<cols>${cols.join('')}</cols>`;
}

async function* sheetXml(columns: readonly DownloadColumn[], pages: AsyncIterable<readonly (readonly unknown[])[]>) {
  yield `${DECLARATION}<worksheet xmlns="${MAIN}">${VIEWS}${colsXml(columns)}<sheetData><row>${columns.map(({ path }) => text(path)).join('')}</row>`;
  for await (const rows of pages) {
    yield rows.map((row) => `<row>${row.map((value, i) => cell(value, columns[i] ?? TEXT)).join('')}</row>`).join('');
  }
  yield '</sheetData></worksheet>';
}

/** A workbook of one sheet, written while its rows come (VIS-19). */
export function xlsxStream(
  columns: readonly DownloadColumn[],
  pages: AsyncIterable<readonly (readonly unknown[])[]>,
): Readable {
  const zip = new ZipFile();
  for (const [name, xml] of PARTS) zip.addBuffer(Buffer.from(DECLARATION + xml), name);
  const sheet = Readable.from(sheetXml(columns, pages));
  const out = Readable.from(zip.outputStream as AsyncIterable<Uint8Array>, { objectMode: false });
  sheet.on('error', (cause) => out.destroy(cause));
  out.on('close', () => sheet.destroy());
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { compressionLevel: 1 });
  zip.end();
  return out;
}
