import { everyClause, type Query, type SearchRequest } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import type { DuckDBConnection } from '@duckdb/node-api';
import { keptPart } from '../../documents/source-rule.ts';
import { SourceText } from '../../documents/source-text.ts';
import { readSource } from '../../index/document.ts';
import type { IndexLayout } from '../../index/layout.ts';
import { Breath } from '../../store/breath.ts';
import type { IndexPart, PartContext } from '../part.ts';
import { readDocuments } from '../read-documents.ts';
import type { Hits } from '../response.ts';
import { readRows } from '../rows-of-docs.ts';
import { recordsOf } from '../run.ts';
import { sql } from '../sql.ts';
import { docValues, fetchedValues, storedValues } from './fields.ts';
import { highlightsOf } from './highlight.ts';
import { type MatchedQueries, matchedQueries } from './named-clauses.ts';
import { nestedHits } from './nested-hits.ts';
import { showsSource } from './shown-source.ts';

/** A document as it was sent. */
type Sent = Readonly<Record<string, unknown>>;

/** What else of a document comes with its hit. */
export interface Fetched {
  readonly fields?: Readonly<Record<string, readonly unknown[]>>;
  readonly highlight?: Readonly<Record<string, readonly string[]>>;
  readonly matched_queries?: MatchedQueries;
  readonly inner_hits?: Readonly<Record<string, { readonly hits: Hits }>>;
}

type Wanted = Pick<
  SearchRequest,
  'docvalueFields' | 'fields' | 'storedFields' | 'highlight' | 'query' | 'postFilter' | 'namedScores'
> & {
  /** What is shown are nested objects, which have names of clauses and objects of their own. */
  readonly ofObjects?: boolean;
};

export const isFetching = ({
  docvalueFields,
  fields,
  storedFields,
  highlight,
  query,
  postFilter,
}: Partial<Wanted>): boolean =>
  docvalueFields !== undefined ||
  fields !== undefined ||
  storedFields !== undefined ||
  highlight !== undefined ||
  (query !== undefined && isAskingBack(query)) ||
  (postFilter !== undefined && isAskingBack(postFilter));

/** What documents were sent as, whatever of it is shown: those whose text was read for their hits are not read again. */
async function sourcesOf(
  part: IndexPart,
  docs: readonly number[],
  connection: DuckDBConnection,
): Promise<ReadonlyMap<number, Sent>> {
  if (docs.length === 0) return new Map();
  const { isWithheld: _, ...layout } = part.layout;
  if (layout.definition.source === 'stored') {
    const whole = { ...part, layout: { ...layout, isWhole: true as const } };
    const documents = await readDocuments(whole, docs, { source: { kind: 'all' }, version: false }, connection);
    const sentAs = (doc: number): Sent => {
      const text = documents.get(doc)?._source;
      return text instanceof SourceText ? text.parsed : {};
    };
    return ofEach(documents.keys(), sentAs, connection);
  }
  const rows = await readRows(layout, docs, sql`*`, recordsOf, connection);
  return new Map(rows.map((row) => [Number(row._doc), readSource(layout, row)]));
}

/** Whether the query asks which of its clauses match, or which nested objects. */
const isAskingBack = (query: Query): boolean =>
  everyClause(query).some(
    (clause) => clause.name !== undefined || (clause.kind === 'nested' && clause.innerHits !== undefined),
  );

const NONE: ReadonlyMap<number, never> = new Map<number, never>();

/** What hits are asked back about: a post filter has names and objects as the query has. */
const askedOf = ({ query, postFilter }: Wanted): Query =>
  postFilter === undefined
    ? query
    : { kind: 'bool', must: [query], filter: [postFilter], should: [], mustNot: [], boost: 1 };

function refuseWithoutSource(layout: IndexLayout, { fields = [] }: Wanted): void {
  if (fields.length === 0 || showsSource(layout)) return;
  throw malformed(
    `Unable to retrieve the requested [fields] since _source is disabled in the mappings for index [${layout.name}]`,
    'Ask for docvalue_fields or stored_fields.',
  );
}

/** Fields, marked words, named clauses and nested objects of documents of one index. */
export async function fetchParts(
  part: IndexPart,
  docs: readonly number[],
  wanted: Wanted,
  context: PartContext,
): Promise<ReadonlyMap<number, Fetched>> {
  const { layout } = part;
  const { connection } = context;
  refuseWithoutSource(layout, wanted);
  const { namedScores = false, ofObjects = false } = wanted;
  const query = askedOf(wanted);
  const named = ofObjects ? NONE : await matchedQueries(part, docs, query, namedScores, context);
  const nested = ofObjects ? NONE : await nestedHits(query, { part, docs, namedScores, context });
  const values = await docValues(layout, docs, wanted.docvalueFields ?? [], connection);
  const needsSource =
    wanted.fields !== undefined || wanted.storedFields !== undefined || wanted.highlight !== undefined;
  const sources = needsSource ? await sourcesOf(part, docs, connection) : NONE;
  const partsOf = (doc: number): Fetched => {
    const source: Sent = sources.get(doc) ?? {};
    const fields = {
      ...storedValues(layout, source, wanted.storedFields ?? []),
      ...values.get(doc),
      // of a field that is asked for in both ways this one is told
      ...fetchedValues(layout, keptPart(layout, source), wanted.fields ?? []),
    };
    const highlight =
      wanted.highlight === undefined ? {} : highlightsOf({ layout, doc }, source, wanted.query, wanted.highlight);
    return {
      ...(Object.keys(fields).length > 0 && { fields }),
      ...(Object.keys(highlight).length > 0 && { highlight }),
      ...(named.has(doc) && { matched_queries: named.get(doc) ?? [] }),
      ...(nested.has(doc) && { inner_hits: nested.get(doc) ?? {} }),
    };
  };
  return ofEach(docs, partsOf, connection);
}

/** What belongs to each document; others have their turn while it is made of thousands. */
async function ofEach<T>(
  docs: Iterable<number>,
  make: (doc: number) => T,
  connection: DuckDBConnection,
): Promise<ReadonlyMap<number, T>> {
  const breath = new Breath(connection);
  const made = new Map<number, T>();
  for (const doc of docs) {
    made.set(doc, make(doc));
    if (breath.isDue) await breath.take();
  }
  return made;
}
