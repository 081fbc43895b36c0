import { fillLookups, parseQuery, parseSearch, type Query } from '@datasarana/query';
import { queryInAddress } from '../address.ts';
import { aliasFilter } from '../alias-filter.ts';
import { indexesOf, OsAnswer, type OsCall } from '../call.ts';
import { refuseStreamName } from '../data-streams.ts';
import { explainedPart, type ShownDocument, shownDocument } from '../found-document.ts';
import { elsewhereOf } from '../lookups.ts';
import { incomplete, parsing } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { fitsRouting, onlyIndex, routed } from '../routing.ts';
import { templateDocument } from '../template-indexes.ts';

const NO_MATCH = { value: 0, description: 'no matching term', details: [] } as const;

interface Located {
  /** Name at the door. */
  readonly name: string;
  /** Name inside. */
  readonly index: string;
  readonly found: ShownDocument | null;
  /** What an alias lets through of its index; a template has none. */
  readonly filter: Query | null;
}

/** The document or record an address names. */
async function documentAt(call: OsCall, id: string): Promise<Located> {
  const { index: given = '' } = call.params;
  const record = await templateDocument(call, given, id);
  if (record !== null) return { ...record, filter: null };
  await refuseStreamName(call, given);
  const name = onlyIndex(await indexesOf(call, { allowNoIndices: false }), given);
  const led = await routed(call, given, name, id, call.query.routing);
  const [known = null] = await call.documents.get(name, [id]);
  const found = await fitsRouting(call, name, known, led);
  const filter = await aliasFilter(call, [name]);
  return { name, index: name, found: await shownDocument(call, name, found), filter };
}

/** A query of one document, as far as an alias lets it through. */
const boundTo = (asked: Query, document: Query, filter: Query | null): Query => ({
  kind: 'bool',
  must: [asked],
  filter: filter === null ? [document] : [document, filter],
  ...{ should: [], mustNot: [], boost: 1 },
});

/** Whether one document matches a query, and with which score. */
async function explain(call: OsCall): Promise<OsAnswer> {
  const body = await call.json();
  const unknown = Object.keys(body).find((key) => key !== 'query');
  if (unknown !== undefined) throw parsing(`request does not support [${unknown}]`);
  const given = queryInAddress(call.query) ?? body.query;
  if (given === undefined) throw incomplete('query is missing');
  const { id = '' } = call.params;
  const request = parseSearch({ query: given, size: 1, explain: true, _source: false });
  const { name, index, found, filter } = await documentAt(call, id);
  if (found === null) return new OsAnswer({ _index: name, _id: id, matched: false }, 404);
  const asked = await fillLookups(request.query, elsewhereOf(call));
  const query = boundTo(asked, parseQuery({ ids: { values: [id] } }), filter);
  const answer = await call.services.search.search(call.scope, [index], { ...request, query }, { signal: call.signal });
  const [hit] = answer.hits.hits;
  return new OsAnswer({
    _index: name,
    _id: id,
    matched: hit !== undefined,
    // The first part is the query, the second the document that is asked for.
    explanation: hit?._explanation?.details[0] ?? NO_MATCH,
    ...explainedPart(call.query, found),
  });
}

export const explainRoutes: readonly OsRoute[] = [os('GET POST', 'read', '/:index/_explain/:id', explain)];
