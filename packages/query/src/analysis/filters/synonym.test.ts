import { test } from 'node:test';
import { same } from '../as-opensearch.fixture.ts';

test('[TPL-31] synonyms of several words lie over those of the text, in a graph on ways of their own', () => {
  same(
    { tokenizer: 'standard', filter: [{ type: 'synonym', synonyms: ['wifi, wi fi, wireless network'] }] },
    'fast wifi is wi fi',
    [
      'fast 0 0-4',
      'wifi 1 5-9',
      'wi 1 5-9',
      'wireless 1 5-9',
      'is 2 10-12',
      'fi 2 10-12',
      'network 2 10-12',
      'wi 3 13-15',
      'wifi 3+2 13-18',
      'wireless 3 13-15',
      'fi 4 16-18',
      'network 4 16-18',
    ],
  );
  same({ tokenizer: 'standard', filter: [{ type: 'synonym', synonyms: ['d => d e f', 'a b => x'] }] }, 'a b c d', [
    'x 0 0-3',
    'c 1 4-5',
    'd 2 6-7',
    'e 3 6-7',
    'f 4 6-7',
  ]);
  same(
    { tokenizer: 'standard', filter: [{ type: 'synonym_graph', synonyms: ['wifi, wi fi, wireless network'] }] },
    'fast wifi is wi fi',
    [
      'fast 0 0-4',
      'wi 1 5-9',
      'wireless 1+2 5-9',
      'wifi 1+3 5-9',
      'fi 2+2 5-9',
      'network 3 5-9',
      'is 4 10-12',
      'wifi 5+3 13-18',
      'wireless 5 13-18',
      'wi 5+2 13-15',
      'network 6+2 13-18',
      'fi 7 16-18',
    ],
  );
  same(
    { tokenizer: 'standard', filter: [{ type: 'synonym_graph', synonyms: ['a => b, c d e', 'fast wifi => fw'] }] },
    'fast wifi a z',
    ['fw 0 0-9', 'b 1+3 10-11', 'c 1 10-11', 'd 2 10-11', 'e 3 10-11', 'z 4 12-13'],
  );
  same(
    { tokenizer: 'standard', filter: [{ type: 'synonym_graph', synonyms: ['a b, c'] }, { type: 'shingle' }] },
    'a b z',
    ['c 0 0-3', 'c a 0+2 0-1', 'a 1 0-1', 'a b 1+2 0-3', 'b 2 2-3', 'b z 2+2 2-5', 'z 3 4-5'],
  );
  same(
    {
      tokenizer: 'whitespace',
      filter: [
        { type: 'pattern_capture', patterns: ['(\\w+)-(\\w+)'] },
        { type: 'synonym', synonyms: ['fox, dog => animal'] },
      ],
    },
    'the brown-fox jumps',
    ['the 0 0-3', 'brown-fox 1 4-13', 'brown 1 4-13', 'animal 2 4-13', 'jumps 3 14-19'],
  );
  same(
    {
      tokenizer: 'whitespace',
      filter: [
        { type: 'stop', stopwords: ['the'] },
        { type: 'synonym', synonyms: ['quick => fast'] },
      ],
    },
    'the quick the fox',
    ['fast 0 4-9', 'fox 2 14-17'],
  );
  same(
    {
      tokenizer: 'whitespace',
      filter: [
        { type: 'stop', stopwords: ['the'] },
        { type: 'synonym_graph', synonyms: ['quick, very fast'] },
      ],
    },
    'the quick the fox',
    ['very 0 4-9', 'quick 0+2 4-9', 'fast 1 4-9', 'fox 3 14-17'],
  );
});
