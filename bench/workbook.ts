import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { csvTable } from '@datasarana/sources/node';
import { Zip, ZipDeflate } from 'fflate';

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const relation = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
const relations = (...of: readonly string[]): string =>
  `<Relationships xmlns="${PACKAGE}">${of.join('')}</Relationships>`;

const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet name="Flights" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations(
    relation(1, 'worksheet', 'worksheets/sheet1.xml'),
    relation(2, 'styles', 'styles.xml'),
    relation(3, 'sharedStrings', 'sharedStrings.xml'),
  ),
  'xl/styles.xml': `<styleSheet ${MAIN}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
};

const DAY_MS = 86_400_000;
const DAY_ZERO = Date.UTC(1899, 11, 30);
const xmlText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Texts of a workbook, each once, as spreadsheet programs keep them. */
class SharedTexts {
  readonly #places = new Map<string, number>();

  place(text: string): number {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.#places.size);
    return this.#places.size - 1;
  }

  *xml(): Generator<string> {
    yield `<sst ${MAIN} uniqueCount="${this.#places.size}">`;
    for (const text of this.#places.keys()) yield `<si><t>${xmlText(text)}</t></si>`;
    yield '</sst>';
  }
}

function cellXml(reference: string, value: string | null, texts: SharedTexts): string {
  if (value === null || value === '') return '';
  if (value === 'true' || value === 'false') return `<c r="${reference}" t="b"><v>${value === 'true' ? 1 : 0}</v></c>`;
  if (/^-?\d+(\.\d+)?$/.test(value)) return `<c r="${reference}"><v>${value}</v></c>`;
  const day = /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(day)) return `<c r="${reference}" s="1"><v>${(day - DAY_ZERO) / DAY_MS}</v></c>`;
  return `<c r="${reference}" t="s"><v>${texts.place(value)}</v></c>`;
}

const rowXml = (row: number, cells: readonly (string | null)[], texts: SharedTexts): string =>
  `<row r="${row}">${cells.map((cell, i) => cellXml(`${String.fromCharCode(65 + i)}${row}`, cell, texts)).join('')}</row>`;

async function* sheetXml(csv: AsyncIterable<Uint8Array>, texts: SharedTexts): AsyncGenerator<string> {
  const { columns, blocks } = await csvTable(csv);
  yield `<worksheet ${MAIN}><sheetData>${rowXml(1, columns, texts)}`;
  let row = 1;
  for await (const { rows } of blocks) for (const cells of rows) yield rowXml(++row, cells, texts);
  yield '</sheetData></worksheet>';
}

const TEXT_CHARACTERS = 1 << 20;

/** Writes CSV of at most 26 columns down as spreadsheet programs save it: references, shared texts, days as numbers. */
export async function writeWorkbook(csv: AsyncIterable<Uint8Array>, into: string): Promise<void> {
  const out = createWriteStream(into);
  const zip = new Zip((fault, bytes) => {
    if (fault) out.destroy(fault);
    else out.write(bytes);
  });
  async function add(name: string, text: AsyncIterable<string> | Iterable<string>): Promise<void> {
    const file = new ZipDeflate(name, { level: 1 });
    zip.add(file);
    let pending = '';
    for await (const more of text) {
      pending += more;
      if (pending.length < TEXT_CHARACTERS) continue;
      file.push(Buffer.from(pending));
      pending = '';
      if (out.writableNeedDrain) await once(out, 'drain');
    }
    file.push(Buffer.from(pending), true);
  }
  for (const [name, text] of Object.entries(PARTS)) await add(name, [text]);
  const texts = new SharedTexts();
  await add('xl/worksheets/sheet1.xml', sheetXml(csv, texts));
  await add('xl/sharedStrings.xml', texts.xml());
  zip.end();
  out.end();
  await finished(out);
}
