import type { Cell } from '../rows/row-reader.ts';
import { attributeOf, decodeXml, XmlScanner } from '../xlsx/xml.ts';
import { type MetTable, MOST_COLUMNS, MOST_ROWS, type TableRow, type TableScanner } from './tables.ts';

const attribute = (attributes: string, name: string): string | null =>
  attributeOf(attributes, `ss:${name}`) ?? attributeOf(attributes, name);

/** A day, a day with its time, or a time alone; Excel writes the latter as one of the last day of 1899. */
function momentOf(text: string): string {
  const [day = '', time = ''] = text.split('T');
  const short = time.replace(/\.0+$/, '');
  if (day === '1899-12-31') return short;
  return short === '' || short === '00:00:00' ? day : `${day}T${short}`;
}

/** The sheets of a workbook as Excel 2002 and 2003 write it in XML (SpreadsheetML). */
export class XmlWorkbook implements TableScanner {
  readonly met: MetTable[] = [];
  readonly #fills: boolean;
  readonly #scanner = new XmlScanner({
    open: (name, attributes) => this.#opened(name, attributes),
    close: (name) => this.#closed(name),
    text: (text) => {
      if (this.#taking) this.#text += text;
    },
  });
  #ready: TableRow[] = [];
  #row = 0;
  #repeats = 0;
  #cells: Cell[] | null = null;
  #column = -1;
  #across = 0;
  #type = '';
  #text = '';
  #taking = false;

  constructor(fills: boolean) {
    this.#fills = fills;
  }

  push(text: string): void {
    this.#scanner.push(text);
  }

  end(): void {}

  take(): readonly TableRow[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  #opened(name: string, attributes: string): void {
    const number = (of: string): number => Number(attribute(attributes, of) ?? Number.NaN);
    if (name === 'Worksheet') {
      this.met.push({ name: attribute(attributes, 'Name'), cells: 0, hidden: false });
      this.#row = 0;
    } else if (name === 'Row' && this.met.length > 0) {
      this.#row = number('Index') || this.#row + 1 + this.#repeats;
      this.#repeats = number('Span') || 0;
      this.#cells = [];
      this.#column = -1;
      this.#across = 0;
    } else if (name === 'Cell' && this.#cells) {
      this.#column = (number('Index') || this.#column + 2 + this.#across) - 1;
      this.#across = number('MergeAcross') || 0;
      this.#text = '';
      this.#type = '';
    } else if (name === 'Data' || name === 'Visible') {
      this.#type = attribute(attributes, 'Type') ?? '';
      this.#text = '';
      this.#taking = true;
    }
  }

  #closed(name: string): void {
    const met = this.met.at(-1);
    if (name === 'Data' || name === 'Visible') this.#taking = false;
    if (name === 'Visible' && met)
      met.hidden = this.#text.startsWith('SheetHidden') || this.#text.startsWith('SheetVery');
    else if (name === 'Cell') this.#endCell();
    else if (name === 'Row' && this.#cells) {
      const cells = this.#cells;
      this.#cells = null;
      if (cells.length > 0 && this.#row <= MOST_ROWS)
        this.#ready.push({ table: this.met.length - 1, row: this.#row, cells });
    }
  }

  #endCell(): void {
    const cells = this.#cells;
    const met = this.met.at(-1);
    if (!cells || !met || this.#text === '' || !(this.#column >= 0 && this.#column < MOST_COLUMNS)) return;
    const value = this.#value(decodeXml(this.#text));
    const last = this.#fills ? Math.min(this.#column + this.#across, MOST_COLUMNS - 1) : this.#column;
    while (cells.length < this.#column) cells.push(null);
    for (let at = this.#column; at <= last; at++) cells[at] = value;
    met.cells++;
    this.#text = '';
  }

  #value(text: string): Cell {
    if (this.#type === 'DateTime') return momentOf(text.trim());
    if (this.#type === 'Boolean') return text.trim() === '1' ? 'true' : 'false';
    return this.#type === 'Number' ? text.trim() : text;
  }
}
