import type { ByteSource } from '../files/byte-source.ts';
import { FileRefused } from '../refusal.ts';
import type { RowReader } from '../rows/row-reader.ts';
import { type SheetChoice, tableOf } from '../xlsx/read-sheet.ts';
import type { SheetRow } from '../xlsx/sheet-rows.ts';
import { HtmlTables } from './html-tables.ts';
import { markupKind } from './markup-kind.ts';
import { markupText } from './markup-text.ts';
import type { MetTable, TableScanner } from './tables.ts';
import { XmlWorkbook } from './xml-workbook.ts';

interface NamedTable extends MetTable {
  readonly name: string;
  readonly at: number;
}

/** Tables with something in them, each under a name of its own. */
function named(met: readonly MetTable[]): readonly NamedTable[] {
  const names = new Set<string>();
  return met.flatMap((table, at) => {
    if (table.cells === 0) return [];
    const first = table.name ?? `Table ${names.size + 1}`;
    let name = first;
    for (let i = 2; names.has(name); i++) name = `${first} (${i})`;
    names.add(name);
    return [{ ...table, name, at }];
  });
}

const NO_TABLE =
  'The file is a web page (HTML) without a table: what was saved may be a page that asks to sign in, or one of an error. Open it in a browser, and save the data itself as XLSX or CSV.';

function chosen(tables: readonly NamedTable[], name: string | undefined, isPage: boolean): NamedTable {
  const [first] = tables;
  if (!first)
    throw isPage
      ? new FileRefused('binary', NO_TABLE)
      : new FileRefused('empty', 'No sheet of the workbook has a cell with something in it.');
  if (name === undefined) {
    // a page has tables for its looks; the rows are in the one with the most in it
    if (isPage) return tables.reduce((most, table) => (table.cells > most.cells ? table : most));
    return tables.find(({ hidden }) => !hidden) ?? first;
  }
  const found = tables.find((table) => table.name === name);
  if (found) return found;
  const names = tables.map((table) => `'${table.name}'`).join(', ');
  throw new FileRefused('sheet', `The file has no table '${name}'. Its tables are ${names}.`);
}

async function* rowsOf(source: ByteSource, scanner: TableScanner, at: number): AsyncGenerator<readonly SheetRow[]> {
  for await (const text of markupText(source)) {
    scanner.push(text);
    yield scanner.take().filter(({ table }) => table === at);
  }
  scanner.end();
  yield scanner.take().filter(({ table }) => table === at);
}

/**
 * Reads a table of a web page, or a sheet of a workbook of Excel 2003 in XML, as banks and offices send them under the name of
 * old workbooks. The file is gone through twice: to see which tables there are, and for the rows.
 * @throws FileRefused when there is none
 */
export async function readMarkup(
  source: ByteSource,
  { sheet, headerRow, merged }: SheetChoice,
): Promise<{ readonly reader: RowReader; readonly sheets: readonly string[] }> {
  const head = await markupText(source).next();
  const kind = markupKind(String(head.value ?? '').trimStart());
  const open = (): TableScanner => {
    const fills = merged === 'fill';
    return kind === 'workbook' ? new XmlWorkbook(fills) : new HtmlTables(fills);
  };
  const look = open();
  for await (const _ of rowsOf(source, look, -1)) {
    // only what it met counts
  }
  const tables = named(look.met);
  const table = chosen(tables, sheet, kind !== 'workbook');
  const reader = await tableOf(rowsOf(source, open(), table.at), table.name, headerRow);
  return { reader, sheets: tables.map(({ name }) => name) };
}
