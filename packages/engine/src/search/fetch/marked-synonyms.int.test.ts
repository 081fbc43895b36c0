import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  const analysis = {
    filter: { alike: { type: 'synonym', synonyms: ['quick, fast, rapid'] } },
    analyzer: { meaning: { tokenizer: 'standard', filter: ['lowercase', 'alike'] } },
  };
  const txt1 = { type: 'text', analyzer: 'standard', search_analyzer: 'meaning' };
  await sample.index('rows', { txt1 }, { analysis });
  await sample.put('rows', { a: { txt1: 'a quick old fox' }, b: { txt1: 'the fox is very rapid' } });
});
after(() => sample.close());

async function marked(query: string, slop: number): Promise<readonly unknown[]> {
  const { hits } = await sample.search('rows', {
    query: { match_phrase: { txt1: { query, slop } } },
    sort: ['_doc'],
    highlight: { fields: { txt1: {} } },
  });
  return hits.hits.map(({ highlight }) => highlight?.txt1?.[0]);
}

test('[QRY-21] a phrase with slop is marked by any of the words that mean the same', async () => {
  assert.deepEqual(await marked('fast fox', 0), []);
  assert.deepEqual(await marked('fast fox', 1), ['a <em>quick</em> old <em>fox</em>']);
  assert.deepEqual(await marked('fox fast', 3), [
    'a <em>quick</em> old <em>fox</em>',
    'the <em>fox</em> is very <em>rapid</em>',
  ]);
  assert.deepEqual(await marked('fast old', 0), ['a <em>quick</em> <em>old</em> fox']);
});

test('[QRY-21] a phrase is marked in each of the ways that synonyms of several words give it', async () => {
  const analysis = {
    filter: { alike: { type: 'synonym_graph', synonyms: ['alpha, gamma delta', 'beta, the'] } },
    analyzer: { meaning: { tokenizer: 'standard', filter: ['lowercase', 'alike'] } },
  };
  await sample.index('ways', { txt1: { type: 'text', search_analyzer: 'meaning' } }, { analysis });
  const texts = ['x alpha beta z', 'x gamma delta beta y', 'x alpha y beta', 'alpha the z'];
  await sample.put('ways', Object.fromEntries(texts.map((txt1, i) => [`d${i}`, { txt1 }])));
  const ways = async (query: object) => {
    const { hits } = await sample.search('ways', { query, sort: ['_doc'], highlight: { fields: { txt1: {} } } });
    return hits.hits.map(({ highlight }) => highlight?.txt1?.[0]);
  };
  const near = ['x <em>alpha</em> <em>beta</em> z', 'x <em>gamma</em> <em>delta</em> <em>beta</em> y'];
  const the = '<em>alpha</em> <em>the</em> z';
  const apart = 'x <em>alpha</em> y <em>beta</em>';
  assert.deepEqual(await ways({ match_phrase: { txt1: 'alpha beta' } }), [...near, the]);
  assert.deepEqual(await ways({ match_phrase_prefix: { txt1: 'alpha b' } }), near);
  assert.deepEqual(await ways({ match_phrase: { txt1: { query: 'alpha beta', slop: 1 } } }), [...near, apart, the]);
  assert.deepEqual(await ways({ match_phrase_prefix: { txt1: { query: 'alpha b', slop: 1 } } }), [...near, apart]);
});

test('[QRY-21] a pair of words that goes on behind the end of its piece is marked up to there', async () => {
  const analysis = {
    filter: { unsaid: { type: 'stop', stopwords: ['the'] }, pairs: { type: 'shingle' } },
    analyzer: { paired: { tokenizer: 'standard', filter: ['lowercase', 'unsaid', 'pairs'] } },
  };
  await sample.index('pieces', { txt1: { type: 'text', analyzer: 'paired' } }, { analysis });
  await sample.put('pieces', { a: { txt1: 'foxtrot the beta alpha the a.b' } });
  const markedIn = async (options: object) => {
    const { hits } = await sample.search('pieces', {
      query: { match: { txt1: 'alpha the' } },
      highlight: { fields: { txt1: options } },
    });
    return hits.hits[0]?.highlight?.txt1;
  };
  assert.deepEqual(await markedIn({ fragment_size: 20 }), ['foxtrot the beta <em>alpha</em>']);
  assert.deepEqual(await markedIn({ fragment_size: 100 }), ['foxtrot the beta <em>alpha the </em>a.b']);
});
