import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArticle } from './markdown.ts';

const said = (text: string) => ({ kind: 'paragraph', text });

test('[RTE-18] a guide is read into title and blocks', () => {
  const article = parseArticle(
    '# Start\n\nTwo lines\nof one paragraph.\n\n## Steps\n1. First\n   goes on\n2. Second\n\n```sh\nnpm ci\n\nnpm start\n```\n![picture](x.png)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- x\n- y\n',
  );
  assert.equal(article.title, 'Start');
  assert.deepEqual(article.blocks, [
    { kind: 'paragraph', text: 'Two lines of one paragraph.' },
    { kind: 'heading', level: 2, text: 'Steps' },
    { kind: 'list', ordered: true, items: [[said('First goes on')], [said('Second')]] },
    { kind: 'code', text: 'npm ci\n\nnpm start' },
    { kind: 'picture', source: 'x.png', text: 'picture' },
    { kind: 'table', head: ['a', 'b'], rows: [['1', '2']] },
    { kind: 'list', ordered: false, items: [[said('x')], [said('y')]] },
  ]);
});

test('[RTE-18] pictures, paragraphs and code below a step belong to it, and the steps stay one list', () => {
  const { blocks } = parseArticle(
    '# A\n\n1. One\n\n   ![Home](images/home.png)\n\n   more of one\n2. Two:\n\n   ```sh\n   npm start\n   ```\n\n3. Three\n\nAfter.\n',
  );
  const one = [said('One'), { kind: 'picture', source: 'images/home.png', text: 'Home' }, said('more of one')];
  const two = [said('Two:'), { kind: 'code', text: 'npm start' }];
  assert.deepEqual(blocks, [{ kind: 'list', ordered: true, items: [one, two, [said('Three')]] }, said('After.')]);
});

test('an unclosed code block ends with the text', () => {
  assert.deepEqual(parseArticle('```\na').blocks, [{ kind: 'code', text: 'a' }]);
});
