import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArticle } from './markdown.ts';

test('[RTE-18] a guide is read into title and blocks', () => {
  const article = parseArticle(
    '# Start\n\nTwo lines\nof one paragraph.\n\n## Steps\n1. First\n   goes on\n2. Second\n\n```sh\nnpm ci\n\nnpm start\n```\n![picture](x.png)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- x\n- y\n',
  );
  assert.equal(article.title, 'Start');
  assert.deepEqual(article.blocks, [
    { kind: 'paragraph', text: 'Two lines of one paragraph.' },
    { kind: 'heading', level: 2, text: 'Steps' },
    { kind: 'list', ordered: true, items: ['First goes on', 'Second'] },
    { kind: 'code', text: 'npm ci\n\nnpm start' },
    { kind: 'table', head: ['a', 'b'], rows: [['1', '2']] },
    { kind: 'list', ordered: false, items: ['x', 'y'] },
  ]);
});

test('an unclosed code block ends with the text', () => {
  assert.deepEqual(parseArticle('```\na').blocks, [{ kind: 'code', text: 'a' }]);
});
