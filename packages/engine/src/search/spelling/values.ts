import { millisOf, type QueryNodes, type Scalar, zoneOf } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { asKept } from '../clauses/analysis.ts';
import type { Limits } from '../clauses/limits.ts';
import { momentFor } from '../clauses/moment.ts';
import { booleansWithin } from '../clauses/on-boolean.ts';
import { booleanOf, numberOf, wholeOf } from '../clauses/values.ts';
import { wholeLimit } from '../clauses/within-limits.ts';
import { hasNanos, isWhole } from '../index-fields.ts';
import { ipBlock, ipNumber } from '../ip-address.ts';
import { addressBytes, addressText, idsText } from './identity.ts';
import { ALL, anywhere, bool, constant, NONE, noFraction, type Spelt } from './lucene.ts';
import { DOUBLE, FLOAT, WHOLE_LIMITS } from './numbers.ts';
import type { SpeltField } from './surroundings.ts';

const inField = (field: SpeltField, text: string): Spelt => ({ text, seesObjects: field.isNested });

/** A query by the field's index or by its column, whichever is quicker. */
function either(field: SpeltField, index: string, column: string): string {
  if (!field.hasDocValues) return index;
  return field.isIndexed ? `IndexOrDocValuesQuery(indexQuery=${index}, dvQuery=${column})` : column;
}

const between = (field: SpeltField, low: string, high: string): string => `${field.path}:[${low} TO ${high}]`;

const span = (field: SpeltField, index: readonly [string, string], column = index): Spelt =>
  inField(field, either(field, between(field, ...index), between(field, ...column)));

const wholeSpan = (field: SpeltField, low: bigint, high: bigint): Spelt => span(field, [String(low), String(high)]);

const addressSpan = (field: SpeltField, low: bigint, high: bigint): Spelt =>
  span(field, [addressText(low), addressText(high)], [addressBytes(low), addressBytes(high)]);

const kindOf = ({ type }: SpeltField) => (type === 'double' ? DOUBLE : type === 'float' ? FLOAT : null);

const factorOf = ({ parameters }: SpeltField): number => Number(parameters.scaling_factor);

/** The documents that have the field. */
export function exists(field: SpeltField): string {
  const hasNorms = field.type === 'text' ? field.parameters.norms !== false : field.parameters.norms === true;
  const isKnown = field.type === 'text' ? hasNorms : field.hasDocValues || hasNorms;
  return isKnown ? `FieldExistsQuery [field=${field.path}]` : `_field_names:${field.path}`;
}

function addressesOf(text: string): readonly [bigint, bigint] {
  const number = ipNumber(text);
  const found = number === null ? ipBlock(text) : ([number, number] as const);
  if (found === null) throw malformed(`'${text}' is not an IP string literal.`, 'Give an address or a block.');
  return found;
}

/** One exact value of a field; null for a type that has no spelling here. */
export function exactly(field: SpeltField, value: Scalar, now: number): Spelt | null {
  const { source, path, type } = field;
  if (path === '_id') return anywhere(idsText([String(value)]));
  if (path === '_index') return null;
  if (type === 'wildcard') return anywhere(`WildcardMatchingQuery(${path}:"${value}")`);
  if (type === 'boolean') return inField(field, `${path}:${booleanOf(source, value) ? 'T' : 'F'}`);
  if (type === 'ip') return addressSpan(field, ...addressesOf(String(value)));
  if (type === 'date' || type === 'date_nanos') {
    const moment = typeof value === 'boolean' ? String(value) : value;
    return rangeOf(field, { gte: moment, lte: moment }, now);
  }
  if (type === 'scaled_float') {
    const scaled = BigInt(Math.round(numberOf(source, value) * factorOf(field)));
    return wholeSpan(field, scaled, scaled);
  }
  if (isWhole(source.type)) {
    const whole = wholeOf(numberOf(source, value), value);
    return whole === null ? noFraction(value) : wholeSpan(field, whole, whole);
  }
  const kind = kindOf(field);
  if (kind !== null) {
    const number = numberOf(source, value);
    const [shown, kept] = [kind.shown(number), kind.sortable(number)];
    return span(field, [shown, shown], [kept, kept]);
  }
  if (type === 'text' || type === 'keyword' || type === 'flat_object') {
    return inField(field, `${path}:${source.postings === null ? asKept(source, String(value)) : value}`);
  }
  return null;
}

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Any of several values; null for a type that has no spelling here. */
export function anyOf(field: SpeltField, values: readonly Scalar[], now: number): Spelt | null {
  const { source, path, type } = field;
  if (values.length === 0) return NONE;
  if (path === '_id') return anywhere(idsText(values.map(String)));
  if (type === 'text' || type === 'keyword') {
    const words = values.map((value) => (source.postings === null ? asKept(source, String(value)) : String(value)));
    return inField(field, `${path}:(${[...new Set(words)].sort(byBytes).join(' ')})`);
  }
  if (type === 'boolean') {
    const both = new Set(values.map((value) => booleanOf(source, value)));
    return both.size > 1 ? anywhere(exists(field)) : exactly(field, values[0] ?? false, now);
  }
  if (type === 'date' || type === 'date_nanos') {
    return constant(bool({ should: values.flatMap((value) => exactly(field, value, now) ?? []) }));
  }
  if (type === 'ip') {
    if (values.some((value) => String(value).includes('/'))) return null;
    const known = [...new Set(values.map((value) => addressesOf(String(value))[0]))].sort((a, b) => (a < b ? -1 : 1));
    const [index, column] = [known.map(addressText).join(' '), known.map(addressBytes).join(' ')];
    return anywhere(either(field, `${path}:{${index}}`, `${path}:(${column})`));
  }
  return numbersOf(field, values);
}

function numbersOf(field: SpeltField, values: readonly Scalar[]): Spelt | null {
  const { source, path, type } = field;
  const kind = kindOf(field);
  const numbers = [...new Set(values.map((value) => numberOf(source, value)))].sort((a, b) => a - b);
  const told = (index: readonly string[], column: readonly string[]): Spelt =>
    anywhere(either(field, `${path}:{${index.join(' ')}}`, `${path}: [${column.join(', ')}]`));
  if (kind !== null) return told(numbers.map(kind.shown), numbers.map(kind.sortable));
  if (type === 'scaled_float') {
    const scaled = numbers.map((each) => String(Math.round(each * factorOf(field))));
    return told(scaled, scaled);
  }
  if (!isWhole(source.type) || type === 'unsigned_long') return null;
  const whole = values.flatMap((value) => wholeOf(numberOf(source, value), value) ?? []);
  const texts = [...new Set(whole)].sort((a, b) => (a < b ? -1 : 1)).map(String);
  return texts.length === 0 ? NONE : told(texts, texts);
}

const isOpen = ({ gt, gte, lt, lte }: Limits): boolean => [gt, gte, lt, lte].every((each) => each === undefined);

/** Values within limits; null for a type that has no spelling here. */
export function rangeOf(
  field: SpeltField,
  limits: Omit<QueryNodes['range'], 'kind' | 'field' | 'boost'>,
  now: number,
): Spelt | null {
  const { type, source } = field;
  if (type === 'text' || type === 'keyword')
    return isOpen(limits) ? constant(anywhere(exists(field))) : wordsOf(field, limits);
  if (isOpen(limits) && type !== 'ip') return constant(anywhere(exists(field)));
  if (type === 'date' || type === 'date_nanos') return momentsOf(field, limits, now);
  if (type === 'ip') return addressesWithin(field, limits);
  if (type === 'scaled_float') return scaledOf(field, limits);
  if (isWhole(source.type)) return wholeOfLimits(field, limits);
  if (type === 'boolean') return anyOf(field, booleansWithin(source, limits), now);
  return kindOf(field) === null ? null : decimalsOf(field, limits);
}

function wordsOf(field: SpeltField, { gt, gte, lt, lte }: Limits): Spelt {
  const kept = (bound: Scalar): string =>
    field.source.postings === null ? asKept(field.source, String(bound)) : String(bound);
  const low = gt !== undefined ? `{${kept(gt)}` : gte !== undefined ? `[${kept(gte)}` : '[*';
  const high = lt !== undefined ? `${kept(lt)}}` : lte !== undefined ? `${kept(lte)}]` : '*]';
  const text = `${field.path}:${low} TO ${high}`;
  return anywhere(field.type === 'text' ? text : either(field, text, text));
}

function momentsOf(field: SpeltField, limits: Limits, now: number): Spelt {
  const zone = zoneOf(limits.timeZone);
  const format = limits.format ?? field.source.field?.field.format;
  const read = (bound: string | number, roundUp: boolean): bigint => {
    const nanos = momentFor(field.source, bound, { format, zone, now, roundUp });
    return hasNanos(field.source) ? nanos : millisOf(nanos);
  };
  const { gt, gte, lt, lte } = limits;
  const [least, most] = WHOLE_LIMITS.get(field.type) ?? [0n, 0n];
  const low = gt !== undefined ? read(gt, true) + 1n : gte !== undefined ? read(gte, false) : least;
  const high = lt !== undefined ? read(lt, false) - 1n : lte !== undefined ? read(lte, true) : most;
  return wholeSpan(field, low, high);
}

function addressesWithin(field: SpeltField, { gt, gte, lt, lte }: Limits): Spelt {
  const read = (bound: Scalar): bigint => addressesOf(String(bound))[0];
  const low = gt !== undefined ? read(gt) + 1n : gte !== undefined ? read(gte) : 0n;
  const high = lt !== undefined ? read(lt) - 1n : lte !== undefined ? read(lte) : (1n << 128n) - 1n;
  return addressSpan(field, low, high);
}

function scaledOf(field: SpeltField, { gt, gte, lt, lte }: Limits): Spelt {
  const scaled = (bound: Scalar): number => numberOf(field.source, bound) * factorOf(field);
  const [least, most] = WHOLE_LIMITS.get(field.type) ?? [0n, 0n];
  const low = gt !== undefined ? DOUBLE.next(scaled(gt), 1) : gte !== undefined ? scaled(gte) : null;
  const high = lt !== undefined ? DOUBLE.next(scaled(lt), -1) : lte !== undefined ? scaled(lte) : null;
  return wholeSpan(
    field,
    low === null ? least : BigInt(Math.ceil(low)),
    high === null ? most : BigInt(Math.floor(high)),
  );
}

function wholeOfLimits(field: SpeltField, { gt, gte, lt, lte }: Limits): Spelt {
  const { source } = field;
  const [least, most] = WHOLE_LIMITS.get(source.type) ?? [0n, 0n];
  const lower = gt ?? gte;
  const upper = lt ?? lte;
  const low = lower === undefined ? least : wholeLimit(source, lower, 'low', gt !== undefined);
  const high = upper === undefined ? most : wholeLimit(source, upper, 'high', lt !== undefined);
  return wholeSpan(field, low, high);
}

function decimalsOf(field: SpeltField, { gt, gte, lt, lte }: Limits): Spelt {
  const kind = kindOf(field) ?? DOUBLE;
  const read = (bound: Scalar): number => numberOf(field.source, bound);
  const low = gt !== undefined ? kind.next(read(gt), 1) : gte !== undefined ? read(gte) : Number.NEGATIVE_INFINITY;
  const high = lt !== undefined ? kind.next(read(lt), -1) : lte !== undefined ? read(lte) : Number.POSITIVE_INFINITY;
  return span(field, [kind.shown(low), kind.shown(high)], [kind.sortable(low), kind.sortable(high)]);
}

/** Everything, where a text has no words and the query says so. */
export const withoutWords = (zeroTerms: 'none' | 'all', otherwise: Spelt): Spelt =>
  zeroTerms === 'all' ? ALL : otherwise;
