import { zipOf } from './zip.ts';

const NS =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const REL = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Book {
  readonly sheets: readonly { readonly name: string; readonly xml: string; readonly state?: string }[];
  readonly strings?: string;
  readonly styles?: string;
  readonly date1904?: boolean;
}

/** A workbook of parts as Excel writes them, made by hand so that they can be as odd as real ones. */
export function book({ sheets, strings, styles, date1904 }: Book): Buffer {
  const list = sheets.map(
    ({ name, state }, i) =>
      `<sheet name="${name}" sheetId="${i + 1}" ${state ? `state="${state}"` : ''} r:id="rId${i + 1}"/>`,
  );
  const links = sheets.map(
    (_, i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  const parts: readonly (readonly [string, string])[] = [
    ['[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'],
    [
      '_rels/.rels',
      `<Relationships xmlns="${REL}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook ${NS}><workbookPr ${date1904 ? 'date1904="1"' : ''}/><sheets>${list.join('')}</sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', `<Relationships xmlns="${REL}">${links.join('')}</Relationships>`],
    ['xl/styles.xml', styles ?? STYLES],
    ...(strings ? ([['xl/sharedStrings.xml', `<sst ${NS}>${strings}</sst>`]] as const) : []),
    ...sheets.map(({ xml }, i) => [`xl/worksheets/sheet${i + 1}.xml`, xml] as const),
  ];
  return zipOf(
    parts.map(([name, xml]) => ({ name, bytes: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`) })),
  );
}

/** Styles 0 plain, 1 a day, 2 a day with time, 3 own format, 4 hours that count on, 5 a percentage, 6 a format with d in quotes. */
const STYLES = `<styleSheet ${NS}><numFmts><numFmt numFmtId="170" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="171" formatCode="0.0&quot; days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="170"/><xf numFmtId="46"/><xf numFmtId="10"/><xf numFmtId="171"/></cellXfs></styleSheet>`;

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const letters = 'ABCDEFGHIJ';

type CellValue = string | number | boolean | null | { readonly raw: string };

/** The XML of a sheet; `raw` is the XML of a cell, with @ where its reference belongs. */
export function sheet(rows: readonly (readonly CellValue[])[], more = ''): string {
  const cells = (row: readonly CellValue[], r: number): string =>
    row
      .map((value, c) => {
        const at = `r="${letters[c]}${r}"`;
        if (value === null) return '';
        if (typeof value === 'object') return value.raw.replace('@', at);
        if (typeof value === 'number') return `<c ${at}><v>${value}</v></c>`;
        if (typeof value === 'boolean') return `<c ${at} t="b"><v>${value ? 1 : 0}</v></c>`;
        return `<c ${at} t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`;
      })
      .join('');
  const data = rows.map((row, i) => (row.length === 0 ? '' : `<row r="${i + 1}">${cells(row, i + 1)}</row>`)).join('');
  return `<worksheet ${NS}><sheetData>${data}</sheetData>${more}</worksheet>`;
}

/** A workbook of one sheet. */
export const one = (rows: readonly (readonly CellValue[])[], more = ''): Buffer =>
  book({ sheets: [{ name: 'Data', xml: sheet(rows, more) }] });
/** A number in one of the styles. */
export const serial = (value: number, style: number): CellValue => ({ raw: `<c @ s="${style}"><v>${value}</v></c>` });
