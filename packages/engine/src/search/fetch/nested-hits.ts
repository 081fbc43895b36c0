import {
  clausesShown,
  type NestedQuery,
  namedClauses,
  parseInnerHits,
  type Query,
  type SearchRequest,
} from '@datasarana/query';
import { keptFields } from '../../documents/source-rule.ts';
import { SourceText } from '../../documents/source-text.ts';
import { readSource } from '../../index/document.ts';
import { sourceText } from '../../index/shapes/rebuild.ts';
import { conditionOf } from '../clauses/index.ts';
import { node } from '../explanation.ts';
import type { IndexPart, PartContext } from '../part.ts';
import type { Hits } from '../response.ts';
import { recordsOf } from '../run.ts';
import { joined, name, sql, whole } from '../sql.ts';
import { floatText } from '../text/bm25.ts';
import { eachNested, type NestedMatch } from '../text/nested.ts';
import { resolve } from '../text/resolve.ts';
import { type docValues, fetchedValues } from './fields.ts';
import { highlightsOf } from './highlight.ts';
import type { MatchedQueries } from './named-clauses.ts';
import { orderObjects } from './nested-order.ts';
import { nestedUnder, ownSource } from './own-source.ts';
import { showsSource } from './shown-source.ts';

type Inner = Readonly<Record<string, { readonly hits: Hits }>>;
/** One whose objects are shown. */
type Clause = NestedQuery<Query> & Required<Pick<NestedQuery<Query>, 'innerHits'>>;

const isAsked = (clause: Query): clause is Clause => clause.kind === 'nested' && clause.innerHits !== undefined;

/** Where an object stands: `{field, offset, _nested?}`, from the outside in. */
interface NestedPlace {
  readonly field: string;
  readonly offset: number;
  readonly _nested?: NestedPlace;
}

/** What inner hits are asked of: documents of an index, and whether the names of clauses come with their scores. */
interface Asked {
  readonly part: IndexPart;
  readonly docs: readonly number[];
  readonly namedScores: boolean;
  readonly context: PartContext;
}

/** The nested objects that made each document match: `inner_hits`. */
export async function nestedHits(query: Query, asked: Asked): Promise<ReadonlyMap<number, Inner>> {
  const { part, docs, context } = asked;
  const shown = docs.length === 0 ? [] : await shownIn(query, asked);
  if (shown.length === 0) return new Map();
  const sources = await sourcesOf(part, docs, context);
  return new Map([...sources].map(([doc, document]) => [doc, innerOf(part, document, shown, (own) => own.get(doc))]));
}

/** Objects by the documents they stand in. */
type Matches = ReadonlyMap<number, readonly NestedMatch[]>;

interface NamedMatches {
  readonly name: string;
  readonly matches: Matches;
}

/** A clause whose objects are shown, and the clauses inside it that are shown of each of them. */
interface Shown {
  readonly clause: Clause;
  /** What is said about its objects. */
  readonly request: SearchRequest;
  readonly isScored: boolean;
  readonly matches: Matches;
  /** Named clauses inside it with the objects they match. */
  readonly named: readonly NamedMatches[];
  readonly namedScores: boolean;
  readonly within: readonly Shown[];
}

async function shownIn(query: Query, asked: Asked): Promise<readonly Shown[]> {
  const found: Shown[] = [];
  for (const clause of clausesShown(query).filter(isAsked)) {
    const request = parseInnerHits(clause.innerHits);
    const isScored = request.trackScores || request.sort.every(({ kind }) => kind === '_score');
    const matches = await matchesOf(clause, isScored || request.explain, asked);
    const named: NamedMatches[] = [];
    for (const { name: given, ...inner } of namedClauses(clause.query, clause.path, clause.path)) {
      const objects = await matchesOf({ ...clause, query: inner }, asked.namedScores, asked);
      named.push({ name: given, matches: objects });
    }
    const { namedScores } = asked;
    found.push({ clause, request, isScored, matches, named, namedScores, within: await shownIn(clause.query, asked) });
  }
  return found;
}

function innerOf(
  part: IndexPart,
  document: Sourced,
  shown: readonly Shown[],
  matchesIn: (matches: Matches) => readonly NestedMatch[] | undefined,
): Inner {
  return Object.fromEntries(
    shown.map((each) => {
      const { name: given } = each.clause.innerHits;
      const hits = hitsOf(part, document, matchesIn(each.matches) ?? [], each);
      return [typeof given === 'string' ? given : each.clause.path, { hits }];
    }),
  );
}

/** Those of further objects that stand in that one. */
const inside =
  ({ parent, places }: NestedMatch) =>
  (matches: Matches): readonly NestedMatch[] | undefined =>
    matches.get(parent)?.filter((match) => places.every((place, i) => place === match.places[i]));

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

/** The objects a clause matches. How rare a word is says only the whole index, so that scores ask for all of it. */
async function matchesOf(clause: Clause, scored: boolean, { part, docs, context }: Asked): Promise<Matches> {
  const condition = conditionOf(clause, part.layout, context.now);
  const matches = new Map<number, NestedMatch[]>(docs.map((doc) => [doc, []]));
  if (condition.kind !== 'nested') return matches;
  const all = name(part.layout.docs);
  const some = sql`(SELECT * FROM ${all} WHERE _doc IN (${joined(docs.map(whole), ', ')}))`;
  const rows = scored ? all : some;
  const asked = { connection: context.connection, postings: part.postings, docs: rows, scored };
  await eachNested(condition, asked, resolve, (match) => matches.get(match.parent)?.push(match));
  return matches;
}

function hitsOf(
  part: IndexPart,
  document: Sourced,
  matches: readonly NestedMatch[],
  { clause, request, isScored, named: names, namedScores, within: further }: Shown,
): Hits {
  const objectOf = ({ places }: NestedMatch) => objectAt(part, document.source, clause.path, places);
  const ordered = orderObjects(part.layout, matches, request.sort, (match) =>
    nestedUnder(clause.path, objectOf(match).object),
  );
  const shown = ordered.slice(request.from, request.from + request.size);
  const best = Math.max(...matches.map(({ score }) => score));
  return {
    total: { value: matches.length, relation: 'eq' },
    max_score: isScored && matches.length > 0 ? floatText(best) : null,
    hits: shown.map(({ match, sort }) => {
      const { place, object } = objectOf(match);
      const kept = ownSource(clause.path, object, keptFields(part.layout));
      const fields =
        request.docvalueFields === undefined ? {} : valuesFrom(part, document, clause, object, request.docvalueFields);
      const named =
        request.fields === undefined ? {} : fetchedValues(part.layout, nestedUnder(clause.path, kept), request.fields);
      const highlight =
        request.highlight === undefined
          ? {}
          : highlightsOf(
              { layout: part.layout, doc: match.parent },
              nestedUnder(clause.path, object),
              clause.query,
              request.highlight,
            );
      const source =
        request.source.kind === 'none' || !showsSource(part.layout)
          ? {}
          : { _source: ownSource(clause.path, kept, request.source) };
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
        ...(request.explain && { _explanation: explained(match.score) }),
        ...matchedNames(match, names, namedScores),
        ...(request.sort.length > 0 && { sort }),
        ...(further.length > 0 && { inner_hits: innerOf(part, document, further, inside(match)) }),
      };
    }),
  };
}

/** Scores of objects are one figure: what they are made of is not kept. */
const explained = (score: number) => node(score, 'score of the object');

/** The names of the clauses an object matches, or their scores by name. */
function matchedNames(
  object: NestedMatch,
  named: readonly NamedMatches[],
  withScores: boolean,
): { readonly matched_queries?: MatchedQueries } {
  const found = named.flatMap(({ name: given, matches }) => {
    const match = inside(object)(matches)?.[0];
    return match === undefined ? [] : [[given, floatText(match.score)] as const];
  });
  if (found.length === 0) return {};
  return { matched_queries: withScores ? Object.fromEntries(found) : found.map(([given]) => given) };
}

function valuesFrom(
  { layout }: IndexPart,
  { id, seqNo }: Sourced,
  clause: Clause,
  object: unknown,
  wanted: Parameters<typeof docValues>[2],
): Readonly<Record<string, readonly unknown[]>> {
  const about = Object.entries({ _id: id, _index: layout.name, _seq_no: seqNo })
    .filter(([path, value]) => value !== null && wanted.some(({ field }) => field === path))
    .map(([path, value]) => [path, [value]] as const);
  return { ...fetchedValues(layout, nestedUnder(clause.path, object), wanted), ...Object.fromEntries(about) };
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
