import { ClauseFields, type Fields, readFieldEntry, readInteger, readList, readText } from '../reading/fields.ts';
import { isObject, type JsonObject, present } from '../reading/json.ts';
import { unsupported, wrongShape } from '../reading/refusal.ts';
import { parseRegexp, REGEXP_FLAGS, type RegexpFlag } from '../regexp/parse.ts';
import { boostOf } from './clause.ts';
import { type FuzzyOptions, readFuzziness, readFuzzyRest } from './fuzziness.ts';
import { MOST_LETTERS, readAnalyser, readSought } from './matching.ts';
import { printFlags, readExpression, readFlags } from './regexp.ts';

/** In which order words stand, and whether their stretches may share places. */
export const INTERVAL_MODES = ['ordered', 'unordered', 'unordered_no_overlap'] as const;
export type IntervalMode = (typeof INTERVAL_MODES)[number];

/** How a stretch of words lies to the one of another rule. */
export const INTERVAL_FILTERS = [
  'after',
  'before',
  'contained_by',
  'containing',
  'not_contained_by',
  'not_containing',
  'not_overlapping',
  'overlapping',
] as const;

/** Keeps the stretches that lie so to those of another rule. */
export interface IntervalFilter {
  readonly kind: (typeof INTERVAL_FILTERS)[number];
  readonly rule: IntervalRule;
}

interface Filtered {
  readonly filter?: IntervalFilter;
}

interface Arranged extends Filtered {
  /** Words that may stand between; -1 = any number. */
  readonly maxGaps: number;
  readonly mode: IntervalMode;
}

/** What brings a beginning, pattern or word into the case of the field's words; else the field's own. */
interface Normalised {
  readonly analyser?: string;
}

/** Where in a text something is found: shortest stretches of words. */
export type IntervalRule =
  | ({ readonly kind: 'match'; readonly query: string; readonly analyser?: string } & Arranged)
  | ({ readonly kind: 'all_of'; readonly intervals: readonly IntervalRule[] } & Arranged)
  | ({ readonly kind: 'any_of'; readonly intervals: readonly IntervalRule[] } & Filtered)
  | ({ readonly kind: 'prefix'; readonly prefix: string } & Normalised)
  | ({ readonly kind: 'wildcard'; readonly pattern: string } & Normalised)
  | {
      readonly kind: 'regexp';
      readonly pattern: string;
      readonly flags: readonly RegexpFlag[];
      readonly caseInsensitive: boolean;
    }
  | ({ readonly kind: 'fuzzy'; readonly term: string } & FuzzyOptions & Normalised);

/** A text field holds a stretch of words as the rule says. */
export interface IntervalsQuery {
  readonly kind: 'intervals';
  readonly field: string;
  readonly rule: IntervalRule;
  readonly boost: number;
}

const RULES = ['match', 'all_of', 'any_of', 'prefix', 'wildcard', 'regexp', 'fuzzy'] as const;
const MAX_RULES = 32;

export function parseIntervals(value: unknown, path: string): IntervalsQuery {
  const { field, body, path: at } = readFieldEntry(new ClauseFields(value, path, 'intervals'), 'intervals');
  const { boost, _name, ...rule } = isObject(body) ? body : {};
  const fields = new ClauseFields({ boost }, at, 'intervals');
  const read = readRule(rule, at, 1);
  const letters = soughtLetters(read);
  if (letters > MOST_LETTERS) throw wrongShape(at, `texts of at most ${MOST_LETTERS} letters together`, letters);
  return { kind: 'intervals', field, rule: read, boost: fields.boost() };
}

/** How many letters the texts of a rule have whose words are looked for, those of the rules it is made of and filtered by too. */
export function soughtLetters(rule: IntervalRule): number {
  const filter = 'filter' in rule && rule.filter !== undefined ? soughtLetters(rule.filter.rule) : 0;
  if (rule.kind === 'match') return rule.query.length + filter;
  if (rule.kind !== 'all_of' && rule.kind !== 'any_of') return 0;
  return rule.intervals.reduce((sum, each) => sum + soughtLetters(each), filter);
}

/** `{name: body}` of one rule. */
const readSoughtText = (value: unknown, path: string): string => readText(readSought(value, path), path);

function readRule(value: unknown, path: string, depth: number): IntervalRule {
  if (depth > MAX_RULES) throw wrongShape(path, `at most ${MAX_RULES} rules within each other`, 'more');
  const names = isObject(value) ? Object.keys(value) : [];
  const [name] = names;
  if (!isObject(value) || name === undefined || names.length > 1)
    throw wrongShape(path, `one of ${RULES.join(', ')}`, value);
  const kind = RULES.find((each) => each === name);
  if (kind === undefined) throw unsupported(`${path}.${name}`, `Interval rule [${name}]`, RULES);
  const fields = new ClauseFields(value[name], `${path}.${name}`, kind);
  const rule = readBody(kind, fields, depth);
  fields.done();
  return rule;
}

function readBody(kind: IntervalRule['kind'], fields: Fields, depth: number): IntervalRule {
  const rules = () =>
    fields.required('intervals', (list, at) => readList(list, at, (each, where) => readRule(each, where, depth + 1)));
  switch (kind) {
    case 'match': {
      const analyser = readNormalised(fields);
      return { kind, query: fields.required('query', readSoughtText), ...analyser, ...readArranged(fields, depth) };
    }
    case 'all_of':
      return { kind, intervals: rules(), ...readArranged(fields, depth) };
    case 'any_of':
      return { kind, intervals: rules(), ...readFilter(fields, depth) };
    case 'prefix':
      return { kind, prefix: fields.required('prefix', readText), ...readNormalised(fields) };
    case 'wildcard':
      fields.hints('max_expansions');
      return { kind, pattern: fields.required('pattern', readText), ...readNormalised(fields) };
    case 'regexp':
      return readRegexpRule(fields);
    case 'fuzzy':
      return readFuzzyRule(fields);
  }
}

const readNormalised = (fields: Fields): Normalised => present({ analyser: fields.optional('analyzer', readAnalyser) });

function readRegexpRule(fields: Fields): IntervalRule {
  fields.hints('flags_value', 'max_expansions');
  const pattern = readExpression(fields.required('pattern', readText), fields.at('pattern'));
  const flags = fields.optional('flags', readFlags) ?? REGEXP_FLAGS;
  parseRegexp(pattern, flags, fields.at('pattern'));
  return { kind: 'regexp', pattern, flags, caseInsensitive: fields.flag('case_insensitive', false) };
}

const FUZZY_NAMES = {
  prefixLength: 'prefix_length',
  maxExpansions: 'max_expansions',
  transpositions: 'transpositions',
};

function readFuzzyRule(fields: Fields): IntervalRule {
  const term = fields.required('term', readText);
  const fuzziness = fields.optional('fuzziness', readFuzziness) ?? 'AUTO';
  return { kind: 'fuzzy', term, fuzziness, ...readFuzzyRest(fields, FUZZY_NAMES), ...readNormalised(fields) };
}

function readArranged(fields: Fields, depth: number): Arranged {
  const ordered = fields.flag('ordered', false);
  return {
    maxGaps: fields.optional('max_gaps', (value, path) => readInteger(value, path, { min: -1 })) ?? -1,
    mode: fields.choice('mode', INTERVAL_MODES) ?? (ordered ? 'ordered' : 'unordered'),
    ...readFilter(fields, depth),
  };
}

function readFilter(fields: Fields, depth: number): Filtered {
  const filter = fields.optional('filter', (value, path) => {
    const inner = new ClauseFields(value, path, 'interval filter');
    const found = INTERVAL_FILTERS.flatMap((kind) => {
      const rule = inner.optional(kind, (each, at) => readRule(each, at, depth + 1));
      return rule === undefined ? [] : [{ kind, rule }];
    });
    inner.done();
    const [only] = found;
    if (only === undefined || found.length > 1) throw wrongShape(path, `one of ${INTERVAL_FILTERS.join(', ')}`, value);
    return only;
  });
  return present({ filter }) as Filtered;
}

export const printIntervals = (node: IntervalsQuery): JsonObject => ({
  [node.field]: present({ ...printRule(node.rule), boost: boostOf(node) }),
});

function printRule(rule: IntervalRule): JsonObject {
  switch (rule.kind) {
    case 'match':
      return { match: present({ query: rule.query, analyzer: rule.analyser, ...printArranged(rule) }) };
    case 'all_of':
      return { all_of: present({ intervals: rule.intervals.map(printRule), ...printArranged(rule) }) };
    case 'any_of':
      return { any_of: present({ intervals: rule.intervals.map(printRule), filter: printFilter(rule) }) };
    case 'prefix':
      return { prefix: present({ prefix: rule.prefix, analyzer: rule.analyser }) };
    case 'wildcard':
      return { wildcard: present({ pattern: rule.pattern, analyzer: rule.analyser }) };
    case 'regexp':
      return {
        regexp: present({
          pattern: rule.pattern,
          flags: printFlags(rule.flags),
          case_insensitive: rule.caseInsensitive,
        }),
      };
    case 'fuzzy': {
      const { term, fuzziness, prefixLength, maxExpansions, transpositions } = rule;
      const rest = { prefix_length: prefixLength, max_expansions: maxExpansions, transpositions };
      return { fuzzy: present({ term, fuzziness, ...rest, analyzer: rule.analyser }) };
    }
  }
}

const printFilter = ({ filter }: Filtered): JsonObject | undefined =>
  filter && { [filter.kind]: printRule(filter.rule) };

const printArranged = (rule: Arranged) => ({
  max_gaps: rule.maxGaps === -1 ? undefined : rule.maxGaps,
  mode: rule.mode === 'unordered' ? undefined : rule.mode,
  filter: printFilter(rule),
});
