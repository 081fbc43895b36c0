import { analyse, type QueryNodes, readDate, type Scalar, wildcardParts, zoneOf } from '@datasarana/query';
import {
  compareValues,
  fieldAt,
  fieldsOf,
  isNumberField,
  type Matching,
  type RawField,
  type Value,
  valuesOf,
} from './documents.ts';

type Exact = Pick<QueryNodes['term'], 'field' | 'value' | 'caseInsensitive'>;

export function matchesTerm({ field: path, value, caseInsensitive }: Exact, on: Matching): boolean {
  if (path === '_id') return on.document.id === String(value);
  const field = fieldAt(on.index, path);
  if (field === undefined) return false;
  if (field.type === 'date') {
    const bound = typeof value === 'boolean' ? String(value) : value;
    return matchesRange({ field: path, gte: bound, lte: bound }, on);
  }
  const wanted = wantedValue(field, value);
  return terms(field, on).some((each) => each === wanted || (caseInsensitive && isSameText(each, wanted)));
}

const isSameText = (a: Value, b: Value): boolean =>
  typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase();

function wantedValue(field: RawField, value: Scalar): Value {
  if (isNumberField(field)) return Number(value);
  if (field.type === 'boolean') return value === true || value === 'true';
  return String(value);
}

/** What exact clauses see of a field: words of a text, values of anything else. */
export function terms(field: RawField, { index, document }: Pick<Matching, 'index' | 'document'>): readonly Value[] {
  const values = valuesOf(index, document, field.path);
  return field.type === 'text' ? values.flatMap((value) => analyse(field.analyser, String(value))) : values;
}

type Limits = Pick<QueryNodes['range'], 'field' | 'gt' | 'gte' | 'lt' | 'lte' | 'format' | 'timeZone'>;

export function matchesRange(node: Limits, on: Matching): boolean {
  const field = fieldAt(on.index, node.field);
  if (field === undefined) return false;
  const limit = (bound: string | number | undefined, roundUp: boolean): Value | undefined => {
    if (bound === undefined) return undefined;
    const reading = { format: node.format, zone: zoneOf(node.timeZone), now: on.now, roundUp };
    return field.type === 'date' ? readDate(bound, node.field, reading) : wantedValue(field, bound);
  };
  const [gt, gte, lt, lte] = [
    limit(node.gt, true),
    limit(node.gte, false),
    limit(node.lt, false),
    limit(node.lte, true),
  ];
  return terms(field, on).some(
    (value) =>
      (gt === undefined || compareValues(value, gt) > 0) &&
      (gte === undefined || compareValues(value, gte) >= 0) &&
      (lt === undefined || compareValues(value, lt) < 0) &&
      (lte === undefined || compareValues(value, lte) <= 0),
  );
}

export function hasValue(path: string, { index, document }: Matching): boolean {
  const paths = fieldsOf(index.fields).map((field) => field.path);
  return paths
    .filter((each) => each === path || each.startsWith(`${path}.`))
    .filter((each) => fieldAt(index, each)?.type !== 'object')
    .some((each) => valuesOf(index, document, each).length > 0);
}

export function matchesSet(node: QueryNodes['terms_set'], on: Matching): boolean {
  const values = valuesOf(on.index, on.document, node.minimumShouldMatchField).map(Number);
  const found = node.terms.filter((value) => matchesTerm({ field: node.field, value, caseInsensitive: false }, on));
  return values.length > 0 && found.length >= Math.max(1, Math.trunc(Math.min(...values)));
}

type Folding = { readonly caseInsensitive: boolean };
export const folded = (text: string, { caseInsensitive }: Folding): string =>
  caseInsensitive ? text.toLowerCase() : text;

export function someText(
  { field: path }: { readonly field: string },
  on: Matching,
  test: (text: string) => boolean,
): boolean {
  const field = fieldAt(on.index, path);
  return field !== undefined && terms(field, on).some((value) => typeof value === 'string' && test(value));
}

export function matchesWildcard(node: QueryNodes['wildcard'], on: Matching): boolean {
  const pattern = wildcardParts(node.value).map((part) => {
    if (part.kind === 'text') return folded(part.text, node).replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
    return part.kind === 'any' ? '.*' : '.';
  });
  const whole = new RegExp(`^${pattern.join('')}$`, 'su');
  return someText(node, on, (text) => whole.test(folded(text, node)));
}
