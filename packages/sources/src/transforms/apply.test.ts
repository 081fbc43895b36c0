import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyTransforms, compileTransforms, TransformTooLarge } from './apply.ts';
import { readMapPairs } from './map-pairs.ts';
import type { Transform } from './transform.ts';
import { isTransform, transformFault } from './transform-fault.ts';

const row = (cells: Readonly<Record<string, string | null>>) => (name: string) =>
  Object.hasOwn(cells, name) ? (cells[name] ?? null) : undefined;
const apply = (cell: string | null, ...transforms: Transform[]) =>
  applyTransforms(cell, transforms, row({ lat: '3.1', lon: '101.6', a: 'x', b: null, c: 'z' }));

test('[SRC-08] map replaces a value by its key and leaves the others', () => {
  const map: Transform = { kind: 'map', pairs: [['MY', 'Malaysia']] };
  assert.deepEqual([apply('MY', map), apply('SG', map), apply(null, map)], ['Malaysia', 'SG', null]);
});

test('[SRC-08] [SRC-09] pairs are loaded from a delimited file; rows without both are passed over', () => {
  const loaded = readMapPairs('\uFEFFMY;Malaysia\nSG\n;nothing\nTH;\n"ID";"Indo;nesia"\nMY;Malaya\n');
  assert.deepEqual(loaded, {
    pairs: [
      ['MY', 'Malaya'],
      ['ID', 'Indo;nesia'],
    ],
    passedOver: 3,
  });
});

test('[SRC-10] static is the same for every row, [SRC-11] upper makes capitals', () => {
  assert.equal(apply(null, { kind: 'static', value: 'fixed' }), 'fixed');
  assert.equal(apply('straße', { kind: 'upper' }), 'STRASSE');
});

test('[SRC-07] the other functions read and write cells as the import takes them', () => {
  assert.equal(apply('  X ', { kind: 'trim' }, { kind: 'lower' }), 'x');
  assert.equal(apply('a|b|c', { kind: 'split', by: '|' }), '["a","b","c"]');
  assert.equal(apply('a|b|c', { kind: 'split', by: '|', take: -1 }), 'c');
  assert.equal(apply('a', { kind: 'split', by: '|', take: 4 }), null);
  assert.equal(apply(null, { kind: 'join', with: '-', columns: ['a', 'b', 'nope', 'c'] }), 'x-z');
  assert.equal(apply('aXbX', { kind: 'replace', find: 'X', by: '$1' }), 'a$1b$1');
  assert.equal(apply('12-34', { kind: 'replace', find: '(\\d+)-(\\d+)', by: '$2/$1 $$', regexp: true }), '34/12 $');
  assert.equal(apply('25/12/2020', { kind: 'date', from: 'dd/MM/yyyy' }), '2020-12-25');
  assert.equal(apply('25/12/2020 14:30', { kind: 'date', from: 'dd/MM/yyyy' }), '2020-12-25T14:30:00.000Z');
  const far = apply('8640000000000', { kind: 'date', from: 'epoch_second' });
  assert.equal(far, '+275760-09-13T00:00:00.000Z');
  assert.equal(apply('soon', { kind: 'date', from: 'dd/MM/yyyy' }), 'soon');
  assert.equal(apply('1.234,5', { kind: 'number', decimal: ',', group: '.' }), '1234.5');
  assert.equal(apply('1\u202f234,5', { kind: 'number', decimal: ',', group: ' ' }), '1234.5');
  assert.equal(apply('12 km', { kind: 'number', decimal: '.' }), '12 km');
  assert.equal(apply('12,34,567.5', { kind: 'number', decimal: '.', group: ',' }), '1234567.5');
  assert.equal(apply('(1.234,5)', { kind: 'number', decimal: ',', group: '.' }), '-1234.5');
  assert.equal(apply('(5) or 6', { kind: 'number', decimal: '.' }), '(5) or 6');
  for (const other of ['12.5', '0.567', '1.2345', '1.23,4', '1.234.5'])
    assert.equal(apply(other, { kind: 'number', decimal: ',', group: '.' }), other, 'no group is ten times the number');
  assert.equal(apply(null, { kind: 'point', lat: 'lat', lon: 'lon' }), '3.1,101.6');
  assert.equal(apply('POINT', { kind: 'point', order: 'lon,lat' }), 'POINT');
  assert.equal(apply(`52°31'12"N 13°24'18"E`, { kind: 'point', order: 'lat,lon' }), '52.52,13.405');
  assert.equal(apply('[101.6, 3.1]', { kind: 'point', order: 'lon,lat' }), '3.1,101.6');
  assert.match(apply('abc', { kind: 'hash', algorithm: 'sha256' }) ?? '', /^ba7816bf8f01cfea414140de5dae2223/);
  assert.equal(apply('v', { kind: 'template', text: '{{a}}/{{ b }}/{{value}}{{nope}}' }), 'x//v');
});

test('[TPL-06] a value that would grow beyond 4 MB is refused before it is made', () => {
  const grow: Transform = { kind: 'replace', find: 'a', by: 'x'.repeat(60_000) };
  assert.throws(() => apply('a'.repeat(1_000_000), grow), TransformTooLarge);
  assert.throws(() => apply('a'.repeat(1_000_000), { ...grow, regexp: true }), TransformTooLarge);
});

test('[SRC-07] a pattern that makes others search for hours is answered in time linear in the text', () => {
  const steps = compileTransforms([{ kind: 'replace', find: '(a+)+$', by: '-', regexp: true }]);
  const text = `${'a'.repeat(50_000)}b`;
  assert.equal(
    steps(text, () => undefined),
    text,
  );
});

test('[SRC-07] what is no transform is told apart with a reason', () => {
  assert.equal(transformFault({ kind: 'shout' }), "'shout' is no transform");
  assert.match(transformFault({ kind: 'replace', find: '(', by: '', regexp: true }) ?? '', /is no pattern/);
  assert.match(transformFault({ kind: 'date', from: 'tomorrow' }) ?? '', /none of iso/);
  assert.match(transformFault({ kind: 'map', pairs: [['a']] }) ?? '', /pairs/);
  assert.match(transformFault({ kind: 'point', lat: 'x' }) ?? '', /both/);
  assert.match(transformFault({ kind: '__proto__' }) ?? '', /no transform/);
  assert.ok(isTransform({ kind: 'upper' }));
});

const text = fc.string({ maxLength: 30 });
const transform: fc.Arbitrary<Transform> = fc.oneof(
  fc.record({ kind: fc.constant('map' as const), pairs: fc.array(fc.tuple(text, text), { maxLength: 4 }) }),
  fc.record({ kind: fc.constantFrom('upper' as const, 'lower' as const, 'trim' as const) }),
  fc.record({ kind: fc.constant('static' as const), value: text }),
  fc.record({ kind: fc.constant('replace' as const), find: fc.string({ minLength: 1, maxLength: 3 }), by: text }),
  fc.record({
    kind: fc.constant('split' as const),
    by: fc.constantFrom(',', ' '),
    take: fc.integer({ min: -3, max: 3 }),
  }),
  fc.record({ kind: fc.constant('number' as const), decimal: fc.constantFrom('.' as const, ',' as const) }),
  fc.record({ kind: fc.constant('template' as const), text: fc.constantFrom('{{value}}!', '{{a}}', '{{', '}}{{}}') }),
);

test('[SRC-07] a list of functions is each applied to what the one before gave', () => {
  fc.assert(
    fc.property(fc.option(text), fc.array(transform, { maxLength: 5 }), (cell, list) => {
      const cells = row({ a: 'x' });
      const oneByOne = list.reduce((value, each) => applyTransforms(value, [each], cells), cell);
      assert.equal(applyTransforms(cell, list, cells), oneByOne);
    }),
  );
});

test('[SRC-07] replacing a text by itself, with or without a pattern, changes nothing', () => {
  const quoted = (find: string) => find.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  fc.assert(
    fc.property(text, fc.string({ minLength: 1, maxLength: 2, unit: 'grapheme-ascii' }), (cell, find) => {
      const plain = applyTransforms(cell, [{ kind: 'replace', find, by: find }]);
      const pattern = applyTransforms(cell, [{ kind: 'replace', find: quoted(find), by: '$0', regexp: true }]);
      assert.deepEqual([plain, pattern], [cell, cell]);
    }),
  );
});
