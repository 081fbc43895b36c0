import { analysisOf } from '@datasarana/engine';
import { ANALYSER, type AnyAnalyser, Fields, readAdHocAnalyser, tokensOf } from '@datasarana/query';
import { isObject, type OsCall } from '../call.ts';
import type { Body } from '../json-object.ts';
import { illegal, incomplete } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';

const isName = (name: string): name is keyof typeof ANALYSER => Object.hasOwn(ANALYSER, name);

/** The analyser a request names, puts together, or means by a field. */
async function analyserOf(call: OsCall, body: Body): Promise<AnyAnalyser> {
  const { index } = call.params;
  const info =
    index === undefined ? null : await call.documents.info((await call.documents.resolve(index))[0] ?? index);
  const own = info === null ? {} : analysisOf(info).analysers;
  const named = (name: string): AnyAnalyser => {
    const found = Object.hasOwn(own, name) ? own[name] : undefined;
    if (found !== undefined) return found;
    if (isName(name)) return name;
    throw illegal(`failed to find global analyzer [${name}]`);
  };
  if (typeof body.analyzer === 'string') return named(body.analyzer);
  if (typeof body.field === 'string') {
    const definition = await call.services.search.definition(call.scope, info?.name ?? '');
    const field = definition?.fields.find(({ name }) => name === body.field);
    if (field === undefined) return 'standard';
    return field.type === 'text' ? (field.analyser ?? 'standard') : 'keyword';
  }
  if (body.tokenizer === undefined && body.filter === undefined) return 'standard';
  const { text: _text, explain: _explain, attributes: _attributes, normalizer: _normalizer, ...put } = body;
  return readAdHocAnalyser(new Fields(put, '', '_analyze'));
}

/** The words an analyser makes of a text, with their places. */
async function analyze(call: OsCall) {
  const body = await call.json();
  const text = body.text ?? call.query.text;
  const texts = [text ?? []].flat().map(String);
  if (texts.length === 0) throw incomplete('text is missing');
  const given = isObject(body) && call.query.analyzer !== undefined ? { ...body, analyzer: call.query.analyzer } : body;
  const analyser = await analyserOf(call, given);
  let [place, start] = [0, 0];
  const tokens: Body[] = [];
  for (const each of texts) {
    const found = tokensOf(analyser, each);
    for (const { word, position, start: from, end, type } of found) {
      tokens.push({
        token: word,
        start_offset: start + from,
        end_offset: start + end,
        type: type ?? '<ALPHANUM>',
        position: place + position,
      });
    }
    place += (found.at(-1)?.position ?? -1) + 101;
    start += each.length + 1;
  }
  return { tokens };
}

export const analyzeRoutes: readonly OsRoute[] = [os('GET POST', 'read', ['/_analyze', '/:index/_analyze'], analyze)];
