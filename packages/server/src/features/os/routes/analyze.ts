import { analysisOf, mappingAt, nestedSettings, type StoredInfo, type TypedPart, typedPart } from '@datasarana/engine';
import {
  type AnyAnalyser,
  analyserNamed,
  type Cutting,
  cutting,
  Fields,
  LOWERCASE,
  readAdHocAnalyser,
  usualTypeOf,
} from '@datasarana/query';
import { explainedSteps, explainedWhole, partNames } from '../analyze/explained.ts';
import { type Cut, refuseLong, toldWords } from '../analyze/tokens.ts';
import { inRows } from '../analyze/typed-parts.ts';
import { isObject, type OsCall } from '../call.ts';
import { refuseStreamName } from '../data-streams.ts';
import { fieldAt } from '../field-at.ts';
import type { Body } from '../json-object.ts';
import { illegal, incomplete, unreadable } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';

const KNOWN = 'analyzer text tokenizer filter char_filter explain attributes normalizer field'.split(' ');

/** What cannot be told from a body. */
function refuseUnread(body: Body): void {
  const unknown = Object.keys(body).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) throw unreadable(`[analyze_request] unknown field [${unknown}]`);
  const odd = [body.text ?? []].flat().find((text) => typeof text !== 'string');
  if (odd !== undefined) throw unreadable(`[analyze_request] text doesn't support values of type: ${jsonKind(odd)}`);
  const isPut = [body.tokenizer, body.filter, body.char_filter].some((part) => [part ?? []].flat().length > 0);
  if (body.analyzer !== undefined && isPut) throw incomplete('cannot define extra components on a named analyzer');
}

const jsonKind = (value: unknown): string => {
  if (value === null) return 'VALUE_NULL';
  return `${typeof value === 'object' ? 'START' : 'VALUE'}_${(typeof value).toUpperCase()}`;
};

function normalizerOf(name: string, body: Body, info: StoredInfo | null): AnyAnalyser {
  if (body.tokenizer !== undefined || body.analyzer !== undefined) {
    throw incomplete('tokenizer/analyze should be null if normalizer is specified');
  }
  if (info === null) throw incomplete('index is required if normalizer is specified');
  const own = analysisOf(info).normalizers;
  if (Object.hasOwn(own, name)) return own[name] ?? 'keyword';
  if (name === 'lowercase') return LOWERCASE;
  throw illegal(`failed to find normalizer under [${name}]`);
}

interface Wanted {
  readonly analyser: AnyAnalyser;
  /** What the analyser is called, for whom its steps are explained. */
  readonly name: string;
  /** The body its parts are named in; null where it is one piece. */
  readonly parts: Body | null;
  /** Positions left between two texts. */
  readonly gap: number;
  /** What its words are put together to. */
  readonly part?: TypedPart;
}

const ofTexts = (analyser: AnyAnalyser, name: string, parts: Body | null): Wanted => ({
  ...{ analyser, name, parts },
  gap: 100,
});
/** Of keywords, and of analysers that stand in no index, one text follows on the other. */
const ofPieces = (analyser: AnyAnalyser, name: string, parts: Body | null): Wanted => ({
  ...{ analyser, name, parts },
  gap: 0,
});

/** What the settings of an index say of an analyser or normalizer of a name; null for one it has not, or not of parts. */
function settingsOf(info: StoredInfo | null, kind: 'analyzer' | 'normalizer', name: string): Body | null {
  const index: unknown = nestedSettings(info?.settings ?? {}).index;
  const analysis = isObject(index) && isObject(index.analysis) ? index.analysis : {};
  const named = isObject(analysis[kind]) ? analysis[kind] : {};
  const body = Object.hasOwn(named, name) ? named[name] : undefined;
  return isObject(body) && (body.type ?? 'custom') === 'custom' ? body : null;
}

/** The normalizer `lowercase` is there without being set up. */
const normalizerParts = (info: StoredInfo | null, name: string): Body =>
  settingsOf(info, 'normalizer', name) ?? { filter: [name] };

/** The index that is asked for its analysers. */
async function indexOf(call: OsCall): Promise<StoredInfo | null> {
  const { documents, params } = call;
  const { index } = params;
  if (index !== undefined) await refuseStreamName(call, index);
  return index === undefined ? null : documents.info((await documents.resolve(index))[0] ?? index);
}

const isExplained = ({ explain }: Body): boolean => explain === true || explain === 'true';

/** The analyser a request names, puts together, or means by a field. */
async function wantedBy(call: OsCall, body: Body, info: StoredInfo | null): Promise<Wanted> {
  if (body.normalizer !== undefined) {
    const name = String(body.normalizer);
    return ofPieces(normalizerOf(name, body, info), name, normalizerParts(info, name));
  }
  const { analysers: own, parts } = analysisOf(info ?? { settings: {} });
  const named = (name: string): Wanted => {
    const found = (Object.hasOwn(own, name) ? own[name] : undefined) ?? analyserNamed(name);
    const wanted = info === null ? ofPieces : ofTexts;
    if (found !== undefined) return wanted(found, name, settingsOf(info, 'analyzer', name));
    throw illegal(`failed to find ${info === null ? 'global ' : ''}analyzer [${name}]`);
  };
  if (typeof body.analyzer === 'string') return named(body.analyzer);
  if (typeof body.field === 'string') return ofField(call, body.field, info);
  if ([body.tokenizer, body.filter, body.char_filter].every((part) => part === undefined))
    return { ...named('default'), name: 'standard' };
  const { text: _text, explain: _explain, attributes: _attributes, ...put } = body;
  const wanted = isExplained(body) ? ofPieces : ofTexts;
  return wanted(readAdHocAnalyser(new Fields(put, '', '_analyze'), parts), '_adhoc', put);
}

/** What the values of a field go through; of what is no field, or holds others, what any text does. */
async function ofField(call: OsCall, path: string, info: StoredInfo | null): Promise<Wanted> {
  if (info === null) throw illegal('analysis based on a specific field requires an index');
  const named = mappingAt(info.mapping, path);
  const own = named?.type === 'alias' ? String(named.parameters.path) : path;
  if (path === '_routing') return ofPieces('keyword', '_keyword', null);
  const part = typedPart(path, (base) => mappingAt(info.mapping, base));
  if (part !== null) {
    const { analyser } = await ofField(call, part.base, info);
    return { ...ofPieces(analyser, 'default', null), part };
  }
  const { type, parameters = {} } = mappingAt(info.mapping, own) ?? {};
  if (UNCUT.has(path) || !(type === undefined || CUT.has(type))) {
    throw illegal(`Can't process field [${path}], Analysis requests are only supported on tokenized fields`);
  }
  const definition = await call.services.search.definition(call.scope, info.name);
  const field = fieldAt(definition?.fields, own.split('.'));
  if (type === 'keyword' || type === 'wildcard' || type === 'flat_object') {
    const { normalizer } = parameters;
    const parts = typeof normalizer === 'string' ? normalizerParts(info, normalizer) : null;
    return ofPieces(field?.analyser ?? 'keyword', '_keyword', parts);
  }
  const name = String(parameters.analyzer ?? 'standard');
  const wanted = ofTexts(field?.analyser ?? 'standard', name, settingsOf(info, 'analyzer', name));
  return { ...wanted, gap: field?.gap ?? wanted.gap };
}

/** Types of fields of texts, and of objects, which are no fields. */
const CUT: ReadonlySet<string> = new Set(
  'text match_only_text search_as_you_type keyword wildcard flat_object object nested'.split(' '),
);

/** Fields of every document that hold no text. */
const UNCUT: ReadonlySet<string> = new Set('_id _index _source _field_names _seq_no _version _doc_count'.split(' '));

const MOST_TOKENS = 'index.analyze.max_token_count';
const USUAL_TOKENS = 10_000;

/** The words an analyser makes of a text, with their places. @throws PlatformError for more words than an answer holds */
async function analyze(call: OsCall) {
  const body = await call.json();
  const text = body.text ?? call.query.text;
  refuseUnread(body);
  const texts = [text ?? []].flat().map(String);
  if (texts.length === 0) throw incomplete('text is missing');
  refuseLong(texts);
  const given = isObject(body) && call.query.analyzer !== undefined ? { ...body, analyzer: call.query.analyzer } : body;
  const info = await indexOf(call);
  const wanted = await wantedBy(call, given, info);
  const { gap } = wanted;
  const cut = {
    texts,
    gap,
    most: Number(info?.settings[MOST_TOKENS] ?? USUAL_TOKENS),
    usual: usualTypeOf(wanted.analyser),
  };
  if (isExplained(body)) return { detail: explained(wanted, cut, body) };
  const found = texts.values().map((text) => wordsOf(text, wanted));
  const tokens = toldWords(found, cut, ({ positionLength }) =>
    positionLength === undefined ? {} : { positionLength },
  );
  return { tokens };
}

function wordsOf(text: string, { analyser, part }: Wanted): Cutting {
  const cut = cutting(analyser, text);
  return part === undefined ? cut : inRows(cut, part);
}

function explained(wanted: Wanted, cut: Cut, { attributes }: Body): Body {
  const { analyser, name, parts } = wanted;
  const asked = [attributes ?? []].flat().map(String);
  if (parts === null || typeof analyser === 'string') {
    const found = cut.texts.map((text) => wordsOf(text, wanted));
    return explainedWhole({ analyser, name, found }, cut, asked);
  }
  return explainedSteps(analyser, partNames(parts), cut, asked);
}

export const analyzeRoutes: readonly OsRoute[] = [os('GET POST', 'read', ['/_analyze', '/:index/_analyze'], analyze)];
