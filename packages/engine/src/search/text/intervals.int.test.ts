import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { analyserNamed } from '@datasarana/query';
import { StoredSample } from '../../documents/stored.fixture.ts';
import { ColumnMemory } from '../columns/column-memory.ts';
import { IndexColumns } from '../columns/index-columns.ts';
import { allDocuments } from '../columns/matching.ts';
import { name } from '../sql.ts';
import { readVersion } from '../versions.ts';
import { eachText } from './places.ts';
import { PostingsReader } from './postings.ts';
import { PostingsMemory } from './postings-memory.ts';

const TEXTS = ['x a b', 'a b c', 'delta echo the beta gamma', 'a x b y c', 'b a b c', 'c a b'];

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index('stretches', { txt1: { type: 'text' } });
  await sample.put('stretches', Object.fromEntries(TEXTS.map((txt1, i) => [String(i), { txt1 }])));
});
after(() => sample.close());

type Rule = Readonly<Record<string, unknown>>;

const scoresOf = async (rule: Rule, index = 'stretches') => {
  const { hits } = await sample.search(index, {
    query: { intervals: { txt1: rule } },
    sort: ['_doc'],
    track_scores: true,
  });
  return Object.fromEntries(hits.hits.map(({ _id, _score }) => [_id, Number(Number(_score).toFixed(6))]));
};

const words = (query: string, how: Rule = {}): Rule => ({ match: { query, ...how } });
const inOrder = (query: string): Rule => words(query, { ordered: true });
const phrase = (query: string): Rule => words(query, { ordered: true, max_gaps: 0 });
const anyOf = (intervals: readonly Rule[], how: Rule = {}): Rule => ({ any_of: { intervals, ...how } });
const allOf = (intervals: readonly Rule[], how: Rule = {}): Rule => ({ all_of: { intervals, ...how } });
const filter = (kind: string, rule: Rule) => ({ filter: { [kind]: rule } });

const SIDES = [inOrder('delta beta'), words('echo')];
const AFTER_A = anyOf([phrase('a b'), words('a')]);
const B = anyOf([inOrder('a b'), words('b')]);

/** As OpenSearch 2.19.1 finds and scores them. */
const CASES: readonly (readonly [string, Rule, Readonly<Record<string, number>>])[] = [
  [
    'a longer alternative of a phrase',
    allOf([words('x'), anyOf([phrase('a b'), words('b')])], { ordered: true, max_gaps: 0 }),
    { 0: 0.333333, 3: 0.5 },
  ],
  [
    'a longer alternative before another word',
    allOf([AFTER_A, words('c')], { ordered: true, max_gaps: 0 }),
    { 1: 0.333333, 4: 0.333333 },
  ],
  ['a longer alternative that contains', anyOf(SIDES, filter('containing', words('the'))), { 2: 0.2 }],
  [
    'one in order that contains',
    allOf([anyOf(SIDES), words('gamma')], { ordered: true, ...filter('containing', words('the')) }),
    { 2: 0.25 },
  ],
  ['none that contains itself', anyOf(SIDES, filter('not_containing', words('echo'))), {}],
  ['none within another', anyOf(SIDES, filter('not_contained_by', inOrder('delta the'))), {}],
  ['one within another', anyOf(SIDES, filter('contained_by', inOrder('delta gamma'))), { 2: 0.5 }],
  ['one before another', anyOf(SIDES, filter('before', words('gamma'))), { 2: 0.5 }],
  ['the shortest alone overlaps', anyOf(SIDES, filter('overlapping', words('the'))), {}],
  [
    'in any order without overlap',
    allOf([words('b'), words('a')], { mode: 'unordered_no_overlap', ...filter('containing', words('x')) }),
    { 3: 0.333333 },
  ],
  ['in any order', allOf([B, words('c')], { mode: 'unordered', ...filter('containing', words('x')) }), { 3: 0.2 }],
  [
    'a filtered one among others',
    allOf([anyOf(SIDES, filter('containing', words('the'))), words('gamma')], { ordered: true }),
    { 2: 0.2 },
  ],
  ['one that repeats itself', allOf([B, B], { ordered: true, ...filter('containing', words('a')) }), { 4: 0.25 }],
  [
    'what is between bounds it first',
    allOf([B, words('c')], { ordered: true, max_gaps: 3, ...filter('containing', words('x')) }),
    { 3: 0.2 },
  ],
];

for (const [what, rule, scores] of CASES)
  test(`[QRY-21] alternatives of intervals: ${what}`, async () => {
    assert.deepEqual(await scoresOf(rule), scores);
  });

test('[QRY-21] intervals bring beginnings, patterns and words into the case of the analyser they name', async () => {
  const found = async (rule: Rule) => Object.keys(await scoresOf(rule)).length;
  const rules: readonly (readonly [string, Rule])[] = [
    ['prefix', { prefix: 'ECH' }],
    ['wildcard', { pattern: 'EC*' }],
    ['fuzzy', { term: 'ECHP' }],
  ];
  for (const [kind, rule] of rules) {
    assert.ok((await found({ [kind]: rule })) > 0, kind);
    assert.equal(await found({ [kind]: { ...rule, analyzer: 'keyword' } }), 0, kind);
    // as in OpenSearch, one that is not there is the field's
    assert.ok((await found({ [kind]: { ...rule, analyzer: 'nope' } })) > 0, kind);
  }
});

test('[QRY-21] an expression of intervals is read by its flags', async () => {
  const found = async (flags?: string) =>
    Object.keys(await scoresOf({ regexp: { pattern: 'ec@', ...(flags !== undefined && { flags }) } })).length;
  assert.ok((await found()) > 0);
  assert.equal(await found('NONE'), 0);
  assert.equal(await found('ANYSTRING'), await found());
  await assert.rejects(found('SOME'), /ALL, NONE or of INTERSECTION/);
});

test('[QRY-21] a word that intervals repeat counts without what is between, and its gaps where it stands alone', async () => {
  await sample.index('repeats', { txt1: { type: 'text' } });
  await sample.put('repeats', { 0: { txt1: 'c b a a a d d' }, 1: { txt1: 'd c b a a d a b c' } });
  const behind = allOf([inOrder('b a a'), inOrder('a')], { ordered: true });
  assert.deepEqual(await scoresOf(behind, 'repeats'), { 0: 0.333333, 1: 0.25 });
  const apart = words('a b b', { mode: 'unordered_no_overlap' });
  const close = allOf([apart, anyOf([inOrder('c'), inOrder('b c d')])], { ordered: true, max_gaps: 1 });
  assert.deepEqual(await scoresOf(close, 'repeats'), { 1: 0.2 });
});

test('[QRY-21] more than 1,024 ways through alternatives of intervals are refused', async () => {
  const many = (letter: string) => anyOf(Array.from({ length: 40 }, (_, i) => inOrder(`${letter}${i} v${i}`)));
  const phraseOf = allOf([many('x'), many('y')], { ordered: true, max_gaps: 0 });
  await assert.rejects(scoresOf(phraseOf), /Too many disjunctions to expand/);
});

test('[QRY-24] others have their turn between documents that share their texts', async () => {
  await sample.index('shared', { txt1: { type: 'text' } });
  await sample.put('shared', Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`d${i}`, { txt1: 'one two' }])));
  const layout = await sample.tenant.layout('shared');
  const field = layout.fields.get('txt1');
  const turns = await sample.tenant.read(async (connection) => {
    const version = await readVersion(connection, layout);
    const memory = new ColumnMemory({ asks: 1 });
    const columns = new IndexColumns({ memory, connection, layout, version, mostKeys: memory.mostKeys });
    const postings = new PostingsReader({
      connection,
      memory: new PostingsMemory(),
      version,
      gone: layout.gone,
      lengthless: new Set(),
    });
    const column = name(field?.columns[0] ?? '');
    const context = { connection, postings, columns, docs: name(layout.docs), scored: true };
    for (let asked = 0; asked < 3; asked++) await columns.column(column.text);
    let others = 0;
    setImmediate(() => others++);
    const seen: number[] = [];
    const analyser = analyserNamed('standard');
    assert.ok(analyser);
    const cut = { analyser, gap: 100, column, postings: field?.postings ?? '' };
    await eachText(cut, await allDocuments(columns), ['two'], context, {
      text: (_, places) => {
        assert.deepEqual(places.get('two'), [1]);
        for (const began = performance.now(); performance.now() - began < 25; );
        seen.push(others);
      },
    });
    return seen;
  });
  assert.deepEqual(turns, [0, 1, 1, 1]);
});
