import { read, type WorkSheet } from '@e965/xlsx';
import type { ByteSource } from '../../files/byte-source.ts';
import { FileRefused } from '../../refusal.ts';
import type { Cell, RowReader } from '../../rows/row-reader.ts';
import { type SheetChoice, tableOf } from '../../xlsx/read-sheet.ts';
import { numberKind, serialText } from '../../xlsx/serial-date.ts';
import type { SheetRow } from '../../xlsx/sheet-rows.ts';

/** Old workbooks are held whole while they are read. */
const XLS_LIMIT = 32 * 1024 * 1024;
const BLOCK_ROWS = 1000;

interface XlsCell {
  readonly t: string;
  readonly v?: unknown;
  readonly w?: string;
  readonly z?: string | number;
}

/** A workbook that is encrypted stands in an OLE file of this stream. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** Reads a sheet of an XLS workbook. @throws FileRefused when it is encrypted, damaged or larger than 32 MB */
export async function readXls(source: ByteSource, choice: SheetChoice): Promise<RowReader> {
  if (source.size > XLS_LIMIT) {
    throw new FileRefused(
      'large',
      'The old workbook (XLS) is larger than 32 MB. Save it as XLSX or CSV and send that.',
    );
  }
  const bytes = Buffer.from(await source.read(0, source.size));
  if (bytes.includes(ENCRYPTED)) throw protectedWorkbook();
  const workbook = openXls(bytes);
  const name = choice.sheet ?? workbook.SheetNames[0] ?? '';
  const sheet: WorkSheet | undefined = Object.hasOwn(workbook.Sheets, name) ? workbook.Sheets[name] : undefined;
  if (!sheet) {
    const names = workbook.SheetNames.map((each) => `'${each}'`).join(', ');
    throw new FileRefused('sheet', `The workbook has no sheet '${name}'. Its sheets are ${names}.`);
  }
  return tableOf(rowsOf(sheet, workbook.Workbook?.WBProps?.date1904 === true), name, choice.headerRow);
}

const protectedWorkbook = (): FileRefused =>
  new FileRefused('password', 'The workbook is protected by a password. Take the password off and send it again.');

function openXls(bytes: Buffer) {
  try {
    return read(bytes, { type: 'buffer', dense: true, cellFormula: false, cellHTML: false, cellNF: true });
  } catch (cause) {
    if (cause instanceof Error && /password|encrypt/i.test(cause.message)) throw protectedWorkbook();
    throw new FileRefused('damaged', 'The workbook is damaged or no workbook. Open it, save it anew and send that.', {
      cause,
    });
  }
}

async function* rowsOf(sheet: WorkSheet, is1904: boolean): AsyncGenerator<readonly SheetRow[]> {
  const data =
    (sheet as { readonly '!data'?: readonly (readonly (XlsCell | undefined)[] | undefined)[] })['!data'] ?? [];
  for (let from = 0; from < data.length; from += BLOCK_ROWS) {
    yield data.slice(from, from + BLOCK_ROWS).map((cells, i) => ({
      row: from + i + 1,
      cells: Array.from(cells ?? [], (cell) => (cell ? cellText(cell, is1904) : null)),
    }));
  }
}

function cellText({ t, v, w, z }: XlsCell, is1904: boolean): Cell {
  if (v === undefined || v === null || v === '') return null;
  if (t === 'e') return w ?? '#ERROR';
  if (t !== 'n' || typeof v !== 'number') return String(v);
  const kind = typeof z === 'string' ? numberKind(0, z) : 'number';
  return kind === 'number' ? String(v) : serialText(v, kind, is1904);
}
