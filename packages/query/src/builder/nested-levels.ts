import { invalid, isShapeField, type SchemaItem, ValueType } from '@datasarana/schema';
import { type JsonObject, present } from '../reading/json.ts';

/** What of a template decides how its fields are asked. */
export interface QueryFields {
  /** Dotted names of its Nested fields, each a level of objects of its own. */
  readonly nested: readonly string[];
  /** Dotted names of its shape fields. */
  readonly shapes: readonly string[];
}

/** Where a part of a query stands: among the records, or among the objects of a Nested field. */
export interface Place {
  readonly fields: QueryFields;
  /** One of `fields.nested`; empty = the records. */
  readonly level: string;
}

export const NO_FIELDS: QueryFields = { nested: [], shapes: [] };
export const AMONG_RECORDS: Place = { fields: NO_FIELDS, level: '' };

/** The fields of a template that decide how it is asked. */
export function queryFieldsOf(items: readonly SchemaItem[], prefix = ''): QueryFields {
  const named = (test: (item: SchemaItem) => boolean) => items.filter(test).map(({ name }) => prefix + name);
  const below = items.map((item) => queryFieldsOf(item.items, `${prefix}${item.name}.`));
  return {
    nested: [...named((item) => item.value_type === ValueType.Nested), ...below.flatMap(({ nested }) => nested)],
    shapes: [...named(isShapeField), ...below.flatMap(({ shapes }) => shapes)],
  };
}

/** The innermost Nested field a field is or lies under; empty for a field of the records. */
export function levelOf(field: string, { nested }: QueryFields): string {
  const around = nested.filter((path) => field === path || field.startsWith(`${path}.`));
  return around.reduce((inner, path) => (path.length > inner.length ? path : inner), '');
}

/** Whether objects of `level` stand inside those of `outer`, or are the same. */
export const isInside = (level: string, outer: string): boolean =>
  outer === '' || level === outer || level.startsWith(`${outer}.`);

/** The one level several fields lie at; without any, the place's own. */
export function commonLevel(names: readonly string[], { fields, level }: Place, owner: string): string {
  const levels = names.map((name) => levelOf(name, fields));
  const [first = level] = levels;
  const other = levels.findIndex((each) => each !== first);
  if (other < 0) return first;
  const message = `${owner} looks at [${names[0]}] and [${names[other]}], which do not lie in the same objects`;
  throw invalid({ fields: message }, message);
}

/** A clause on fields of `level` as it is asked at a place: wrapped where the level lies further in (QRY-23). */
export function clauseAt(level: string, clause: JsonObject, place: Place): JsonObject {
  if (level === place.level) return clause;
  if (isInside(level, place.level)) return { nested: { path: level, query: clause } };
  const message = `Objects of [${place.level}] cannot be chosen by fields outside of them`;
  throw invalid({ fields: message }, message);
}

/** The aggregations that lead from one level to another, outermost first (QRY-23). */
export function stepsTo(level: string, { fields, level: from }: Place): readonly JsonObject[] {
  if (level === from) return [];
  if (isInside(level, from)) return [{ nested: { path: level } }];
  const shared = levelsAround(from, fields).find((each) => isInside(level, each)) ?? '';
  const back = { reverse_nested: present({ path: shared || undefined }) };
  return shared === level ? [back] : [back, { nested: { path: level } }];
}

/** An aggregation with the steps that lead to it around it, each called as it is. */
export const wrapped = (name: string, own: JsonObject, steps: readonly JsonObject[]): JsonObject =>
  steps.reduceRight((dsl: JsonObject, step) => ({ ...step, aggs: { [name]: dsl } }), own);

/** Levels that hold a level, the innermost first. */
const levelsAround = (level: string, { nested }: QueryFields): readonly string[] =>
  nested.filter((path) => level.startsWith(`${path}.`)).sort((a, b) => b.length - a.length);
