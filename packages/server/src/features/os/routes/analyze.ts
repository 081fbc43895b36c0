import { analysisOf, type FieldDefinition, type StoredInfo } from '@datasarana/engine';
import { ANALYSER, type AnyAnalyser, Fields, LOWERCASE, readAdHocAnalyser, tokensOf } from '@datasarana/query';
import { isObject, type OsCall } from '../call.ts';
import type { Body } from '../json-object.ts';
import { illegal, incomplete } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';

const isName = (name: string): name is keyof typeof ANALYSER => Object.hasOwn(ANALYSER, name);

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

/** A field by the steps of its path, those of objects and further readings too. */
function fieldAt(fields: readonly FieldDefinition[] = [], path: readonly string[]): FieldDefinition | undefined {
  const [step, ...rest] = path;
  const found = fields.find(({ name }) => name === step);
  return rest.length === 0 ? found : fieldAt(found?.fields, rest);
}

interface Wanted {
  readonly analyser: AnyAnalyser;
  /** Positions left between two texts. */
  readonly gap: number;
}

const ofTexts = (analyser: AnyAnalyser): Wanted => ({ analyser, gap: 100 });
const ofKeywords = (analyser: AnyAnalyser): Wanted => ({ analyser, gap: 0 });

/** The analyser a request names, puts together, or means by a field. */
async function wantedBy(call: OsCall, body: Body): Promise<Wanted> {
  const { index } = call.params;
  const info =
    index === undefined ? null : await call.documents.info((await call.documents.resolve(index))[0] ?? index);
  if (body.normalizer !== undefined) return ofKeywords(normalizerOf(String(body.normalizer), body, info));
  const own = info === null ? {} : analysisOf(info).analysers;
  const named = (name: string): AnyAnalyser => {
    const found = Object.hasOwn(own, name) ? own[name] : undefined;
    if (found !== undefined) return found;
    if (isName(name)) return name;
    throw illegal(`failed to find global analyzer [${name}]`);
  };
  if (typeof body.analyzer === 'string') return ofTexts(named(body.analyzer));
  if (typeof body.field === 'string') {
    const definition = await call.services.search.definition(call.scope, info?.name ?? '');
    const field = fieldAt(definition?.fields, body.field.split('.'));
    if (field === undefined || field.type === 'text') return ofTexts(field?.analyser ?? 'standard');
    return ofKeywords(field.analyser ?? 'keyword');
  }
  if (body.tokenizer === undefined && body.filter === undefined) return ofTexts('standard');
  const { text: _text, explain: _explain, attributes: _attributes, ...put } = body;
  return ofTexts(readAdHocAnalyser(new Fields(put, '', '_analyze')));
}

/** The words an analyser makes of a text, with their places. */
async function analyze(call: OsCall) {
  const body = await call.json();
  const text = body.text ?? call.query.text;
  const texts = [text ?? []].flat().map(String);
  if (texts.length === 0) throw incomplete('text is missing');
  const given = isObject(body) && call.query.analyzer !== undefined ? { ...body, analyzer: call.query.analyzer } : body;
  const { analyser, gap } = await wantedBy(call, given);
  const { tokenizer } = typeof analyser === 'string' ? ANALYSER[analyser] : analyser;
  const usual = tokenizer === 'standard' ? '<ALPHANUM>' : 'word';
  let [place, start] = [0, 0];
  const tokens: Body[] = [];
  for (const each of texts) {
    const found = tokensOf(analyser, each);
    for (const { word, position, start: from, end, type } of found) {
      tokens.push({
        token: word,
        start_offset: start + from,
        end_offset: start + end,
        type: type ?? usual,
        position: place + position,
      });
    }
    place += (found.at(-1)?.position ?? -1) + gap + 1;
    start += each.length + 1;
  }
  return { tokens };
}

export const analyzeRoutes: readonly OsRoute[] = [os('GET POST', 'read', ['/_analyze', '/:index/_analyze'], analyze)];
