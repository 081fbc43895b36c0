import type { Call, FuzzCase } from './calls.ts';
import type { Difference } from './difference.ts';

type Body = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The aggregations a difference lies in, the outermost first: `aggregations.a00.buckets.2.a10.value: …`. */
export function aggregationsAround(said: string, calls: readonly Call[]): readonly Body[] {
  const place = /^(?:call \d+: )?(?:responses\.(\d+)\.)?aggregations\.(.+?): /.exec(said);
  if (place === null) return [];
  const [, response, path = ''] = place;
  const bodies = calls.map(({ body, lines }) => (response === undefined ? body : lines?.[2 * Number(response) + 1]));
  return bodies.filter(isMap).flatMap(({ aggs }) => onWay(aggs, path.split('.')));
}

/** The same of a difference in the answers to a whole case. */
export const aroundOf = ({ said, each }: Difference): readonly Body[] => aggregationsAround(said, each.calls);

function onWay(aggs: unknown, [name, ...rest]: readonly string[]): readonly Body[] {
  if (name === undefined || !isMap(aggs)) return [];
  const found = aggs[name];
  return isMap(found) ? [found, ...onWay(found.aggs, rest)] : onWay(aggs, rest);
}

/** Whether a search has an aggregation of that kind within the buckets of another. */
export const isWithinBuckets = (kind: string, calls: readonly Call[]): boolean =>
  calls.flatMap(({ body, lines }) => [body, ...(lines ?? [])]).some((each) => holdsWithin(kind, Object(each).aggs, 0));

const holdsWithin = (kind: string, aggs: unknown, depth: number): boolean =>
  Object.values(Object(aggs)).some(
    (each) => (depth > 0 && Object(each)[kind] !== undefined) || holdsWithin(kind, Object(each).aggs, depth + 1),
  );

/** Whether a difference is one of the order of hits, and the fields they are ordered by. */
export function orderOf(
  said: string,
  calls: readonly Call[],
): { readonly isOrder: boolean; readonly fields: readonly string[] } {
  const isOrder = /hits\.hits\.\d+\.(_id|sort\.\d+|_source\..*|fields\..*): /.test(said);
  const bodies = calls.flatMap(({ body, lines }) => [body, ...(lines ?? [])]).filter(isMap);
  const named = bodies.flatMap(({ sort }) => [sort].flat().filter(isMap).flatMap(Object.keys));
  return { isOrder, fields: [...named, ...calls.flatMap(({ path }) => sortedInAddress(path))] };
}

/** `?sort=field:desc,other`. */
function sortedInAddress(path: string): readonly string[] {
  const [, sorts = ''] = /[?&]sort=([^&]*)/.exec(path) ?? [];
  return decodeURIComponent(sorts)
    .split(',')
    .map((sort) => sort.replace(/:(asc|desc)$/, ''));
}

/** The fields of a type, aliases of them too. */
export const namesOf = (type: string, mapping: unknown): readonly string[] =>
  pathsIn(mapping).filter((path) => typeAt(mapping, path) === type);

/** The names of a field: its own and its aliases'. */
export const namesOfField = (path: string, mapping: unknown): readonly string[] =>
  pathsIn(mapping).filter((each) => mappedAt(mapping, each) === mappedAt(mapping, path));

const pathsIn = (inside: unknown): readonly string[] =>
  Object.entries(Object(Object(inside).properties)).flatMap(([name, field]) => [
    name,
    ...pathsIn(field).map((path) => `${name}.${path}`),
  ]);

/** The type of a field, through objects and aliases. */
export const typeAt = (mapping: unknown, path: string): unknown => Object(mappedAt(mapping, path)).type;

/** What a mapping says of a field, through objects and aliases. */
export function mappedAt(mapping: unknown, path: string): unknown {
  const found = path
    .split('.')
    .reduce<unknown>(
      (inside, step) => (isMap(inside) ? Object(inside.properties ?? inside.fields)[step] : undefined),
      mapping,
    );
  if (!isMap(found)) return undefined;
  return found.type === 'alias' ? mappedAt(mapping, String(found.path)) : found;
}

/** Whether hits of two indexes are ordered by a field that has another type, or none, in the second, which a call of the case makes. */
export function isOrderedByOther(
  { mapping, calls }: FuzzCase,
  differ = (one: unknown, other: unknown) => one !== other,
): boolean {
  const made = calls.find(({ method, path }) => method === 'PUT' && path === '~/$index-copy');
  const other = Object(made?.body).mappings;
  const asked = calls.filter(({ path }) => path.startsWith('~/$index,$index-copy/'));
  const fields = asked.flatMap(({ body }) => [Object(body).sort ?? []].flat().flatMap((by) => Object.keys(Object(by))));
  return other !== undefined && fields.some((field) => differ(typeAt(mapping, field), typeAt(other, field)));
}

/** Whether a clause that fits stands in a `bool` or `boosting` with others, or below functions, which it makes unneeded when it finds nothing. */
export function standsBeside(body: unknown, fits: RegExp): boolean {
  if (Array.isArray(body)) return body.some((each) => standsBeside(each, fits));
  if (!isMap(body)) return false;
  const { must, filter, should, must_not } = Object(body.bool);
  const required = [must, filter].flat().filter(isMap);
  const optional = [should].flat().filter(isMap);
  const isOneOfAll = optional.every((each) => fits.test(JSON.stringify(each)));
  const needed = required.length === 0 && isOneOfAll ? optional : required;
  const clauses = [...required, ...optional, ...[must_not].flat().filter(isMap)];
  if (clauses.length > 1 && needed.some((each) => fits.test(JSON.stringify(each)))) return true;
  if (isMap(body.function_score) && fits.test(JSON.stringify(body.function_score.query ?? null))) return true;
  if (isMap(body.boosting) && fits.test(JSON.stringify(body.boosting.positive ?? null))) return true;
  return Object.values(body).some((each) => standsBeside(each, fits));
}

/** Clauses that find nothing before any document is looked at: `match_none`, a field that is not there, terms of no values. */
export function findsNothing({ asked, each: { mapping, documents } }: Difference): RegExp {
  const lookups = asked.matchAll(/"terms":\{"[\w.]+":\{"index":"[^"]*","id":"([^"]*)","path":"([\w.]+)"[^{}]*\}/g);
  const empty = [...lookups].filter(([, id, path = '']) => {
    const named = documents.filter(({ uid }) => String(uid) === id);
    return valuesOf(path, { mapping, documents: named }).length === 0;
  });
  const written = empty.map(([text]) => text.replace(/[.$\\{}[\]]/g, '\\$&'));
  const always = ['"match_none":', '"exists":\\{"field":"(absent|n|n\\.k)"', '"terms":\\{"[\\w.]+":\\[\\]'];
  return new RegExp([...always, ...written].join('|'));
}

/** The steps to what a refusal of ours is about: `400 here ("query.bool.must[0].term: …` */
export const pathIn = (said: string): readonly string[] =>
  (/400 here \("([\w.[\]]+): /.exec(said)?.[1] ?? '').split(/[.[\]]+/).filter((step) => step !== '');

/** What stands there in a body, where names may hold dots; a path may end inside a text, or name what is absent. */
export function valueAt(body: unknown, path: readonly string[]): unknown {
  if (path.length === 0) return body;
  const at = path.findIndex((_, i) => Object.hasOwn(Object(body), path.slice(0, i + 1).join('.')));
  return at < 0 ? undefined : valueAt(Object(body)[path.slice(0, at + 1).join('.')], path.slice(at + 1));
}

/** Whether a path leads through a `bool` or `boosting` that finds nothing, because of another clause in it. */
export function isBesideNone(body: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return false;
  const inside = Object(body)[step];
  const { must, filter } = Object(inside);
  const isOnWay = (list: string, i: number): boolean => rest[0] === list && (rest[1] ?? '0') === String(i);
  const beside = Object.entries({ must, filter }).flatMap(([list, clauses]) =>
    [clauses ?? []].flat().filter((_, i) => !isOnWay(list, i)),
  );
  if (step === 'bool' && /"match_none":/.test(JSON.stringify(beside))) return true;
  const isNone = step === 'boosting' && rest[0] === 'negative' && Object(inside).positive?.match_none !== undefined;
  return isNone || isBesideNone(inside, rest);
}

/** The values the documents hold for a field, each list of several as one; aliases and other readings are those of their field. */
export function valuesOf(
  path: string,
  { mapping, documents }: Pick<FuzzCase, 'mapping' | 'documents'>,
): readonly unknown[] {
  const steps = sourceOf(path, mapping).split('.');
  const within = (value: unknown, [step, ...rest]: readonly string[]): readonly unknown[] => {
    if (step === undefined) return [value];
    if (Array.isArray(value)) return value.flatMap((each) => within(each, [step, ...rest]));
    const inside = isMap(value) ? value[step] : undefined;
    return inside === undefined || inside === null ? [] : within(inside, rest);
  };
  return documents.flatMap((document) => within(document, steps));
}

/** Whether some document holds several values for a field. */
export const hasSeveral = (path: string, stored: Pick<FuzzCase, 'mapping' | 'documents'>): boolean =>
  valuesOf(path, stored).some((value) => Array.isArray(value) && value.length > 1);

/** Where a document holds what a field shows. */
function sourceOf(path: string, mapping: unknown): string {
  const field = Object(Object(Object(mapping).properties)[path]);
  return field.type === 'alias' ? String(field.path) : path.replace(/\.more$/, '');
}
