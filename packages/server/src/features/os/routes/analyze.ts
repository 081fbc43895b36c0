import { analysisOf, type StoredInfo } from '@datasarana/engine';
import {
  type AnyAnalyser,
  analyserNamed,
  Fields,
  LOWERCASE,
  readAdHocAnalyser,
  tokensOf,
  usualTypeOf,
} from '@datasarana/query';
import { isObject, type OsCall } from '../call.ts';
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
  if (body.explain === true || body.explain === 'true') {
    throw illegal('[explain] of _analyze is not offered: ask step by step, with the first filters, then with one more');
  }
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
  /** Positions left between two texts. */
  readonly gap: number;
}

const ofTexts = (analyser: AnyAnalyser): Wanted => ({ analyser, gap: 100 });
const ofKeywords = (analyser: AnyAnalyser): Wanted => ({ analyser, gap: 0 });

/** The index that is asked for its analysers. */
async function indexOf({ params, documents }: OsCall): Promise<StoredInfo | null> {
  const { index } = params;
  return index === undefined ? null : documents.info((await documents.resolve(index))[0] ?? index);
}

/** The analyser a request names, puts together, or means by a field. */
async function wantedBy(call: OsCall, body: Body, info: StoredInfo | null): Promise<Wanted> {
  if (body.normalizer !== undefined) return ofKeywords(normalizerOf(String(body.normalizer), body, info));
  const { analysers: own, parts } = analysisOf(info ?? { settings: {} });
  const named = (name: string): AnyAnalyser => {
    const found = (Object.hasOwn(own, name) ? own[name] : undefined) ?? analyserNamed(name);
    if (found !== undefined) return found;
    throw illegal(`failed to find ${info === null ? 'global ' : ''}analyzer [${name}]`);
  };
  if (typeof body.analyzer === 'string') return ofTexts(named(body.analyzer));
  if (typeof body.field === 'string') {
    if (info === null) throw illegal('analysis based on a specific field requires an index');
    const definition = await call.services.search.definition(call.scope, info.name);
    const field = fieldAt(definition?.fields, body.field.split('.'));
    if (field === undefined || field.type === 'text') return ofTexts(field?.analyser ?? 'standard');
    return ofKeywords(field.analyser ?? 'keyword');
  }
  if ([body.tokenizer, body.filter, body.char_filter].every((part) => part === undefined))
    return ofTexts(named('default'));
  const { text: _text, explain: _explain, attributes: _attributes, ...put } = body;
  return ofTexts(readAdHocAnalyser(new Fields(put, '', '_analyze'), parts));
}

const MOST_TOKENS = 'index.analyze.max_token_count';
const USUAL_TOKENS = 10_000;

const tooManyTokens = (most: number) =>
  illegal(
    `The number of tokens produced by calling _analyze has exceeded the allowed maximum of [${most}]. This limit can be set by changing the [${MOST_TOKENS}] index level setting.`,
  );

/** The words an analyser makes of a text, with their places. @throws PlatformError for more words than an answer holds */
async function analyze(call: OsCall) {
  const body = await call.json();
  const text = body.text ?? call.query.text;
  refuseUnread(body);
  const texts = [text ?? []].flat().map(String);
  if (texts.length === 0) throw incomplete('text is missing');
  const given = isObject(body) && call.query.analyzer !== undefined ? { ...body, analyzer: call.query.analyzer } : body;
  const info = await indexOf(call);
  const { analyser, gap } = await wantedBy(call, given, info);
  const most = Number(info?.settings[MOST_TOKENS] ?? USUAL_TOKENS);
  const usual = usualTypeOf(analyser);
  let [place, start] = [0, 0];
  const tokens: Body[] = [];
  for (const each of texts) {
    const found = tokensOf(analyser, each);
    if (tokens.length + found.length > most) throw tooManyTokens(most);
    for (const { word, position, start: from, end, type, positionLength } of found) {
      tokens.push({
        token: word,
        start_offset: start + from,
        end_offset: start + end,
        type: type ?? usual,
        position: place + position,
        ...(positionLength !== undefined && { positionLength }),
      });
    }
    place += (found.at(-1)?.position ?? -1) + gap + 1;
    start += each.length + 1;
  }
  return { tokens };
}

export const analyzeRoutes: readonly OsRoute[] = [os('GET POST', 'read', ['/_analyze', '/:index/_analyze'], analyze)];
