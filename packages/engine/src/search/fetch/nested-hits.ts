import { clausesShown, filterSource, type NestedQuery, parseSearch, type Query } from '@datasarana/query';
import { SourceText } from '../../documents/source-text.ts';
import { readSource } from '../../index/document.ts';
import { sourceText } from '../../index/shapes/rebuild.ts';
import { conditionOf } from '../clauses/index.ts';
import type { IndexPart, PartContext } from '../part.ts';
import type { Hits } from '../response.ts';
import { recordsOf } from '../run.ts';
import { joined, name, sql, whole } from '../sql.ts';
import { floatText } from '../text/bm25.ts';
import { eachNested, type NestedMatch } from '../text/nested.ts';
import { resolve } from '../text/resolve.ts';
import { type docValues, fetchedValues } from './fields.ts';
import { highlightsOf } from './highlight.ts';
import { orderObjects } from './nested-order.ts';
import { showsSource } from './shown-source.ts';

type Inner = Readonly<Record<string, { readonly hits: Hits }>>;
type Clause = NestedQuery<Query>;

const isAsked = (clause: Query): clause is Clause => clause.kind === 'nested' && clause.innerHits !== undefined;

const SIZE = 3;

/** Where an object stands: `{field, offset, _nested?}`, from the outside in. */
interface NestedPlace {
  readonly field: string;
  readonly offset: number;
  readonly _nested?: NestedPlace;
}

/** The nested objects that made each document match: `inner_hits`. */
export async function nestedHits(
  part: IndexPart,
  docs: readonly number[],
  query: Query,
  context: PartContext,
): Promise<ReadonlyMap<number, Inner>> {
  const found = new Map<number, Record<string, { readonly hits: Hits }>>(docs.map((doc) => [doc, {}]));
  const clauses = clausesShown(query).filter(isAsked);
  if (clauses.length === 0 || docs.length === 0) return new Map();
  const sources = await sourcesOf(part, docs, context);
  for (const clause of clauses) {
    const matches = await matchesOf(part, docs, clause, context);
    const { name: given, ...body } = { ...clause.innerHits };
    for (const [doc, inner] of found) {
      const document = sources.get(doc);
      if (document === undefined) continue;
      inner[typeof given === 'string' ? given : clause.path] = {
        hits: hitsOf(part, document, matches.get(doc) ?? [], clause, body),
      };
    }
  }
  return found;
}

interface Sourced {
  readonly id: string;
  readonly version: number;
  readonly seqNo: number | null;
  readonly source: Readonly<Record<string, unknown>>;
}

async function sourcesOf(
  { layout }: IndexPart,
  docs: readonly number[],
  { connection }: PartContext,
): Promise<ReadonlyMap<number, Sourced>> {
  const rows = await recordsOf(
    connection,
    sql`SELECT * FROM ${name(layout.docs)} WHERE _doc IN (${joined(docs.map(whole), ', ')})`,
  );
  return new Map(
    rows.map((row) => {
      const stored = layout.definition.source === 'stored';
      const source = stored ? new SourceText(sourceText(layout, row)).parsed : readSource(layout, row);
      return [
        Number(row._doc),
        { id: String(row._id), version: Number(row._version), seqNo: stored ? Number(row._seq_no) : null, source },
      ];
    }),
  );
}

async function matchesOf(
  part: IndexPart,
  docs: readonly number[],
  clause: Clause,
  context: PartContext,
): Promise<ReadonlyMap<number, readonly NestedMatch[]>> {
  const condition = conditionOf(clause, part.layout, context.now);
  const matches = new Map<number, NestedMatch[]>();
  if (condition.kind !== 'nested') return matches;
  const some = sql`(SELECT * FROM ${name(part.layout.docs)} WHERE _doc IN (${joined(docs.map(whole), ', ')}))`;
  const scored = { connection: context.connection, postings: part.postings, docs: some, scored: true };
  await eachNested(condition, scored, resolve, (match) => {
    const known = matches.get(match.parent);
    if (known) known.push(match);
    else matches.set(match.parent, [match]);
  });
  return matches;
}

function hitsOf(
  part: IndexPart,
  document: Sourced,
  matches: readonly NestedMatch[],
  clause: Clause,
  body: Readonly<Record<string, unknown>>,
): Hits {
  const { ignore_unmapped: _ignored, ...asked } = body;
  const request = parseSearch({ size: SIZE, ...asked });
  const objectOf = ({ places }: NestedMatch) => objectAt(part, document.source, clause.path, places);
  const ordered = orderObjects(part.layout, matches, request.sort, (match) =>
    nestedUnder(clause.path, objectOf(match).object),
  );
  const shown = ordered.slice(request.from, request.from + request.size);
  const isScored = request.trackScores || request.sort.every(({ kind }) => kind === '_score');
  const best = Math.max(...matches.map(({ score }) => score));
  return {
    total: { value: matches.length, relation: 'eq' },
    max_score: isScored && matches.length > 0 ? floatText(best) : null,
    hits: shown.map(({ match, sort }) => {
      const { place, object } = objectOf(match);
      const within = Object.fromEntries([[clause.path, object]]);
      const fields =
        request.docvalueFields === undefined
          ? {}
          : valuesFrom(part, document.source, clause, object, request.docvalueFields);
      const named =
        request.fields === undefined
          ? {}
          : fetchedValues(part.layout, nestedUnder(clause.path, object), request.fields);
      const highlight =
        request.highlight === undefined
          ? {}
          : highlightsOf(part.layout, nestedUnder(clause.path, object), clause.query, request.highlight);
      const source =
        request.source.kind === 'none' || !showsSource(part.layout)
          ? {}
          : { _source: ownSource(object, within, request.source, clause.path) };
      return {
        _index: part.layout.name,
        _id: document.id,
        ...(request.version && { _version: document.version }),
        ...(request.seqNo && document.seqNo !== null && { _seq_no: document.seqNo, _primary_term: 1 }),
        _nested: place,
        _score: isScored ? floatText(match.score) : null,
        ...source,
        ...(Object.keys({ ...fields, ...named }).length > 0 && { fields: { ...fields, ...named } }),
        ...(Object.keys(highlight).length > 0 && { highlight }),
        ...(request.sort.length > 0 && { sort }),
      };
    }),
  };
}

/** Patterns of an inner hit name fields by their whole path. */
function ownSource(
  object: Readonly<Record<string, unknown>>,
  _within: unknown,
  filter: ReturnType<typeof parseSearch>['source'],
  path: string,
): Readonly<Record<string, unknown>> {
  if (filter.kind === 'all') return object;
  const filtered = filterSource(nestedUnder(path, object), filter);
  return (path.split('.').reduce<unknown>((value, step) => Reflect.get(Object(value), step), filtered) ??
    {}) as Readonly<Record<string, unknown>>;
}

/** A document with nothing but that at the path. */
export const nestedUnder = (path: string, object: unknown): Readonly<Record<string, unknown>> =>
  path.split('.').reduceRight<unknown>((value, step) => ({ [step]: value }), object) as Readonly<
    Record<string, unknown>
  >;

function valuesFrom(
  part: IndexPart,
  _source: unknown,
  clause: Clause,
  object: unknown,
  wanted: Parameters<typeof docValues>[2],
): Readonly<Record<string, readonly unknown[]>> {
  return fetchedValues(part.layout, nestedUnder(clause.path, object), wanted);
}

/** The object at the places, level by level; a single object stands for a list of one. */
function objectAt(
  { layout }: IndexPart,
  source: Readonly<Record<string, unknown>>,
  path: string,
  places: readonly number[],
): { readonly place: NestedPlace; readonly object: Readonly<Record<string, unknown>> } {
  const levels = [...layout.fields.values()]
    .filter(({ type, path: at }) => type === 'nested' && (at === path || path.startsWith(`${at}.`)))
    .map((column) => column.path)
    .toSorted((a, b) => a.length - b.length);
  let value: unknown = source;
  let before = '';
  const steps: { readonly field: string; readonly offset: number }[] = [];
  for (const [i, level] of levels.entries()) {
    const relative = before === '' ? level : level.slice(before.length + 1);
    for (const step of relative.split('.')) value = Reflect.get(Object(value), step);
    const offset = places[i] ?? 0;
    if (Array.isArray(value)) value = value[offset];
    steps.push({ field: relative, offset });
    before = level;
  }
  const place = steps.reduceRight<NestedPlace | undefined>(
    (inner, step) => ({ ...step, ...(inner && { _nested: inner }) }),
    undefined,
  );
  return { place: place ?? { field: path, offset: 0 }, object: Object(value) };
}
