import type { FieldDefinition } from '@datasarana/engine';
import { isRawNumber, NESTING_LIMIT, SYSTEM_FIELD_NAMES } from '@datasarana/schema';
import {
  featureId,
  fieldNameOf,
  geometryOf,
  isFeature,
  jsonFault,
  memberFault,
  parseDocument,
} from '@datasarana/sources';

export type Fields = Readonly<Record<string, unknown>>;

/** One line as a row of the template, or why it is none. */
export type ReadLine = { readonly row: string } | { readonly fault: string };

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);

/** What stands beside a record where a search found it, and where it was dumped. */
const BESIDE_SOURCE: ReadonlySet<string> = new Set(
  '_index _id _type _score _source _routing _version _seq_no _primary_term _ignored found sort'.split(' '),
);

/** The record that a search found, as search engines answer it; null for any other object. */
const sourceOfHit = (value: Fields): Fields | null =>
  isFields(value._source) &&
  typeof value._index === 'string' &&
  Object.keys(value).every((key) => BESIDE_SOURCE.has(key))
    ? value._source
    : null;

const TOO_DEEP: ReadLine = { fault: `The line is nested deeper than ${NESTING_LIMIT} levels` };
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1)));

/** Reads lines of `/feature/data` (STR-01): a GeoJSON feature, `{meta, data}`, or a plain object of fields. */
export class FeatureLines {
  readonly #names: ReadonlySet<string>;
  /** Those with fields inside. */
  readonly #trees: ReadonlySet<string>;
  /** Paths of values inside objects, as `address.city`. */
  readonly #inner: ReadonlySet<string>;
  readonly #point: string | null;
  readonly #shape: string | null;
  readonly #ignoreUnknown: boolean;
  readonly #guard: (paths: Iterable<string>) => void;
  readonly #text: (row: Fields) => string;
  readonly #plain: (row: Fields) => void;
  readonly #seen = new Set<string>();

  /**
   * `guard` hears of each path once, when a line fills it first; `text` writes a row down; `plain` sees each object that was
   * taken as it is, neither a feature nor something inside it.
   */
  constructor(
    fields: readonly FieldDefinition[],
    ignoreUnknown: boolean,
    guard: (paths: Iterable<string>) => void = () => {},
    text: (row: Fields) => string = JSON.stringify,
    plain: (row: Fields) => void = () => {},
  ) {
    this.#plain = plain;
    this.#names = new Set(fields.map((field) => field.name));
    this.#trees = new Set(fields.filter((field) => field.fields !== undefined).map((field) => field.name));
    this.#inner = new Set(innerPaths(fields));
    this.#point = fields.find((field) => field.type === 'geo_point')?.name ?? null;
    this.#shape = fields.find((field) => field.type === 'geo_shape')?.name ?? null;
    this.#ignoreUnknown = ignoreUnknown;
    this.#guard = guard;
    this.#text = text;
  }

  #write(row: Fields): ReadLine {
    for (const path of this.#paths(row)) {
      if (this.#seen.has(path)) continue;
      this.#seen.add(path);
      this.#guard([path]);
    }
    return { row: this.#text(row) };
  }

  *#paths(row: Fields): Generator<string> {
    for (const [name, value] of Object.entries(row)) {
      if (this.#trees.has(name)) yield* pathsIn(value, name);
      else yield name;
    }
  }

  read(line: string): ReadLine {
    let value: unknown;
    try {
      value = parseDocument(line);
    } catch (cause) {
      if (cause instanceof RangeError) return TOO_DEEP;
      return { fault: `The line is not JSON: ${jsonFault(line, cause)}` };
    }
    return this.readValue(value);
  }

  /** The same for what was parsed already. */
  readValue(value: unknown): ReadLine {
    if (!isFields(value)) return { fault: 'The line is not a JSON object' };
    if (isDeeper(value, NESTING_LIMIT)) return TOO_DEEP;
    if (value.type === 'FeatureCollection' && Array.isArray(value.features)) {
      return { fault: 'The line is a FeatureCollection; send one feature per line' };
    }
    if (isFeature(value)) return this.#feature(value);
    const found = this.#names.has('_source') ? null : sourceOfHit(value);
    if (found) return this.#write(this.#named(found));
    if (isFields(value.data) && !this.#names.has('data')) return this.#write(this.#named(value.data));
    const read = this.#write(this.#named(value));
    this.#plain(value);
    return read;
  }

  /** The field a key of an object fills, or the one around it; null when it fits none, or the platform fills it: `_id` is no `id`. */
  fieldOf(key: string): string | null {
    if (this.#inner.has(key)) return key.slice(0, key.indexOf('.'));
    if (SYSTEM_FIELD_NAMES.includes(key)) return null;
    const field = this.#names.has(key) ? key : fieldNameOf(key);
    return this.#names.has(field) ? field : null;
  }

  #feature(feature: Fields): ReadLine {
    const otherSystem = memberFault(feature.crs);
    if (otherSystem !== null) return { fault: otherSystem };
    const properties = isFields(feature.properties) ? feature.properties : {};
    const row: Record<string, unknown> = { ...this.#named(properties) };
    for (const [name, id] of Object.entries(featureId(feature))) if (this.#names.has(name)) row[name] ??= id;
    const geometry = geometryOf(feature);
    if (geometry === null) return this.#write(row);
    if (!isFields(geometry) || typeof geometry.type !== 'string') {
      return { fault: 'The geometry of the feature is not a GeoJSON geometry' };
    }
    // our own export names the point beside a shape, even when it is empty
    const pointGiven = this.#point !== null && this.#shape !== null && Object.hasOwn(row, this.#point);
    const field = geometry.type === 'Point' && !pointGiven ? (this.#point ?? this.#shape) : this.#shape;
    if (field === null) {
      if (this.#ignoreUnknown) return this.#write(row);
      const wanted = geometry.type === 'Point' ? 'Point or Shape' : 'Shape';
      return { fault: `The template has no ${wanted} field for the feature's ${geometry.type}` };
    }
    row[field] = field === this.#point ? pointOf(geometry.coordinates) : geometry;
    return this.#write(row);
  }

  /** Keys by name or by their snake_case form (SRC-28); keys that fit nothing stay, so that the row's ledger names them. */
  #named(fields: Fields): Fields {
    const named: Record<string, unknown> = Object.create(null);
    const paths: string[] = [];
    for (const [key, value] of Object.entries(fields)) {
      const field = this.fieldOf(key);
      if (this.#inner.has(key)) paths.push(key);
      else if (field !== null) {
        if (field === key || !Object.hasOwn(fields, field)) named[field] = value;
      } else if (!this.#ignoreUnknown) named[key] = value;
    }
    return paths.length === 0 ? named : this.#placed(named, paths, fields);
  }

  /** Puts values by their paths; one whose object is there itself is nobody's, so that neither is lost. */
  #placed(named: Record<string, unknown>, paths: readonly string[], fields: Fields): Fields {
    const given = new Set(Object.keys(named));
    for (const path of paths) {
      if (given.has(this.fieldOf(path) ?? '')) named[path] = fields[path];
      else putAt(named, path.split('.'), fields[path]);
    }
    return named;
  }
}

/** Dotted paths of the values inside objects; within nested ones a path leads to no single place. */
function* innerPaths(fields: readonly FieldDefinition[], around = ''): Generator<string> {
  for (const { name, type, fields: inner = [] } of fields) {
    if (around !== '' && inner.length === 0) yield around + name;
    if (type === 'object') yield* innerPaths(inner, `${around}${name}.`);
  }
}

function putAt(row: Record<string, unknown>, [name = '', ...inner]: readonly string[], value: unknown): void {
  if (inner.length === 0) {
    row[name] = value;
    return;
  }
  const around = isFields(row[name]) ? row[name] : {};
  row[name] = around;
  putAt(around as Record<string, unknown>, inner, value);
}

/** Dotted paths of what an object holds, in objects of its lists, too. */
function* pathsIn(value: unknown, path: string): Generator<string> {
  const objects = isFields(value) ? [value] : Array.isArray(value) ? value.filter(isFields) : [];
  if (objects.length === 0) yield path;
  for (const each of objects)
    for (const [name, inside] of Object.entries(each)) yield* pathsIn(inside, `${path}.${name}`);
}

const pointOf = (coordinates: unknown): unknown =>
  Array.isArray(coordinates) ? { lon: coordinates[0] as unknown, lat: coordinates[1] as unknown } : coordinates;
