import { malformed } from '@datasarana/schema';
import { Fields } from '../../reading/fields.ts';
import { isObject } from '../../reading/json.ts';
import { wrongShape } from '../../reading/refusal.ts';
import { checkAnalyser } from '../analyse.ts';
import type { CharFilterStep, CustomAnalyser, FilterStep } from '../chain.ts';
import type { TokenizerName, TokenizerStep } from '../tokenizers.ts';
import { readNamedAnalyser } from './built-in.ts';
import { readCharFilter } from './char-filter.ts';
import { readFilter } from './filter.ts';
import { type GramLimits, USUAL_LIMITS } from './grams.ts';
import { type Named, readParts } from './names.ts';
import { readNormalizer } from './normalizer.ts';
import { readTokenizer } from './tokenizer.ts';
import { refuseUnreadSynonyms } from './unread-synonyms.ts';

/** The analysers and normalizers of an index by name, and the parts they are made of. */
export interface Analysis {
  readonly analysers: Readonly<Record<string, CustomAnalyser>>;
  /** For keyword fields: the whole value stays one word. */
  readonly normalizers: Readonly<Record<string, CustomAnalyser>>;
  readonly parts: AnalysisParts;
}

/** Parts of analysers an index names. */
export interface AnalysisParts {
  readonly filters: Named;
  readonly charFilters: Named;
  readonly tokenizers: Named;
  readonly limits: GramLimits;
}

/** What an index without settings of its own has. */
export const NO_PARTS: AnalysisParts = { filters: {}, charFilters: {}, tokenizers: {}, limits: USUAL_LIMITS };

/** Reads `settings.analysis`; every analyser is put together here, so that a fault shows when the index is made. */
export function readAnalysis(value: unknown, path: string, limits: GramLimits = USUAL_LIMITS): Analysis {
  const fields = new Fields(value, path, 'analysis', 'all');
  const named = (name: string) => fields.optional(name, readNamed) ?? {};
  const parts = {
    filters: named('filter'),
    charFilters: named('char_filter'),
    tokenizers: named('tokenizer'),
    limits,
  };
  checkParts(parts);
  const analysers = eachOf(named('analyzer'), `${path}.analyzer`, (body, at, name) =>
    readAnalyserBody(body, at, name, parts),
  );
  const normalizers = eachOf(named('normalizer'), `${path}.normalizer`, (body, at, name) => {
    return readNormalizer(body, at, {
      charFilters: (given) => readCharFilters(given, parts, name),
      filters: (given) => readFilters(given, { tokenizer: 'keyword', filters: [] }, parts, name),
    });
  });
  fields.done();
  return { analysers, normalizers, parts };
}

/** Parts no analyser names are read, too. */
function checkParts({ filters, charFilters, tokenizers, limits }: AnalysisParts): void {
  for (const name of Object.keys(charFilters))
    readCharFilter(name, 'char_filter', { what: 'char_filter', known: charFilters, owner: name });
  for (const name of Object.keys(tokenizers))
    readTokenizer(name, 'tokenizer', { what: 'tokenizer', known: tokenizers, owner: name }, limits);
  const context = { limits, before: { tokenizer: 'whitespace', filters: [] } } as const;
  for (const name of Object.keys(filters))
    readFilter(name, 'filter', { what: 'filter', known: filters, owner: name }, context);
}

/** An analyser put together in a request: `tokenizer`, `filter` and `char_filter`, each by name or as an object. */
export function readAdHocAnalyser(fields: Fields, parts: AnalysisParts = NO_PARTS): CustomAnalyser {
  const made = put(fields, 'keyword', parts, undefined);
  refuseUnreadSynonyms(made);
  return made;
}

function readNamed(value: unknown, path: string): Named {
  if (!isObject(value)) throw wrongShape(path, 'an object by names', value);
  return value;
}

function eachOf(
  named: Named,
  path: string,
  read: (body: unknown, at: string, name: string) => CustomAnalyser,
): Readonly<Record<string, CustomAnalyser>> {
  return Object.fromEntries(Object.entries(named).map(([name, body]) => [name, read(body, `${path}.${name}`, name)]));
}

function readAnalyserBody(value: unknown, path: string, name: string, parts: AnalysisParts): CustomAnalyser {
  const fields = new Fields(value, path, 'an analyzer', 'all');
  const type = fields.text('type') ?? 'custom';
  fields.hints('position_increment_gap', 'version');
  const made = type === 'custom' ? put(fields, undefined, parts, name) : readNamedAnalyser(type, fields, name);
  fields.done();
  return checkAnalyser(made);
}

function put(
  fields: Fields,
  absent: TokenizerName | undefined,
  parts: AnalysisParts,
  owner: string | undefined,
): CustomAnalyser {
  const read = (given: unknown, at: string): TokenizerName | TokenizerStep =>
    readTokenizer(given, at, { what: 'tokenizer', known: parts.tokenizers, owner }, parts.limits);
  if (absent === undefined && fields.take('tokenizer') === undefined) {
    throw malformed(`analyzer [${owner}] must specify either an analyzer type, or a tokenizer`);
  }
  const tokenizer =
    absent === undefined ? fields.required('tokenizer', read) : (fields.optional('tokenizer', read) ?? absent);
  const charFilters = readCharFilters(fields, parts, owner);
  const before = { tokenizer, filters: [], ...(charFilters.length > 0 && { charFilters }) };
  return { ...before, filters: readFilters(fields, before, parts, owner) };
}

const readCharFilters = (
  fields: Fields,
  { charFilters }: AnalysisParts,
  owner: string | undefined,
): readonly CharFilterStep[] =>
  readParts(fields.take('char_filter'), 'char_filter').map((each, i) =>
    readCharFilter(each, `${fields.at('char_filter')}[${i}]`, { what: 'char_filter', known: charFilters, owner }),
  );

function readFilters(
  fields: Fields,
  before: CustomAnalyser,
  { filters, limits }: AnalysisParts,
  owner: string | undefined,
): readonly FilterStep[] {
  const steps: FilterStep[] = [];
  for (const [i, each] of readParts(fields.take('filter'), 'filter').entries()) {
    const names = { what: 'filter', known: filters, owner };
    const context = { limits, before: { ...before, filters: [...steps] } };
    steps.push(readFilter(each, `${fields.at('filter')}[${i}]`, names, context));
  }
  return steps;
}
