import type { FieldDefinition } from '@datasarana/engine';
import { isRawNumber, SYSTEM_FIELD_NAMES } from '@datasarana/schema';
import { csvText } from '@datasarana/sources/node';
import type { PlannedColumn } from './column-plan.ts';
import type { Fields } from './feature-line.ts';

const OWN: ReadonlySet<string> = new Set(['_id', '_version', ...SYSTEM_FIELD_NAMES]);
/** Keys of our own downloads that the platform fills. */
export const isOwnKey = (name: string): boolean => OWN.has(name);

const NUMBERS: ReadonlySet<string> = new Set([
  'byte',
  'short',
  'integer',
  'long',
  'unsigned_long',
  'half_float',
  'float',
  'double',
  'text',
  'keyword',
  'boolean',
]);
const FIRST_DAY = -62_135_596_800_000;
const LAST_DAY = 253_402_300_799_999;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field's place among the cells, or its children. */
interface Place {
  readonly field: FieldDefinition;
  readonly cell: number;
  readonly children: ReadonlyMap<string, Place> | null;
}

/**
 * Writes objects as rows of cells where cells say the same: one per field, and a last one that holds the whole object as
 * JSON where they would not (lists, shapes, fields it does not know). The index reads cells many times faster than JSON.
 */
export class DocumentCells {
  readonly #places: ReadonlyMap<string, Place>;
  readonly #columns: PlannedColumn[] = [];
  readonly #withDefault: number[] = [];

  constructor(fields: readonly FieldDefinition[]) {
    this.#places = this.#placesOf(fields, '');
    this.#columns.push({ name: '', field: null, document: true });
  }

  get columns(): readonly PlannedColumn[] {
    return this.#columns;
  }

  #placesOf(fields: readonly FieldDefinition[], prefix: string): ReadonlyMap<string, Place> {
    const places = new Map<string, Place>();
    for (const field of fields) {
      const path = prefix + field.name;
      const plain = field.type === 'object' && field.defaultValue == null && field.mandatory !== true;
      if (plain && field.list !== true) {
        places.set(field.name, { field, cell: -1, children: this.#placesOf(field.fields ?? [], `${path}.`) });
        continue;
      }
      if (field.defaultValue != null) this.#withDefault.push(this.#columns.length);
      places.set(field.name, { field, cell: this.#columns.length, children: null });
      this.#columns.push({ name: path, field: field.type === 'object' ? null : path });
    }
    return places;
  }

  /** Where the values of a field of the object itself go; null for what has cells of its own children, or none. */
  placeOf(name: string): { readonly field: FieldDefinition; readonly cell: number } | null {
    const place = this.#places.get(name);
    return place === undefined || place.children ? null : place;
  }

  /** Cells that may not be empty where the object is written as cells. */
  get neverEmpty(): readonly number[] {
    return this.#withDefault;
  }

  /** One row of delimited text without its line end. */
  readonly row = (document: Fields): string => {
    const cells: string[] = new Array<string>(this.#columns.length).fill('');
    const fits = this.#fill(document, this.#places, cells, true) && this.#withDefault.every((at) => cells[at] !== '');
    if (fits) return cells.join(',');
    return `${','.repeat(this.#columns.length - 1)}${csvText(JSON.stringify(document))}`;
  };

  #fill(from: Fields, places: ReadonlyMap<string, Place>, cells: string[], top: boolean): boolean {
    for (const name of Object.keys(from)) {
      const value = from[name];
      if (value === null || value === undefined) continue;
      const place = places.get(name);
      if (place === undefined) {
        if (top && isOwnKey(name)) continue;
        return false;
      }
      if (place.children) {
        if (!isObject(value) || !this.#fill(value, place.children, cells, false)) return false;
        continue;
      }
      const cell = cellOf(value, place.field);
      if (cell === null) return false;
      cells[place.cell] = cell;
    }
    return true;
  }
}

/** Whether numbers and booleans stand in the cells of a field as they do in JSON. */
export const takesWords = ({ type, list }: FieldDefinition): boolean => NUMBERS.has(type) && list !== true;

/** The value as the text that is read as the same value; null when there is none. */
export function cellOf(value: unknown, { type, list }: FieldDefinition): string | null {
  if (type === 'object' || type === 'nested') return null;
  if (typeof value === 'string') return list && value.trimStart().startsWith('[') ? null : textCell(value);
  if (list) return null;
  if (typeof value === 'number') {
    if (NUMBERS.has(type)) return String(value);
    return type === 'date' ? dateCell(value) : null;
  }
  if (isRawNumber(value)) return NUMBERS.has(type) ? digitsOf(JSON.stringify(value)) : null;
  if (typeof value === 'boolean') return NUMBERS.has(type) ? String(value) : null;
  return type === 'geo_point' && isObject(value) ? pointCell(value) : null;
}

/** What is larger than any number is refused with its reason where the whole object is read. */
const digitsOf = (digits: string): string | null => (Number.isFinite(Number(digits)) ? digits : null);

/** A NUL is refused with its reason where the whole object is read. */
const textCell = (text: string): string | null => (text.includes('\0') || !text.isWellFormed() ? null : csvText(text));

const dateCell = (ms: number): string | null =>
  Number.isSafeInteger(ms) && ms >= FIRST_DAY && ms <= LAST_DAY ? isoOf(ms) : null;

const isoOf = (ms: number): string | null => {
  const text = new Date(ms).toISOString();
  return /^\d{4}-/.test(text) ? text : null;
};

function pointCell(value: Fields): string | null {
  const { lat, lon } = value;
  if (typeof lat !== 'number' || typeof lon !== 'number' || Object.keys(value).length !== 2) return null;
  const text = `${lat},${lon}`;
  return text.includes('e') ? null : `"${text}"`;
}
