import type { ByteSource } from '../files/byte-source.ts';
import { FileRefused } from '../refusal.ts';
import { readZip, type ZipEntry, zipEntryBytes } from '../zip/zip.ts';
import { type NumberKind, numberKind } from './serial-date.ts';
import { type SheetContext, unescaped } from './sheet-rows.ts';
import { attributeOf, decodeXml, refuseLong, type XmlHandler, XmlScanner } from './xml.ts';

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  readonly hidden: boolean;
  readonly entry: ZipEntry;
}

export interface Workbook {
  readonly source: ByteSource;
  readonly sheets: readonly Sheet[];
  readonly context: SheetContext;
}

/** Shared texts are held in memory while sheets are read. */
const STRINGS_LIMIT = 256 * 1024 * 1024;

/** Scans one file of the archive. */
export async function* scanEntry(source: ByteSource, entry: ZipEntry, handler: XmlHandler): AsyncGenerator<void> {
  const scanner = new XmlScanner(handler);
  let decoder: TextDecoder | null = null;
  for await (const chunk of zipEntryBytes(source, entry)) {
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8');
    scanner.push(decoder.decode(chunk, { stream: true }));
    yield;
  }
}

async function scanWhole(source: ByteSource, entry: ZipEntry | undefined, handler: Partial<XmlHandler>): Promise<void> {
  if (!entry) return;
  const whole: XmlHandler = { open: () => {}, close: () => {}, text: () => {}, ...handler };
  for await (const _ of scanEntry(source, entry, whole)) {
    // the handler has it
  }
}

/** Opens an XLSX workbook: its sheets, and what their cells refer to. @throws FileRefused when it is damaged */
export async function openWorkbook(source: ByteSource): Promise<Workbook> {
  const entries = await readZip(source);
  const named = (name: string): ZipEntry | undefined =>
    entries.find((entry) => entry.name.toLowerCase() === name.toLowerCase());
  const root = await targetsOf(source, named('_rels/.rels'), '');
  const main = [...root.values()].find((target) => /workbook\.xml$/i.test(target)) ?? 'xl/workbook.xml';
  const book = named(main);
  if (!book) throw new FileRefused('damaged', 'The workbook is damaged: it has no list of sheets.');
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const targets = await targetsOf(source, named(`${folder}_rels/${main.slice(folder.length)}.rels`), folder);
  const found: { name: string; hidden: boolean; id: string }[] = [];
  let is1904 = false;
  await scanWhole(source, book, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributeOf(attributes, 'date1904') ?? '');
      if (name !== 'sheet') return;
      const id = /\s\w+:id=["']([^"']*)["']/.exec(attributes)?.[1] ?? '';
      const hidden = (attributeOf(attributes, 'state') ?? 'visible') !== 'visible';
      found.push({ name: attributeOf(attributes, 'name') ?? '', hidden, id });
    },
  });
  const sheets = found.flatMap(({ name, hidden, id }) => {
    const entry = named(targets.get(id) ?? '');
    return entry && !/chartsheets|dialogsheets/.test(entry.name) ? [{ name, hidden, entry }] : [];
  });
  if (sheets.length === 0) throw new FileRefused('sheet', 'The workbook has no sheet with cells.');
  const styles = await readStyles(source, named(`${folder}styles.xml`));
  const strings = await readStrings(source, named(`${folder}sharedStrings.xml`));
  return { source, sheets, context: { strings, styles, is1904 } };
}

/** Where relations lead, by their id. */
async function targetsOf(
  source: ByteSource,
  entry: ZipEntry | undefined,
  folder: string,
): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  await scanWhole(source, entry, {
    open: (name, attributes) => {
      if (name !== 'Relationship') return;
      const target = attributeOf(attributes, 'Target') ?? '';
      const path = target.startsWith('/') ? target.slice(1) : folder + target;
      targets.set(attributeOf(attributes, 'Id') ?? '', path.replace(/[^/]+\/\.\.\//g, ''));
    },
  });
  return targets;
}

async function readStyles(source: ByteSource, entry: ZipEntry | undefined): Promise<readonly NumberKind[]> {
  const codes = new Map<number, string>();
  const kinds: NumberKind[] = [];
  let inCells = false;
  await scanWhole(source, entry, {
    open: (name, attributes) => {
      if (name === 'numFmt')
        codes.set(Number(attributeOf(attributes, 'numFmtId')), attributeOf(attributes, 'formatCode') ?? '');
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) {
        const id = Number(attributeOf(attributes, 'numFmtId') ?? 0);
        kinds.push(numberKind(id, codes.get(id)));
      }
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return kinds;
}

async function readStrings(source: ByteSource, entry: ZipEntry | undefined): Promise<readonly string[]> {
  const strings: string[] = [];
  let text = '';
  let taking = false;
  let phonetic = false;
  let size = 0;
  await scanWhole(source, entry, {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic = true;
      else if (name === 't') taking = !phonetic;
    },
    text: (more) => {
      if (taking) text += more;
      refuseLong(text.length);
    },
    close: (name) => {
      if (name === 't') taking = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'si') {
        size += text.length;
        if (size > STRINGS_LIMIT)
          throw new FileRefused('large', 'The workbook holds more than 256 MB of texts. Save it as CSV.');
        strings.push(unescaped(decodeXml(text)));
      }
    },
  });
  return strings;
}
