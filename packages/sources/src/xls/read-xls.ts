import { read, type WorkSheet } from '@e965/xlsx';
import { nameAmong } from '../files/dated-names.ts';
import type { XlsReader } from '../files/open-source.ts';
import { FileRefused } from '../refusal.ts';
import type { Cell } from '../rows/row-reader.ts';
import { filledRows, type Merge, tableOf } from '../xlsx/read-sheet.ts';
import { numberKind, shownText } from '../xlsx/serial-date.ts';
import type { SheetRow } from '../xlsx/sheet-rows.ts';
import { isOldWorkbook, refuseLargeXls } from './old-workbook.ts';

const BLOCK_ROWS = 1000;

interface XlsCell {
  readonly t: string;
  readonly v?: unknown;
  readonly w?: string;
  readonly z?: string | number;
  readonly f?: string;
}

/** A workbook that is encrypted stands in an OLE file of this stream; names of streams begin at even places. */
const ENCRYPTED = 'EncryptedPackage';

/** Reads a sheet of an XLS or ODS workbook, or a table of what is sent under its name: a web page, XML of Excel 2003. @throws FileRefused */
export const readXls: XlsReader = async (source, choice) => {
  if (await isOldWorkbook(source)) return readOldWorkbook(source, choice);
  const { readMarkup } = await import('../markup/read-markup.ts');
  return readMarkup(source, choice);
};

/** @throws FileRefused when it is encrypted, damaged or larger than 32 MB */
const readOldWorkbook: XlsReader = async (source, choice) => {
  refuseLargeXls(source.size);
  const bytes = await source.read(0, source.size);
  if (new TextDecoder('utf-16le').decode(bytes).includes(ENCRYPTED)) throw protectedWorkbook();
  const workbook = openXls(bytes);
  const visible = workbook.SheetNames.filter((_, i) => !workbook.Workbook?.Sheets?.[i]?.Hidden);
  const isFilled = (each: string): boolean => sheetData(workbook.Sheets[each]).flat().some(hasText);
  const asked = choice.sheet ?? visible.find(isFilled) ?? visible[0] ?? workbook.SheetNames[0] ?? '';
  const name = nameAmong(workbook.SheetNames, asked, choice.byKind) ?? asked;
  const sheet: WorkSheet | undefined = Object.hasOwn(workbook.Sheets, name) ? workbook.Sheets[name] : undefined;
  if (!sheet) {
    const names = workbook.SheetNames.map((each) => `'${each}'`).join(', ');
    throw new FileRefused('sheet', `The workbook has no sheet '${name}'. Its sheets are ${names}.`);
  }
  const merges = choice.merged === 'fill' ? mergesOf(sheet) : [];
  const isOpenDocument = bytes[0] === ZIP;
  const data = sheetData(sheet).map((cells) => (isOpenDocument ? cells?.map(withLength) : cells));
  const rows = filledRows(rowsOf(data, workbook.Workbook?.WBProps?.date1904 === true), merges);
  return { reader: await tableOf(rows, name, choice.headerRow), sheets: workbook.SheetNames };
};

const protectedWorkbook = (): FileRefused =>
  new FileRefused('password', 'The workbook is protected by a password. Take the password off and send it again.');

/** What is no workbook at all the reader takes for an archive, and its bytes for an encrypted one. */
const isOfPassword = (message: string): boolean => /password|encrypt/i.test(message) && !message.includes('ZIP');

function openXls(bytes: Uint8Array) {
  const parse = (cellFormula: boolean) =>
    read(bytes, { type: 'array', dense: true, cellFormula, cellHTML: false, cellNF: true });
  try {
    return parse(true);
  } catch {
    // a formula that is not understood is no reason to lose what it came to
  }
  try {
    return parse(false);
  } catch (cause) {
    if (cause instanceof Error && isOfPassword(cause.message)) throw protectedWorkbook();
    throw new FileRefused('damaged', 'The workbook is damaged or no workbook. Open it, save it anew and send that.', {
      cause,
    });
  }
}

const mergesOf = (sheet: WorkSheet): readonly Merge[] =>
  (sheet['!merges'] ?? []).map(({ s: from, e: to }) => ({
    top: from.r + 1,
    bottom: to.r + 1,
    left: from.c,
    right: to.c,
    value: null,
  }));

type Cells = readonly (readonly (XlsCell | undefined)[] | undefined)[];

/**
 * Whether no formula of a sheet came to anything: a program wrote them that does not work them out, and they stand for
 * themselves. One that came to nothing beside others that came to something is nothing.
 */
function areNeverWorkedOut(data: Cells): boolean {
  const formulas = data.flatMap((cells) => (cells ?? []).filter((cell) => cell?.f !== undefined));
  return formulas.every((cell) => cell?.v === undefined || cell.v === '');
}

/** First byte of a package, as OpenDocument is. */
const ZIP = 0x50;

const sheetData = (sheet: WorkSheet | undefined): Cells =>
  (sheet as { readonly '!data'?: Cells } | undefined)?.['!data'] ?? [];

const hasText = (cell: XlsCell | undefined): boolean => String(cell?.v ?? '').trim() !== '';

/** OpenDocument has lengths of time alone, which may be of days; the library shows all as times of a day. */
const withLength = (cell: XlsCell | undefined): XlsCell | undefined =>
  cell?.z === 'HH:MM:SS' ? { ...cell, z: '[h]:mm:ss' } : cell;

async function* rowsOf(data: Cells, is1904: boolean): AsyncGenerator<readonly SheetRow[]> {
  const isRaw = areNeverWorkedOut(data);
  const text = (cell: XlsCell): Cell => (isRaw && cell.f !== undefined ? `=${cell.f}` : cellText(cell, is1904));
  for (let from = 0; from < data.length; from += BLOCK_ROWS) {
    yield data.slice(from, from + BLOCK_ROWS).map((cells, i) => ({
      row: from + i + 1,
      cells: Array.from(cells ?? [], (cell) => (cell ? text(cell) : null)),
    }));
  }
}

function cellText({ t, v, w, z }: XlsCell, is1904: boolean): Cell {
  if (v === undefined || v === null || v === '') return null;
  if (t === 'e') return w ?? '#ERROR';
  if (t !== 'n' || typeof v !== 'number') return String(v);
  const kind = typeof z === 'string' ? numberKind(0, z) : 'number';
  return shownText(String(v), kind, is1904);
}
