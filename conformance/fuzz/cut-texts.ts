import type { Call } from './calls.ts';
import { TEXTS } from './fields.ts';
import type { Random } from './random.ts';
import type { Searches } from './searches.ts';

type Body = Readonly<Record<string, unknown>>;

const SENTENCES = [
  'The QUICK brown-fox jumps over the lazy dogs, 3.5 times!',
  "it's John's wi-fi at http://example.com/a?b=c user@example.com",
  'été Straße ŒUVRE İstanbul ﬁne',
  '東京 カタカナ한국어 🙂👨‍👩‍👧',
  '  two  spaces\ttab\nline ',
  'a.b.c a_b-c A1B2 PowerShot500 XL-2000 12,5',
  '<p>one &amp; <b>two</b></p>',
  '/usr/local/lib',
  '',
];
const TOKENIZERS: readonly unknown[] = [
  ...['standard', 'whitespace', 'letter', 'lowercase', 'keyword', 'classic'],
  { type: 'ngram', min_gram: 2, max_gram: 3 },
  { type: 'edge_ngram', min_gram: 1, max_gram: 4, token_chars: ['letter', 'digit'] },
  { type: 'pattern', pattern: '[,.\\s]+' },
  { type: 'pattern', pattern: '([a-z]+)', group: 1 },
  { type: 'char_group', tokenize_on_chars: ['whitespace', '-', 'punctuation'] },
  { type: 'path_hierarchy', delimiter: '/', reverse: true },
  { type: 'standard', max_token_length: 4 },
];
const FILTERS: readonly unknown[] = [
  ...['lowercase', 'uppercase', 'asciifolding', 'stop', 'porter_stem', 'unique', 'reverse', 'trim', 'apostrophe'],
  ...['classic', 'cjk_bigram', 'cjk_width', 'decimal_digit', 'word_delimiter_graph', 'word_delimiter'],
  { type: 'ngram', min_gram: 1, max_gram: 2 },
  { type: 'edge_ngram', min_gram: 1, max_gram: 3, preserve_original: true },
  { type: 'shingle', min_shingle_size: 2, max_shingle_size: 3, output_unigrams: false },
  { type: 'length', min: 2, max: 5 },
  { type: 'limit', max_token_count: 3 },
  { type: 'truncate', length: 3 },
  { type: 'synonym', synonyms: ['fox, dog => animal', 'quick, fast'] },
  { type: 'synonym_graph', synonyms: ['brown fox => vulpes', 'lazy dogs, sloth'] },
  { type: 'stemmer', language: 'english' },
  { type: 'elision', articles: ['l', 'it'] },
  { type: 'pattern_replace', pattern: '[aeiou]', replacement: '_' },
  { type: 'pattern_capture', patterns: ['(\\w+)-(\\w+)'], preserve_original: false },
  { type: 'keep', keep_words: ['the', 'fox'] },
  { type: 'keep_types', types: ['<NUM>'], mode: 'exclude' },
  { type: 'word_delimiter_graph', preserve_original: true, catenate_all: true },
  { type: 'word_delimiter', catenate_words: true, catenate_all: true },
];
const CHARACTERS: readonly unknown[] = [
  'html_strip',
  { type: 'mapping', mappings: ['- => _', 'o => 0'] },
  { type: 'pattern_replace', pattern: '(\\d+)', replacement: '<$1>' },
];
const ANALYSERS = [
  'standard',
  'simple',
  'whitespace',
  'stop',
  'keyword',
  'pattern',
  'fingerprint',
  'english',
  'german',
];

const analysis = (random: Random): Body =>
  random.chance(0.3)
    ? { analyzer: random.pick(ANALYSERS) }
    : {
        tokenizer: random.pick(TOKENIZERS),
        filter: random.many(random.int(0, 3), () => random.pick(FILTERS)),
        ...random.maybe(0.3, () => ({ char_filter: [random.pick(CHARACTERS)] })),
      };

/** Texts cut into words, and the words of documents. */
export function cutTexts(random: Random, searches: Searches): readonly Call[] {
  const texts = searches.queries.fields(null).filter(({ type }) => TEXTS.has(type) || type === 'keyword');
  const several = random.many(random.int(1, 2), () => random.pick(SENTENCES));
  const own = texts.length > 0 && random.chance(0.2) ? { field: random.pick(texts).path } : analysis(random);
  const shown = {
    field_statistics: random.chance(0.5),
    term_statistics: random.chance(0.5),
    positions: random.chance(0.7),
    offsets: random.chance(0.7),
  };
  const fields = texts.map(({ path }) => path).filter(() => random.chance(0.6));
  return [
    { method: 'POST', path: '/_analyze', body: { ...own, text: several.length === 1 ? several[0] : several } },
    {
      method: 'POST',
      path: `/_termvectors/${random.int(0, 9)}`,
      body: { ...shown, ...(fields.length > 0 && { fields }) },
    },
  ];
}
