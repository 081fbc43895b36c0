import { zipOf } from '../packages/testkit/src/corpus/zip.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** A workbook of plain sheets, as a program writes it; `merges` are areas (`A2:A3`) of its sheets by their names. */
export function workbook(
  sheets: Readonly<Record<string, readonly (readonly (string | number | null)[])[]>>,
  merges: Readonly<Record<string, readonly string[]>> = {},
): Buffer {
  const cell = (value: string | number | null): string =>
    value === null
      ? '<c/>'
      : typeof value === 'number'
        ? `<c><v>${value}</v></c>`
        : `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const merged = (name: string): string => (merges[name] ?? []).map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  const names = Object.keys(sheets);
  const parts = [
    ['[Content_Types].xml', `<Types xmlns="${PACKAGE}/content-types"/>`],
    [
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets>${names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${PACKAGE}/relationships">${names.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${LINKS}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}</Relationships>`,
    ],
    ...Object.entries(sheets).map(
      ([name, rows], i) =>
        [
          `xl/worksheets/sheet${i + 1}.xml`,
          `<worksheet xmlns="${MAIN}"><sheetData>${rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData><mergeCells>${merged(name)}</mergeCells></worksheet>`,
        ] as const,
    ),
  ] as const;
  return zipOf(parts.map(([name = '', xml = '']) => ({ name, bytes: Buffer.from(xml) })));
}
