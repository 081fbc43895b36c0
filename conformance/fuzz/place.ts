import type { Call } from './calls.ts';

type Body = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The aggregations a difference lies in, the outermost first: `aggregations.a00.buckets.2.a10.value: …`. */
export function aggregationsAround(said: string, calls: readonly Call[]): readonly Body[] {
  const place = /^(?:call \d+: )?(?:responses\.(\d+)\.)?aggregations\.([^:]+): /.exec(said);
  if (place === null) return [];
  const [, response, path = ''] = place;
  const bodies = calls.map(({ body, lines }) => (response === undefined ? body : lines?.[2 * Number(response) + 1]));
  return bodies.filter(isMap).flatMap(({ aggs }) => onWay(aggs, path.split('.')));
}

function onWay(aggs: unknown, [name, ...rest]: readonly string[]): readonly Body[] {
  if (name === undefined || !isMap(aggs)) return [];
  const found = aggs[name];
  return isMap(found) ? [found, ...onWay(found.aggs, rest)] : onWay(aggs, rest);
}

/** Whether a difference is one of the order of hits, and the fields they are ordered by. */
export function orderOf(
  said: string,
  calls: readonly Call[],
): { readonly isOrder: boolean; readonly fields: readonly string[] } {
  const isOrder = /hits\.hits\.\d+\.(_id|sort\.\d+|_source\..*|fields\..*): /.test(said);
  const bodies = calls.flatMap(({ body, lines }) => [body, ...(lines ?? [])]).filter(isMap);
  const fields = bodies.flatMap(({ sort }) => (Array.isArray(sort) ? sort.filter(isMap).flatMap(Object.keys) : []));
  return { isOrder, fields };
}

/** The fields of a type, aliases of them too. */
export function namesOf(type: string, mapping: unknown): readonly string[] {
  const within = (inside: unknown, prefix: string): readonly string[] =>
    Object.entries(Object(Object(inside).properties)).flatMap(([name, field]) => [
      ...(typeAt(mapping, prefix + name) === type ? [prefix + name] : []),
      ...within(field, `${prefix}${name}.`),
    ]);
  return within(mapping, '');
}

/** The type of a field, through objects and aliases. */
export function typeAt(mapping: unknown, path: string): unknown {
  const found = path
    .split('.')
    .reduce<unknown>(
      (inside, step) => (isMap(inside) ? Object(inside.properties ?? inside.fields)[step] : undefined),
      mapping,
    );
  if (!isMap(found)) return undefined;
  return found.type === 'alias' ? typeAt(mapping, String(found.path)) : found.type;
}

/** Whether a clause that fits stands in a `bool` or `boosting` with others, which it makes unneeded when it finds nothing. */
export function standsBeside(body: unknown, fits: RegExp): boolean {
  if (Array.isArray(body)) return body.some((each) => standsBeside(each, fits));
  if (!isMap(body)) return false;
  const { must, filter, should, must_not } = Object(body.bool);
  const needed = [must, filter].flat().filter(isMap);
  const clauses = [...needed, ...[should, must_not].flat().filter(isMap)];
  if (clauses.length > 1 && needed.some((each) => fits.test(JSON.stringify(each)))) return true;
  if (isMap(body.boosting) && fits.test(JSON.stringify(body.boosting.positive ?? null))) return true;
  return Object.values(body).some((each) => standsBeside(each, fits));
}
