import { parseSearch, tokenOf } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import { isObject, list, OsAnswer, type OsCall, type Texts } from '../call.ts';
import { causeOf } from '../errors.ts';
import {
  foundBody,
  refuseOtherVersion,
  type ShownDocument,
  sourceFilter,
  sourcePart,
  type WantedParts,
} from '../found-document.ts';
import type { Body } from '../json-object.ts';
import { type ReadDocument, readTogether } from '../read-together.ts';
import { illegal, incomplete, missingBody, missingResource, parsing, unparsed } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { documentAt } from '../routing.ts';
import { versionTypeOf } from '../writing.ts';

const inAddress = (call: OsCall) => documentAt(call, call.params.index ?? '', call.params.id ?? '', call.query.routing);

async function checkVersion(
  call: OsCall,
  name: string,
  found: ShownDocument,
  version: string | undefined = call.query.version,
): Promise<void> {
  if (version !== undefined) await refuseOtherVersion(call, name, found, Number(version));
}

function refuseVersion({ version, version_type: type }: Texts): void {
  if (version !== undefined && !/^[+-]?\d+$/.test(version)) {
    throw illegal(`Failed to parse long parameter [version] with value [${version}]`);
  }
  if (type !== undefined) versionTypeOf(type);
}

async function get(call: OsCall): Promise<OsAnswer> {
  refuseVersion(call.query);
  if (call.query.fields !== undefined)
    throw illegal(
      'the parameter [fields] is no longer supported, please use [stored_fields] to retrieve stored fields or [_source] to load the field from _source',
    );
  const { name, found } = await inAddress(call);
  if (found) await checkVersion(call, name, found);
  const wanted = { filter: sourceFilter(call.query), stored: list(call.query.stored_fields) };
  return new OsAnswer(await foundBody(call, name, call.params.id ?? '', found, wanted), found ? 200 : 404);
}

async function head(call: OsCall): Promise<OsAnswer> {
  refuseVersion(call.query);
  const { name, found } = await inAddress(call);
  if (found) await checkVersion(call, name, found);
  return new OsAnswer(undefined, found ? 200 : 404);
}

async function source(call: OsCall): Promise<OsAnswer> {
  if (call.query._source !== undefined && flagOf(call.query._source) === false)
    throw incomplete('fetching source can not be disabled');
  refuseVersion(call.query);
  const { name, found } = await inAddress(call);
  if (found === null)
    throw missingResource('resource_not_found_exception', `Document not found [${name}]/[${call.params.id}]`);
  await checkVersion(call, name, found);
  if (found.source === null)
    throw missingResource('resource_not_found_exception', `Source not found [${name}]/[${call.params.id}]`);
  if (call.request.method === 'HEAD') return new OsAnswer(undefined);
  return new OsAnswer(sourcePart(found, sourceFilter(call.query))._source);
}

interface Asked {
  readonly index: string | undefined;
  /** Null: none was given. */
  readonly id: string | null;
  readonly routing: string | undefined;
  /** What the document has to be at. */
  readonly version?: string;
  readonly wanted: WantedParts;
}

const DOC_KEYS = new Set(['_id', '_index', 'routing', '_source', 'stored_fields', 'version', 'version_type']);

/** A text, number or boolean; of several the last, as OpenSearch reads on. */
function lastValue(given: unknown): string | null {
  if (Array.isArray(given)) return given.map(lastValue).findLast((each) => each !== null) ?? null;
  if (isObject(given)) throw illegal('docs array element should include an object');
  return given === undefined || given === null ? null : String(given);
}

function namedIn(call: OsCall, id: unknown): Asked {
  if (typeof id === 'object') throw illegal('ids array element should only contain ids');
  const wanted = { filter: sourceFilter(call.query), stored: list(call.query.stored_fields) };
  return { index: call.params.index, id: String(id), routing: call.query.routing, wanted };
}

/** Here, unlike in a search, a text of true or false is no name of a field. */
const flagOf = (value: unknown): unknown => (value === 'true' ? true : value === 'false' ? false : value);

function askedOf(call: OsCall, given: unknown): Asked {
  if (!isObject(given)) throw illegal('docs array element should include an object');
  const unknown = Object.keys(given).find((key) => !DOC_KEYS.has(key));
  if (unknown !== undefined) throw unparsed(`failed to parse multi get request. unknown field [${unknown}]`);
  const source = flagOf(given._source) ?? undefined;
  const fields = given.stored_fields ?? undefined;
  const [version, type] = [lastValue(given.version) ?? undefined, lastValue(given.version_type) ?? undefined];
  refuseVersion({ version, version_type: type });
  return {
    index: lastValue(given._index) ?? call.params.index,
    id: lastValue(given._id),
    routing: lastValue(given.routing) ?? call.query.routing,
    ...(version !== undefined && { version }),
    wanted: {
      filter: source === undefined ? sourceFilter(call.query) : parseSearch({ _source: source }).source,
      stored: fields === undefined ? list(call.query.stored_fields) : [fields].flat().map(String),
    },
  };
}

async function mget(call: OsCall) {
  if ((await call.text()).trim() === '') throw missingBody();
  const body = await call.json();
  const asked = Object.entries(body).flatMap(([key, given]) => {
    if (!Array.isArray(given))
      throw parsing(`unexpected token [${tokenOf(given)}], expected [FIELD_NAME] or [START_ARRAY]`);
    if (key !== 'docs' && key !== 'ids')
      throw parsing(`unknown key [${key}] for a START_ARRAY, expected [docs] or [ids]`);
    return given.map((each) => (key === 'docs' ? askedOf(call, each) : namedIn(call, each)));
  });
  const faults = asked.flatMap(({ index: name, id }, i) => [
    ...(name === undefined ? [`index is missing for doc ${i}`] : []),
    ...(id === null ? [`id is missing for doc ${i}`] : []),
  ]);
  if (asked.length === 0) throw incomplete('no documents to get');
  if (faults.length > 0) throw incomplete(...faults);
  const read = readTogether((name, ids) => call.documents.get(name, ids));
  const docs: Body[] = [];
  for (let from = 0; from < asked.length; from += AT_ONCE)
    docs.push(...(await Promise.all(asked.slice(from, from + AT_ONCE).map((each) => getOne(call, each, read)))));
  return { docs };
}

/** Documents of one statement: what each of them holds is in memory until all are there. */
const AT_ONCE = 500;

async function getOne(call: OsCall, asked: Asked, read: ReadDocument): Promise<Body> {
  const { index: given = '', id: named, routing, version, wanted } = asked;
  const id = named ?? '';
  try {
    if (id === '') throw illegal("Ids can't be empty");
    const { name, found } = await documentAt(call, given, id, routing, read);
    if (found) await checkVersion(call, name, found, version);
    return await foundBody(call, name, id, found, wanted);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const cause = causeOf(error);
    return { _index: given, _id: id, error: { root_cause: [cause], ...cause } };
  }
}

export const documentRoutes: readonly OsRoute[] = [
  os('GET', 'read', '/:index/_doc/:id', get),
  os('HEAD', 'read', '/:index/_doc/:id', head),
  os('GET HEAD', 'read', '/:index/_source/:id', source),
  os('GET POST', 'read', ['/_mget', '/:index/_mget'], mget),
];
