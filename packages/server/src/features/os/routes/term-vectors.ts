import { PlatformError } from '@datasarana/schema';
import { isObject, list, type OsCall } from '../call.ts';
import { refuseStreamName } from '../data-streams.ts';
import { causeOf } from '../errors.ts';
import { refuseOtherVersion } from '../found-document.ts';
import type { Body } from '../json-object.ts';
import { illegal, incomplete, unparsed } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { documentAt, ONE_NAME, onlyIndex } from '../routing.ts';
import { infosAt } from '../template-indexes.ts';
import { readWanted, type Wanted, wantedInAddress } from '../term-vectors/read-request.ts';
import { type AskedIndex, vectorsOf } from '../term-vectors/vectors.ts';

function faultOf({ index, id, doc }: Wanted): string | null {
  if (index === undefined) return 'index is missing';
  return id === undefined && doc === undefined ? 'id or doc is missing' : null;
}

/** The one index a name means. */
async function indexNamed(call: OsCall, given: string): Promise<AskedIndex> {
  await refuseStreamName(call, given);
  const at = { ...call, params: { ...call.params, index: given } };
  const { infos, templates } = await infosAt(at, ONE_NAME);
  const name = onlyIndex(
    infos.map((info) => info.name),
    given,
  );
  const info = infos.find((each) => each.name === name) ?? (await call.documents.info(name));
  return { info, inside: templates.find(({ slug }) => slug === name)?.id ?? name };
}

async function answerTo(call: OsCall, wanted: Wanted): Promise<Body> {
  const started = performance.now();
  const { index: given = '', id, doc, routing, version } = wanted;
  const index = await indexNamed(call, given);
  const head = { _index: index.info.name, ...(id !== undefined && { _id: id }) };
  const took = () => Math.round(performance.now() - started);
  if (doc !== undefined) {
    const vectors = await vectorsOf(call, index, wanted, doc);
    return { ...head, _version: 0, found: true, took: took(), term_vectors: vectors };
  }
  const { found } = await documentAt(call, given, id ?? '', routing);
  if (found === null) return { ...head, _version: 0, found: false, took: took() };
  if (version !== undefined) await refuseOtherVersion(call, index.info.name, found, version);
  const vectors = await vectorsOf(call, index, wanted, found.source?.parsed ?? {});
  return {
    ...head,
    _version: found.version,
    found: true,
    took: took(),
    term_vectors: vectors,
  };
}

/** The words of a document, with their places and how rare they are. */
async function termVectors(call: OsCall): Promise<Body> {
  const wanted = readWanted(await call.json(), wantedInAddress(call.params, call.query));
  const fault = faultOf(wanted);
  if (fault !== null) throw incomplete(fault);
  return answerTo(call, wanted);
}

/** The documents a body lists, each beside what is said for all of them. */
function listed(body: Body, common: Wanted): readonly Wanted[] {
  const { docs = [], ids = [], parameters = {}, ...others } = body;
  for (const [name, value] of Object.entries(others)) {
    if (Array.isArray(value)) throw unparsed(`no parameter named [${name}] and type ARRAY`);
    throw unparsed(`_mtermvectors: Parameter [${name}] not supported`);
  }
  const before = readWanted(isObject(parameters) ? parameters : {}, common);
  const named = [ids].flat().map((id) => {
    if (typeof id === 'object') throw illegal('ids array element should only contain ids');
    return { ...before, id: String(id) };
  });
  const given = [docs].flat().map((each) => {
    if (!isObject(each)) throw illegal('docs array element should include an object');
    return readWanted(each, before);
  });
  return [...given, ...named];
}

async function oneOf(call: OsCall, wanted: Wanted): Promise<Body> {
  try {
    return await answerTo(call, wanted);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const cause = causeOf(error);
    return { _index: wanted.index, _id: wanted.id, error: { root_cause: [cause], ...cause } };
  }
}

async function severalTermVectors(call: OsCall): Promise<Body> {
  const common = wantedInAddress(call.params, call.query);
  const inAddress = list(call.query.ids).map((id) => ({ ...common, id }));
  const wanted = [...inAddress, ...listed(await call.json(), common)];
  if (wanted.length === 0) throw incomplete('multi term vectors: no documents requested');
  const faults = wanted.flatMap((each, i) => {
    const fault = faultOf(each);
    return fault === null ? [] : [[fault, `at multi term vectors for doc ${i}`]];
  });
  const last = faults.at(-1);
  if (last !== undefined) throw incomplete(...last);
  const docs: Body[] = [];
  for (const each of wanted) docs.push(await oneOf(call, each));
  return { docs };
}

export const termVectorRoutes: readonly OsRoute[] = [
  os('GET POST', 'read', ['/:index/_termvectors', '/:index/_termvectors/:id'], termVectors),
  os('GET POST', 'read', ['/_mtermvectors', '/:index/_mtermvectors'], severalTermVectors),
];
