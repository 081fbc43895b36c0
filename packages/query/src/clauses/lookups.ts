import { malformed, PlatformError } from '@datasarana/schema';
import { invalidRequest } from '../aggregations/refusal.ts';
import type { GeoArea } from '../geo/area.ts';
import { readShape } from '../geo/read-shape.ts';
import { isObject, isScalar, type Scalar } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { everyClause, mapChildren } from './children.ts';
import type { ShapeLookup } from './geo-shape.ts';
import { indexPatterns, ofIndexes } from './index-names.ts';
import type { LikeItem, MoreLikeThisQuery } from './more-like-this.ts';
import type { Query } from './query.ts';
import { bitmapValues, MAX_TERMS, type TermsLookup } from './terms.ts';

/** Fetches the source of a document; null when there is none. */
export type FetchSource = (
  lookup: Pick<TermsLookup, 'index' | 'id' | 'path' | 'routing'>,
) => Promise<Readonly<Record<string, unknown>> | null>;

/** What a query names that is told by other documents, and by other names of indexes. */
export interface Elsewhere {
  readonly fetch: FetchSource;
  /** Names of the indexes that one pattern means, by their own, an alias's or a data stream's. */
  readonly indexes: (pattern: string) => Promise<readonly string[]>;
  /** What is searched, as it is named: documents of it that are asked for by the same name need not be fetched. */
  readonly searched?: string;
}

/** Each is held against all names there are. */
const MOST_PATTERNS = 1000;

/** The query with the values of every terms lookup in place of where they stand, and the names of indexes that others mean. */
export async function fillLookups(query: Query, elsewhere: Elsewhere): Promise<Query> {
  const { fetch, indexes } = elsewhere;
  const found = new Map<TermsLookup, readonly Scalar[]>();
  const named = new Map<Query, readonly string[]>();
  let open = 0;
  const shapes = new Map<ShapeLookup, readonly GeoArea[]>();
  const liked = new Map<Query, Query>();
  for (const clause of everyClause(query)) {
    const patterns = indexPatterns(clause);
    open += patterns.filter((pattern) => pattern.includes('*')).length;
    if (open > MOST_PATTERNS) throw wrongShape('_index', `at most ${MOST_PATTERNS} patterns`, `${open} patterns`);
    if (patterns.length > 0) named.set(clause, (await Promise.all(patterns.map(indexes))).flat());
    if (clause.kind === 'geo_shape' && clause.lookup !== undefined)
      shapes.set(clause.lookup, await shapeAt(clause.lookup, fetch));
    if (clause.kind === 'more_like_this') liked.set(clause, await withLiked(clause, elsewhere));
    if (clause.kind !== 'terms' || clause.lookup === undefined) continue;
    const { lookup, field } = clause;
    refuseNameless(lookup);
    const source = await fetch(lookup);
    const stored = source === null ? [] : valuesAt(source, lookup.path.split('.'));
    const values = lookup.isBitmap && stored.length > 0 ? bitmapValues(stored, `terms.${field}`) : stored;
    if (!lookup.isBitmap && values.length > MAX_TERMS) {
      throw wrongShape(`terms.${field}`, `at most ${MAX_TERMS} values`, `${values.length} values`);
    }
    found.set(clause.lookup, values);
  }
  const isPlain = found.size + named.size + shapes.size + liked.size === 0;
  return isPlain ? query : filled(query, { found, named, shapes, liked });
}

function refuseNameless({ id }: { readonly id: string }): void {
  if (id === '') throw invalidRequest('id is missing');
}

/** The shape a document holds. @throws PlatformError when there is no such document, or no shape in it */
async function shapeAt(lookup: ShapeLookup, fetch: FetchSource): Promise<readonly GeoArea[]> {
  refuseNameless(lookup);
  const source = await fetch(lookup);
  if (source === null) {
    throw malformed(`Shape with ID [${lookup.id}] not found`, `Look whether index [${lookup.index}] has it.`);
  }
  const shape = lookup.path
    .split('.')
    .reduce<unknown>((inside, name) => (isObject(inside) ? inside[name] : undefined), source);
  if (shape === undefined) {
    throw malformed(
      `Shape with name [${lookup.id}] found but missing ${lookup.path} field`,
      'Name the field in [path].',
    );
  }
  return readShape(shape, lookup.path);
}

async function withLiked(clause: MoreLikeThisQuery, elsewhere: Elsewhere): Promise<Query> {
  const told = (items: readonly LikeItem[]) => Promise.all(items.map((item) => likedBy(item, elsewhere)));
  return { ...clause, like: await told(clause.like), unlike: await told(clause.unlike) };
}

/** The document of a named index with what it says, and the name its index has itself; nothing where there is none. */
async function likedBy(item: LikeItem, { fetch, indexes, searched }: Elsewhere): Promise<LikeItem> {
  if (item.kind !== 'stored' || item.index === undefined) return item;
  const { index, id } = item;
  const names = new Set(await indexes(index));
  names.delete(index);
  if (index === searched && names.size === 0) return item;
  const source = await fetch({ index, id, path: '' }).catch((error: unknown) => {
    if (error instanceof PlatformError && error.detail.http === 404) return null;
    throw error;
  });
  if (source === null) return item;
  const [own = index] = names;
  return { ...item, index: names.size > 1 ? index : own, source };
}

interface Fetched {
  readonly found: ReadonlyMap<TermsLookup, readonly Scalar[]>;
  readonly named: ReadonlyMap<Query, readonly string[]>;
  readonly shapes: ReadonlyMap<ShapeLookup, readonly GeoArea[]>;
  readonly liked: ReadonlyMap<Query, Query>;
}

function filled(query: Query, fetched: Fetched): Query {
  const names = fetched.named.get(query);
  if (names !== undefined) return ofIndexes(query, names);
  if (query.kind === 'geo_shape' && query.lookup !== undefined) {
    const { lookup, ...rest } = query;
    return { ...rest, areas: fetched.shapes.get(lookup) ?? [] };
  }
  const liked = fetched.liked.get(query);
  if (liked !== undefined) return liked;
  if (query.kind !== 'terms' || query.lookup === undefined)
    return mapChildren(query, (child) => filled(child, fetched));
  const { lookup, ...rest } = query;
  return { ...rest, values: fetched.found.get(lookup) ?? [] };
}

function valuesAt(value: unknown, path: readonly string[]): readonly Scalar[] {
  if (Array.isArray(value)) return value.flatMap((each) => valuesAt(each, path));
  // as in OpenSearch a value is one of its field's other readings, too, which stand behind it in the path
  if (isScalar(value)) return [value];
  if (path.length === 0 || typeof value !== 'object' || value === null) return [];
  // A key may hold dots itself: {"a.b": 1} and {"a": {"b": 1}} are the same field.
  return path.flatMap((_, i) => {
    const key = path.slice(0, i + 1).join('.');
    const child = Object.entries(value).find(([name]) => name === key)?.[1];
    return child === undefined ? [] : valuesAt(child, path.slice(i + 1));
  });
}
