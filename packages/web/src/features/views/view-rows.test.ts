import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sort } from '../../design/table-props.ts';
import { newView, VISUALS, type Visual, visualWords } from '../../views/definition.ts';
import type { SavedView } from './saved-views.ts';
import { viewRows } from './view-rows.ts';

const view = (name: string, visual: Visual, dataset: string, ts_modified: number): SavedView => ({
  id: name,
  name,
  dataset,
  ts_modified,
  scope: 'tenant',
  owner: '',
  groups: [],
  definition: { ...newView(dataset), visual },
});
const VIEWS = [
  view('Strikes 10', 'WordCloud', 't1', 3),
  view('strikes 9', 'Horizontal Bar', 't2', 1),
  view('Zones', 'Map', 'gone', 2),
];
const TEMPLATES = new Map([
  ['t1', 'birds'],
  ['t2', 'airports'],
]);
const names = (field: string, order: Sort['order'], keyword = '') =>
  viewRows(VIEWS, TEMPLATES, keyword, { field, order }).map(({ name }) => name);

test('[SCR-07] [SCR-14] the list of views is in the order of any of its columns', () => {
  assert.deepEqual(names('ts_modified', 'desc'), ['Strikes 10', 'Zones', 'strikes 9']);
  assert.deepEqual(names('name', 'asc'), ['strikes 9', 'Strikes 10', 'Zones']);
  assert.deepEqual(names('kind', 'asc'), ['strikes 9', 'Zones', 'Strikes 10']);
  assert.deepEqual(names('template', 'desc'), ['Strikes 10', 'strikes 9', 'Zones']);
});

test('[SCR-14] a keyword is looked for in what the list shows', () => {
  assert.deepEqual(names('name', 'asc', ' STRIKES '), ['strikes 9', 'Strikes 10']);
  assert.deepEqual(names('name', 'asc', 'word cloud'), ['Strikes 10']);
  assert.deepEqual(names('name', 'asc', 'airp'), ['strikes 9']);
});

test('[VIS-01] the kinds of views are named in words', () => {
  assert.equal(visualWords('WordCloud'), 'Word cloud');
  assert.equal(visualWords('Horizontal Bar'), 'Horizontal bar');
  for (const visual of VISUALS) assert.match(visualWords(visual), /^[A-Z][a-z]*( [a-z]+)?$/);
});
