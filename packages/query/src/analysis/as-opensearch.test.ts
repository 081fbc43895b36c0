import { test } from 'node:test';
import { same } from './as-opensearch.fixture.ts';

test('[TPL-31] html is left out and entities become their characters, with places in the text as it came', () => {
  same(
    { char_filter: ['html_strip'], tokenizer: 'whitespace' },
    'a <b>bold</b>word &lt;x&gt; caf&eacute; &#65;&#x42;<!-- no --> <p class="x">one<br/>two</p> <script>var a;</script>end',
    [
      'a 0 0-1',
      'boldword 1 5-17',
      '<x> 2 18-27',
      'café 3 28-39',
      'AB 4 40-62',
      'one 5 76-79',
      'two 6 84-87',
      'end 7 115-118',
    ],
  );
  same({ char_filter: [{ type: 'html_strip', escaped_tags: ['b'] }], tokenizer: 'keyword' }, '<b>x</b><i>y</i>', [
    '<b>x</b>y 0 0-16',
  ]);
  same(
    { char_filter: ['html_strip'], tokenizer: 'whitespace' },
    "a <5 b <!DOCTYPE x> <?xml v?> <![CDATA[raw <b>]]> &nope; &AMP; <é> <a href='>'>z",
    ['a 0 0-1', '<5 1 2-4', 'b 2 5-6', 'raw 3 39-42', '<b> 4 43-49', '&nope; 5 50-56', '& 6 57-62', 'z 7 79-80'],
  );
});

test('[TPL-31] characters are put in the place of others, with places in the text as it came', () => {
  same(
    { char_filter: [{ type: 'mapping', mappings: [':) => _happy_', 'ph=>f', 'x=>'] }], tokenizer: 'standard' },
    'phone axe :) now',
    ['fone 0 0-5', 'ae 1 6-9', '_happy_ 2 10-12', 'now 3 13-16'],
  );
  same(
    {
      char_filter: [{ type: 'pattern_replace', pattern: '(\\d+)-(?=\\d)', replacement: '$1_' }],
      tokenizer: 'standard',
    },
    'call 12-34-56 at 7',
    ['call 0 0-4', '12_34_56 1 5-13', 'at 2 14-16', '7 3 17-18'],
  );
  same(
    {
      char_filter: [{ type: 'pattern_replace', pattern: '([a-z])([A-Z])', replacement: '$1 - $2' }, 'html_strip'],
      tokenizer: 'whitespace',
    },
    'fooBar <b>bazQux</b> x',
    ['foo 0 0-3', '- 1 3-3', 'Bar 2 3-6', 'baz 3 10-13', '- 4 13-13', 'Qux 5 13-20', 'x 6 21-22'],
  );
});

test('[TPL-31] tokenizers cut grams, at patterns, groups of characters and steps of paths', () => {
  same({ tokenizer: { type: 'ngram', min_gram: 2, max_gram: 3, token_chars: ['letter', 'digit'] } }, 'añ😀b2c d', [
    'añ 0 0-2',
    'b2 1 4-6',
    'b2c 2 4-7',
    '2c 3 5-7',
  ]);
  same({ tokenizer: 'ngram' }, 'a😀b', ['a 0 0-1', 'a😀 1 0-3', '😀 2 1-3', '😀b 3 1-4', 'b 4 3-4']);
  same(
    {
      tokenizer: {
        type: 'edge_ngram',
        min_gram: 1,
        max_gram: 3,
        token_chars: ['letter', 'custom'],
        custom_token_chars: '-',
      },
    },
    'wi-fi 2go',
    ['w 0 0-1', 'wi 1 0-2', 'wi- 2 0-3', 'g 3 7-8', 'go 4 7-9'],
  );
  same({ tokenizer: { type: 'edge_ngram', min_gram: 2, max_gram: 3 } }, 'abcd', ['ab 0 0-2', 'abc 1 0-3']);
  same({ tokenizer: { type: 'pattern', pattern: ',' } }, 'a,,b c,', ['a 0 0-1', 'b c 1 3-6']);
  same({ tokenizer: { type: 'pattern', pattern: '"(.*?)"', group: 1 } }, 'say "one" or "two three"', [
    'one 0 5-8',
    'two three 1 14-23',
  ]);
  same({ tokenizer: { type: 'pattern', pattern: '(?<=\\p{Ll})(?=\\p{Lu})|\\W+' } }, 'camelCaseWords here', [
    'camel 0 0-5',
    'Case 1 5-9',
    'Words 2 9-14',
    'here 3 15-19',
  ]);
  same({ tokenizer: { type: 'char_group', tokenize_on_chars: ['whitespace', '-', '\\n'] } }, 'the QUICK-brown\nfox', [
    'the 0 0-3',
    'QUICK 1 4-9',
    'brown 2 10-15',
    'fox 3 16-19',
  ]);
  same({ tokenizer: 'path_hierarchy' }, '/one/two', ['/one 0 0-4', '/one/two 0 0-8']);
  same({ tokenizer: { type: 'path_hierarchy', delimiter: '-', replacement: '/', skip: 1 } }, 'one-two-three', [
    '/two 0 3-7',
    '/two/three 0 3-13',
  ]);
  same({ tokenizer: { type: 'path_hierarchy', reverse: true } }, 'a/b/c', ['a/b/c 0 0-5', 'b/c 0 2-5', 'c 0 4-5']);
  same({ tokenizer: { type: 'path_hierarchy', reverse: true, skip: 1 } }, '/a/b/c', [
    '/a/b/ 0 0-5',
    'a/b/ 0 1-5',
    'b/ 0 3-5',
  ]);
  same({ tokenizer: { type: 'standard', max_token_length: 3 } }, "jumping can't 👨‍👩‍👧 ﾀﾜｰ", [
    'jum 0 0-3',
    'pin 1 3-6',
    'g 2 6-7',
    'can 3 8-11',
    't 4 12-13',
    '👨‍ 5 14-17',
    '👩‍ 6 17-20',
    '👧 7 20-22',
    'ﾀﾜｰ 8 23-26',
  ]);
  same({ tokenizer: 'whitespace' }, 'a b c\u001fd　e', ['a b 0 0-3', 'c 1 4-5', 'd 2 6-7', 'e 3 8-9']);
  same({ tokenizer: 'standard' }, 'I.B.M. 3.14 東京 タワー ひら 한국 ไทย 👍🏽🇫🇷 a1 1a q﻿x', [
    'I.B.M 0 0-5',
    '3.14 1 7-11',
    '東 2 12-13',
    '京 3 13-14',
    'タワー 4 15-18',
    'ひ 5 19-20',
    'ら 6 20-21',
    '한국 7 22-24',
    'ไทย 8 25-28',
    '👍🏽 9 29-33',
    '🇫🇷 10 33-37',
    'a1 11 38-40',
    '1a 12 41-43',
    'q﻿x 13 44-47',
  ]);
});

test('[TPL-31] words are made shorter, kept, left out or joined', () => {
  same({ tokenizer: 'whitespace', filter: [{ type: 'length', min: 2, max: 3 }] }, 'a bb ccc dddd ee', [
    'bb 1 2-4',
    'ccc 2 5-8',
    'ee 4 14-16',
  ]);
  same({ tokenizer: 'whitespace', filter: [{ type: 'truncate', length: 2 }] }, 'abc d', ['ab 0 0-3', 'd 1 4-5']);
  same({ tokenizer: 'whitespace', filter: [{ type: 'limit', max_token_count: 2 }] }, 'a b c', ['a 0 0-1', 'b 1 2-3']);
  same({ tokenizer: 'whitespace', filter: ['limit'] }, 'a b c', ['a 0 0-1']);
  same({ tokenizer: 'whitespace', filter: ['reverse'] }, 'abc x😀', ['cba 0 0-3', '😀x 1 4-7']);
  same({ tokenizer: 'keyword', filter: ['trim'] }, '  a b\t ', ['  a b 0 0-7']);
  same(
    { tokenizer: 'whitespace', filter: ['keyword_repeat', 'porter_stem', 'remove_duplicates'] },
    'running fox Running',
    ['running 0 0-7', 'run 0 0-7', 'fox 1 8-11', 'Running 2 12-19', 'Run 2 12-19'],
  );
  same(
    { tokenizer: 'whitespace', filter: [{ type: 'keep', keep_words: ['a', 'B'], keep_words_case: true }] },
    'A b c a',
    ['A 0 0-1', 'b 1 2-3', 'a 3 6-7'],
  );
  same({ tokenizer: 'standard', filter: [{ type: 'keep_types', types: ['<NUM>'] }] }, 'a 1 b 2', [
    '1 1 2-3',
    '2 3 6-7',
  ]);
  same({ tokenizer: 'standard', filter: [{ type: 'keep_types', types: ['<NUM>'], mode: 'exclude' }] }, 'a 1 b 2', [
    'a 0 0-1',
    'b 2 4-5',
  ]);
  same({ tokenizer: 'whitespace', filter: ['elision'] }, "l'avion jusqu’ici o'neil", [
    'avion 0 0-7',
    'ici 1 8-17',
    "o'neil 2 18-24",
  ]);
  same({ tokenizer: 'whitespace', filter: ['apostrophe'] }, "Ankara'da x", ['Ankara 0 0-9', 'x 1 10-11']);
  same({ tokenizer: 'whitespace', filter: ['fingerprint'] }, 'b a b c ', ['a b c 0 0-8']);
  same({ tokenizer: 'whitespace', filter: [{ type: 'fingerprint', max_output_size: 3 }] }, 'b a b c', []);
  same(
    {
      tokenizer: 'whitespace',
      filter: [{ type: 'stemmer_override', rules: ['mice, mouses => mouse'] }, 'porter_stem'],
    },
    'mice cats mouses',
    ['mouse 0 0-4', 'cat 1 5-9', 'mouse 2 10-16'],
  );
  same(
    {
      tokenizer: 'whitespace',
      filter: [{ type: 'pattern_replace', pattern: '[aeiou]', replacement: '<$0>', all: false }],
    },
    'banana',
    ['b<a>nana 0 0-6'],
  );
  same(
    { tokenizer: 'whitespace', filter: [{ type: 'pattern_replace', pattern: '(an)+', replacement: '' }] },
    'banana',
    ['ba 0 0-6'],
  );
  same(
    { tokenizer: 'whitespace', filter: [{ type: 'pattern_capture', patterns: ['(\\d+)', '([a-z]+)'] }] },
    'abc123def',
    ['abc123def 0 0-9', 'abc 0 0-9', '123 0 0-9', 'def 0 0-9'],
  );
  same({ tokenizer: 'whitespace', filter: ['asciifolding'] }, 'ƀ ŉ ½ ™ ﬁ 𝒜 ⓐ Ǣ №', [
    'b 0 0-1',
    'n 1 2-3',
    '½ 2 4-5',
    '™ 3 6-7',
    'fi 4 8-9',
    '𝒜 5 10-12',
    'a 6 13-14',
    'AE 7 15-16',
    '№ 8 17-18',
  ]);
});

test('[TPL-31] words are cut into grams and joined to shingles', () => {
  same({ tokenizer: 'whitespace', filter: ['ngram'] }, 'ab c😀', [
    'a 0 0-2',
    'ab 0 0-2',
    'b 0 0-2',
    'c 1 3-6',
    'c😀 1 3-6',
    '😀 1 3-6',
  ]);
  same(
    { tokenizer: 'whitespace', filter: [{ type: 'ngram', min_gram: 3, max_gram: 4, preserve_original: true }] },
    'ab abcde',
    ['ab 0 0-2', 'abc 1 3-8', 'abcd 1 3-8', 'bcd 1 3-8', 'bcde 1 3-8', 'cde 1 3-8', 'abcde 1 3-8'],
  );
  same({ tokenizer: 'whitespace', filter: ['edge_ngram'] }, 'abc', ['a 0 0-3']);
  same({ tokenizer: 'whitespace', filter: [{ type: 'edge_ngram', side: 'back', max_gram: 2 }] }, 'abc', [
    'c 0 0-3',
    'bc 0 0-3',
  ]);
  same({ tokenizer: 'whitespace', filter: ['shingle'] }, 'a b c', [
    'a 0 0-1',
    'a b 0+2 0-3',
    'b 1 2-3',
    'b c 1+2 2-5',
    'c 2 4-5',
  ]);
  same(
    {
      tokenizer: 'whitespace',
      filter: [
        { type: 'shingle', min_shingle_size: 2, max_shingle_size: 3, output_unigrams: false, token_separator: '+' },
      ],
    },
    'a b c d',
    ['a+b 0 0-3', 'a+b+c 0+2 0-5', 'b+c 1 2-5', 'b+c+d 1+2 2-7', 'c+d 2 4-7'],
  );
  same({ tokenizer: 'whitespace', filter: ['stop', 'shingle'] }, 'the fox and the dog', [
    '_ fox 0+2 4-7',
    'fox 1 4-7',
    'fox _ 1+2 4-16',
    '_ dog 2+2 16-19',
    'dog 3 16-19',
  ]);
  same(
    {
      tokenizer: 'whitespace',
      filter: [{ type: 'shingle', output_unigrams: false, output_unigrams_if_no_shingles: true }],
    },
    'alone',
    ['alone 0 0-5'],
  );
});

test('[TPL-31] words are cut at delimiters, changes of case and digits', () => {
  same({ tokenizer: 'whitespace', filter: ['word_delimiter_graph'] }, "Wi-Fi PowerShot500 O'Neil's -- x", [
    'Wi 0 0-2',
    'Fi 1 3-5',
    'Power 2 6-11',
    'Shot 3 11-15',
    '500 4 15-18',
    'O 5 19-20',
    'Neil 6 21-25',
    'x 8 31-32',
  ]);
  const older = (joins: Readonly<Record<string, boolean>>) => ({
    tokenizer: 'whitespace',
    filter: [{ type: 'word_delimiter', ...joins }],
  });
  same(older({ catenate_words: true, catenate_all: true }), 'Wi-Fi a-b-1-2-c', [
    'Wi 0 0-2',
    'WiFi 0 0-5',
    'Fi 1 3-5',
    'a 2 6-7',
    'ab 2 6-9',
    'ab12c 2 6-15',
    'b 3 8-9',
    '1 4 10-11',
    '2 5 12-13',
    'c 6 14-15',
  ]);
  same(older({ catenate_numbers: true, generate_number_parts: false, preserve_original: true }), 'x 500-42', [
    'x 0 0-1',
    '500-42 1 2-8',
    '50042 1 2-8',
  ]);
  same(older({ catenate_all: true, generate_word_parts: false }), 'x Wi-500', ['x 0 0-1', 'Wi500 0 2-8', '500 1 5-8']);
  same(older({ catenate_all: true, generate_word_parts: false }), 'Wi-500', ['Wi500 0 0-6', '500 1 3-6']);
  const twice = older({ catenate_all: true });
  same({ ...twice, filter: [...twice.filter, ...twice.filter] }, 'Wi-Fi2go', [
    'Wi 0 0-2',
    'Wi 1 0-8',
    'Fi 2 0-8',
    '2 3 0-8',
    'go 4 0-8',
    'WiFi2go 4 0-8',
    'Fi 5 3-5',
    '2 6 5-6',
    'go 7 6-8',
  ]);
  same(
    {
      tokenizer: 'whitespace',
      filter: [{ type: 'word_delimiter_graph', catenate_all: true }, 'word_delimiter_graph', 'word_delimiter'],
    },
    'wi-fi',
    ['wifi 0+2 0-5', 'wi 0 0-2', 'fi 1 3-5'],
  );
  same(
    {
      tokenizer: 'whitespace',
      filter: [{ type: 'word_delimiter_graph', catenate_all: true, preserve_original: true }],
    },
    "Wi-Fi 500-42 O'Neil's x",
    [
      'Wi-Fi 0+2 0-5',
      'WiFi 0+2 0-5',
      'Wi 0 0-2',
      'Fi 1 3-5',
      '500-42 2+2 6-12',
      '50042 2+2 6-12',
      '500 2 6-9',
      '42 3 10-12',
      "O'Neil's 4+2 13-21",
      'ONeil 4+2 13-19',
      'O 4 13-14',
      'Neil 5 15-19',
      'x 6 22-23',
    ],
  );
  same(
    {
      tokenizer: 'whitespace',
      filter: [
        { type: 'word_delimiter_graph', catenate_words: true, catenate_numbers: true, generate_number_parts: false },
      ],
    },
    'a-b-1-2-c',
    ['ab 0+2 0-3', 'a 0 0-1', 'b 1 2-3', '12 2 4-7', 'c 3 8-9'],
  );
  same(
    {
      tokenizer: 'whitespace',
      filter: [
        {
          type: 'word_delimiter_graph',
          split_on_case_change: false,
          split_on_numerics: false,
          stem_english_possessive: false,
        },
      ],
    },
    "fooBar a1 John's",
    ['fooBar 0 0-6', 'a1 1 7-9', 'John 2 10-14', 's 3 15-16'],
  );
  same(
    {
      tokenizer: 'whitespace',
      filter: [{ type: 'word_delimiter_graph', protected_words: ['wi-fi'], adjust_offsets: false }],
    },
    'wi-fi a-b',
    ['wi-fi 0 0-5', 'a 1 6-9', 'b 2 6-9'],
  );
  same({ tokenizer: 'whitespace', filter: ['word_delimiter'] }, "Wi-Fi -- John's", [
    'Wi 0 0-2',
    'Fi 1 3-5',
    'John 2 9-13',
  ]);
  same({ tokenizer: 'whitespace', filter: [{ type: 'word_delimiter', preserve_original: true }] }, 'Wi-Fi x', [
    'Wi-Fi 0 0-5',
    'Wi 0 0-2',
    'Fi 1 3-5',
    'x 2 6-7',
  ]);
});
