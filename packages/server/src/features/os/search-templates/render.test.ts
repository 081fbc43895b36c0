import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import { render } from './render.ts';

// what OpenSearch 2.19.1 makes of them
test('[QRY-01] names, lists, sections, defaults, toJson, join and url become what OpenSearch makes of them', () => {
  const params = { a: '1"2\né', n: 1.5, l: ['p', 'q'], o: { k: [1, 2] }, z: 0, e: '', f: false, t: true, q: null };
  const told = [
    ['"{{a}}" {{{a}}}', '"1\\"2\\né" 1"2\né'],
    ['{{n}} {{t}} {{q}}{{none}}', '1.5 true '],
    ['{{l}} {{o}} {{l.0}} {{l.size}} {{o.k.1}}', '{0=p, 1=q} {k={0=1, 1=2}} p 2 2'],
    ['{{#l}}<{{.}}{{n}}>{{/l}}', '<p1.5><q1.5>'],
    ['{{^none}}10{{/none}}{{#z}}zero{{/z}}{{#e}}empty{{/e}}{{#f}}no{{/f}}', '10zero'],
    ['{{#o}}{{k.0}}{{/o}}', '1'],
    ['{{#toJson}}l{{/toJson}} {{#toJson}}o.k{{/toJson}} {{#toJson}}none{{/toJson}}', '["p","q"] [1,2] '],
    ["{{#join}}l{{/join}} {{#join delimiter='||'}}l{{/join delimiter='||'}} {{#join}}none{{/join}}", 'p,q p||q none'],
    ['{{#url}}{{o.k.0}} b&c/{{/url}}', '1+b%26c%2F'],
    ['{{! said }}{{=<% %>=}}<%n%>', '1.5'],
  ] as const;
  for (const [template, expected] of told) assert.equal(render(template, params), expected, template);
});

test('[SEC-02] [QRY-01] a template reaches nothing but its parameters', () => {
  const params = { a: {}, l: [], s: 'text' };
  for (const name of ['constructor', 'a.constructor.constructor', 'l.map', '__proto__', 's.length', 'a.__proto__.x']) {
    assert.equal(render(`[{{${name}}}{{#${name}}}return process{{/${name}}}]`, params), '[]', name);
  }
});

test('[SEC-10] a template that grows without end, or cannot be read, is refused', () => {
  const l = Array.from({ length: 100 }, (_, i) => i);
  const nested = `${'{{#l}}'.repeat(6)}x${'{{/l}}'.repeat(6)}`;
  const refused = [
    '{{#l}}',
    '{{l',
    '{{}}',
    '{{#l}}{{{}}}{{/l}}',
    '{{>part}}',
    '{{/l}}',
    nested,
    `${'{{#l}}'.repeat(200)}x${'{{/l}}'.repeat(200)}`,
  ];
  for (const template of refused) {
    assert.throws(
      () => render(template, { l }),
      (error) => error instanceof PlatformError && error.detail.openSearch?.type === 'script_exception',
      template.slice(0, 20),
    );
  }
  assert.throws(() => render('{{#l}}{{long}}{{/l}}', { l, long: 'x'.repeat(1_000_000) }), PlatformError);
});
