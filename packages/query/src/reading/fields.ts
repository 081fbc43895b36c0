import { isObject, isScalar, type Scalar } from './json.ts';
import { unsupported, wrongShape, wrongValue } from './refusal.ts';

const CONTROL = '__proto__';

/** Joins a JSON path: `query.bool.must[0].term`. */
export function pathOf(parent: string, key: string | number): string {
  if (typeof key === 'number') return `${parent}[${key}]`;
  return parent === '' ? key : `${parent}.${key}`;
}

export function readText(value: unknown, path: string): string {
  if (typeof value !== 'string') throw wrongShape(path, 'text', value);
  return value;
}

/** A text, for which a number or boolean may stand, as when a filter of digits was built from a number. */
export const readPattern = (value: unknown, path: string): string => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return readText(value, path);
};

export function readScalar(value: unknown, path: string): Scalar {
  if (!isScalar(value)) throw wrongShape(path, 'a text, number or boolean', value);
  return value;
}

export function readNumber(value: unknown, path: string, bounds: { min?: number; max?: number } = {}): number {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = bounds;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < min || number > max) {
    throw wrongShape(path, `a number${rangeText(min, max)}`, value);
  }
  return number;
}

/** A whole number of 32 bits. As in OpenSearch, what stands behind the point of a number is cut off. */
export function readInteger(value: unknown, path: string, bounds: { min?: number; max?: number } = {}): number {
  const { min = -(2 ** 31), max = 2 ** 31 - 1 } = bounds;
  const number = Math.trunc(readNumber(value, path));
  if (number < min || number > max) throw wrongShape(path, `a number${rangeText(min, max)}`, value);
  return number + 0;
}

export function readBoolean(value: unknown, path: string): boolean {
  if (value === 'true' || value === true) return true;
  if (value === 'false' || value === false || value === '') return false;
  throw wrongShape(path, 'true or false', value);
}

/** One of several words, in whatever case. `kind` is what OpenSearch calls them, where it does. */
export function readChoice<T extends string>(value: unknown, path: string, choices: readonly T[], kind?: string): T {
  const found = choices.find((choice) => typeof value === 'string' && choice === value.toLowerCase());
  if (found !== undefined) return found;
  const expected = `one of ${choices.join(', ')}`;
  if (kind === undefined || typeof value !== 'string') throw wrongShape(path, expected, value);
  throw wrongValue(path, expected, value, `No enum constant ${kind}.${value.toUpperCase()}`);
}

export function readList<T>(value: unknown, path: string, item: (value: unknown, path: string) => T): readonly T[] {
  if (!Array.isArray(value)) throw wrongShape(path, 'a list', value);
  return value.map((entry, index) => item(entry, pathOf(path, index)));
}

/** A list, or one item standing for a list of one, as OpenSearch allows in many places. */
export function readOneOrMany<T>(
  value: unknown,
  path: string,
  item: (value: unknown, path: string) => T,
): readonly T[] {
  return Array.isArray(value) ? readList(value, path, item) : [item(value, path)];
}

function rangeText(min: number, max: number): string {
  if (Number.isFinite(min) && Number.isFinite(max)) return ` from ${min} to ${max}`;
  if (Number.isFinite(min)) return ` of at least ${min}`;
  if (Number.isFinite(max)) return ` of at most ${max}`;
  return '';
}

/** One name as text, or a list in which a number may stand for one. */
export const readNames = (value: unknown, path: string): readonly string[] =>
  Array.isArray(value) ? readList(value, path, readPattern) : [readText(value, path)];

/** Names of parameters that may be null, which is as if they were not there. */
type Nullable = readonly string[] | 'all';

/**
 * Reads the parameters of one JSON object and remembers which were asked for; `done()` refuses the others with
 * error 33, so that no parameter is ever ignored.
 */
export class Fields {
  readonly path: string;
  /** What the parameters belong to. */
  readonly owner: string;
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #nullable: Nullable;
  readonly #seen = new Set<string>();

  /** Names of clauses have no spaces; the reason is then said as OpenSearch says it. */
  get #isClause(): boolean {
    return /^[a-z_]+$/.test(this.owner);
  }

  constructor(value: unknown, path: string, owner: string, nullable: Nullable = []) {
    if (!isObject(value)) throw wrongShape(path, `an object with the parameters of ${owner}`, value);
    this.path = path;
    this.#values = value;
    this.owner = owner;
    this.#nullable = nullable;
  }

  /** The raw value; null counts as absent. */
  take(name: string): unknown {
    this.#seen.add(name);
    return Object.hasOwn(this.#values, name) ? (this.#values[name] ?? undefined) : undefined;
  }

  at(name: string): string {
    return pathOf(this.path, name);
  }

  optional<T>(name: string, read: (value: unknown, path: string) => T): T | undefined {
    const value = this.take(name);
    if (value === undefined) this.#refuseNull(name);
    return value === undefined ? undefined : read(value, this.at(name));
  }

  #refuseNull(name: string): void {
    const isNull = Object.hasOwn(this.#values, name) && this.#values[name] === null;
    if (!isNull || this.#nullable === 'all' || this.#nullable.includes(name)) return;
    throw wrongShape(this.at(name), 'a value', null, this.reasonOfNull(name));
  }

  /** How OpenSearch refuses nothing in place of a value. */
  protected reasonOfNull(name: string): string {
    return `[${this.owner}] ${name} doesn't support values of type: VALUE_NULL`;
  }

  required<T>(name: string, read: (value: unknown, path: string) => T): T {
    const value = this.take(name);
    if (value === undefined) throw wrongShape(this.path, `[${name}] in ${this.owner}`, undefined);
    return read(value, this.at(name));
  }

  text(name: string): string | undefined {
    return this.optional(name, readText);
  }

  flag(name: string, absent: boolean): boolean {
    return this.optional(name, readBoolean) ?? absent;
  }

  choice<T extends string>(name: string, choices: readonly T[], kind?: string): T | undefined {
    return this.optional(name, (value, path) => readChoice(value, path, choices, kind));
  }

  boost(): number {
    return this.optional('boost', (value, path) => readNumber(value, path, { min: 0 })) ?? 1;
  }

  /** Parameters that only steer how OpenSearch executes and cannot change an exact answer. */
  hints(...names: readonly string[]): void {
    for (const name of names) this.#seen.add(name);
  }

  /** Such parameters, passed over once they are what they should be. */
  passOver(read: (value: unknown, path: string) => unknown, ...names: readonly string[]): void {
    for (const name of names) this.optional(name, read);
  }

  /** Every parameter, for who passes them on whole. */
  all(): Readonly<Record<string, unknown>> {
    return this.#values;
  }

  /** Names not asked for yet: the field of a leaf, the names of filters … */
  rest(): readonly string[] {
    return Object.keys(this.#values).filter((name) => !this.#seen.has(name));
  }

  /** `reasonOf` says how OpenSearch refuses a parameter it does not know, where that is not as of a clause. */
  done(reasonOf: (name: string, value: unknown) => string | undefined = (name) => this.#notOfClause(name)): void {
    const [unknown] = this.rest();
    if (unknown === undefined) return;
    const reason = reasonOf(unknown, this.#values[unknown]);
    throw unsupported(this.at(unknown), `[${unknown}] of ${this.owner}`, [], reason);
  }

  #notOfClause(name: string): string | undefined {
    return this.#isClause ? `[${this.owner}] query does not support [${name}]` : undefined;
  }
}

/** The parameters of a clause of a query, each of which may have a `_name` that is read with the clause as a whole. */
export class ClauseFields extends Fields {
  constructor(value: unknown, path: string, owner: string, nullable: Nullable = []) {
    super(value, path, owner, nullable);
    this.hints('_name');
  }
}

const TEXT_QUERIES: ReadonlySet<string> = new Set(['match', 'match_phrase', 'match_phrase_prefix']);

function fieldReason(owner: string, [first, second]: readonly string[]): string | undefined {
  if (first === undefined) return TEXT_QUERIES.has(owner) ? 'No text specified for text query' : undefined;
  if (second === undefined) return undefined;
  if (owner === 'terms') return '[terms] query does not support multiple fields';
  return `[${owner}] query doesn't support multiple fields, found [${first}] and [${second}]`;
}

/** Reads `{<field>: body}` of a leaf clause; every other key of the object must have been taken before. */
export function readFieldEntry(fields: Fields, owner: string): { field: string; body: unknown; path: string } {
  const names = fields.rest();
  const [field, second] = names;
  if (field === undefined || field === '' || field === CONTROL || second !== undefined) {
    const at = second === undefined ? fields.path : fields.at(second);
    throw wrongShape(at, `exactly one field name in ${owner}`, names, fieldReason(owner, names));
  }
  return { field, body: fields.take(field), path: fields.at(field) };
}

/** The fields below the one field of a clause; a bare value stands for the parameter `short`. */
export function openFieldEntry(
  value: unknown,
  path: string,
  owner: string,
  short: 'query' | 'value',
  nullable: Nullable = [],
): { readonly field: string; readonly fields: Fields } {
  const { field, body, path: at } = readFieldEntry(new ClauseFields(value, path, owner), owner);
  return { field, fields: new ClauseFields(isScalar(body) ? { [short]: body } : body, at, owner, nullable) };
}
