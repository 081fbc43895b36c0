import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import fc from 'fast-check';
import { type IndexMapping, MAPPED_TYPES, type MappedType } from './mapping.ts';
import { layMapping, mergeMapping } from './merge-mapping.ts';
import { printMapping } from './print-mapping.ts';
import { readMapping } from './read-mapping.ts';

const mapped = (properties: object): IndexMapping => readMapping({ properties });

/** Without what tells one kind of object from another. */
const plain = (mapping: IndexMapping): unknown => JSON.parse(JSON.stringify(mapping));

const refused = (known: object, added: object, reason: RegExp) =>
  assert.throws(
    () => mergeMapping(mapped(known), mapped(added)),
    (error: unknown) => error instanceof PlatformError && reason.test(error.message),
  );

test('[IDX-09] a mapping grows by fields, members and further readings', () => {
  const known = mapped({ a: { type: 'text' }, o: { properties: { x: { type: 'long' } } } });
  const added = mapped({
    a: { type: 'text', fields: { raw: { type: 'keyword' } } },
    o: { properties: { y: { type: 'date' } } },
    b: { type: 'ip' },
  });
  assert.deepEqual(printMapping(mergeMapping(known, added)), {
    properties: {
      a: { type: 'text', fields: { raw: { type: 'keyword' } } },
      b: { type: 'ip' },
      o: { properties: { x: { type: 'long' }, y: { type: 'date' } } },
    },
  });
});

test('[IDX-09] a field that exists stays of its type, and an object an object', () => {
  refused(
    { a: { type: 'long' } },
    { a: { type: 'keyword' } },
    /\[a\] cannot be changed from type \[long\] to \[keyword\]/,
  );
  refused({ a: { type: 'long' } }, { a: { properties: {} } }, /can't merge a non object mapping \[a\]/);
  refused({ a: { properties: {} } }, { a: { type: 'nested' } }, /from non-nested to nested/);
  refused({ a: { type: 'nested' } }, { a: { properties: {} } }, /from nested to non-nested/);
});

test('[IDX-09] parameters that shape what is stored stay; others change or fall back', () => {
  refused(
    { a: { type: 'keyword' } },
    { a: { type: 'keyword', index: false } },
    /Cannot update parameter \[index\] from \[true\] to \[false\]/,
  );
  const merged = mergeMapping(
    mapped({ a: { type: 'keyword', ignore_above: 5 } }),
    mapped({ a: { type: 'keyword', ignore_above: 9 } }),
  );
  assert.deepEqual(merged.properties.a?.parameters, { ignore_above: 9 });
});

test('[IDX-09] a field may be put once more with what it has anyway spelled out, and is printed without it', () => {
  const usual = {
    text: { norms: true, index_options: 'positions', term_vector: 'no' },
    keyword: { index_options: 'docs', null_value: null, ignore_above: 2147483647 },
    date: { format: 'strict_date_optional_time||epoch_millis' },
    geo_shape: { orientation: 'right' },
    completion: { analyzer: 'simple', preserve_separators: true, max_input_length: 50 },
    binary: { doc_values: false },
  };
  for (const [type, parameters] of Object.entries(usual)) {
    const bare = mapped({ a: { type } });
    const merged = mergeMapping(bare, mapped({ a: { type, ...parameters } }));
    if (type !== 'geo_shape') assert.deepEqual(printMapping(merged), printMapping(bare), type);
  }
  const numbers = mapped({ a: { type: 'long', null_value: '5' } });
  assert.deepEqual(mergeMapping(numbers, mapped({ a: { type: 'long', null_value: 5 } })).properties.a?.type, 'long');
  refused(
    { a: { type: 'date' } },
    { a: { type: 'date', format: 'yyyy' } },
    /\[format\] from \[strict_date_optional_time/,
  );
  refused({ a: { type: 'binary' } }, { a: { type: 'binary', doc_values: true } }, /\[doc_values\] from \[false\]/);
});

test('[IDX-09] what OpenSearch tells of every field of a type is told', () => {
  const { properties } = printMapping(
    mapped({ c: { type: 'completion' }, k: { type: 'keyword', copy_to: 'all' }, w: { type: 'wildcard' } }),
  );
  assert.deepEqual(properties, {
    c: {
      type: 'completion',
      analyzer: 'simple',
      preserve_separators: true,
      preserve_position_increments: true,
      max_input_length: 50,
    },
    k: { type: 'keyword', copy_to: ['all'] },
    w: { type: 'wildcard', doc_values: false },
  });
});

test('[IDX-09] an object stays enabled', () => {
  refused(
    { a: { properties: {} } },
    { a: { type: 'object', enabled: false } },
    /\[enabled\] parameter can't be updated/,
  );
});

test('[SEC-10] fields called as properties of all objects are merged like others', () => {
  for (const name of ['__proto__', 'constructor']) {
    const given = mapped(JSON.parse(`{"${name}":{"type":"long"}}`));
    for (const merged of [mergeMapping(mapped({}), given), mergeMapping(given, given)])
      assert.equal(Object.hasOwn(merged.properties, name) && merged.properties[name]?.type, 'long', name);
  }
});

const LEAVES = (Object.keys(MAPPED_TYPES) as MappedType[]).filter(
  (type) =>
    !['object', 'nested', 'alias', 'scaled_float', 'constant_keyword', 'token_count', 'flat_object'].includes(type),
);

const { mapping: anyMapping } = fc.letrec<{ field: object; mapping: object }>((tie) => ({
  field: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom(...LEAVES).map((type) => ({ type })),
    tie('mapping').map((properties) => ({ properties })),
    tie('mapping').map((properties) => ({ type: 'nested', properties })),
  ),
  mapping: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('field'), { maxKeys: 3 }),
}));

test('[IDX-09] a mapping is printed as it is read, and merged with itself stays as it is', () => {
  fc.assert(
    fc.property(anyMapping, (properties) => {
      const mapping = mapped(properties);
      const printed = printMapping(mapping);
      assert.deepEqual(printMapping(readMapping(printed)), printed);
      assert.deepEqual(printMapping(mergeMapping(mapping, readMapping(printed))), printed);
      assert.deepEqual(plain(mergeMapping(mapping, mapping)), plain(mapping));
    }),
  );
});

test('[IDX-09] merging keeps every field of both, or refuses', () => {
  fc.assert(
    fc.property(anyMapping, anyMapping, (one, two) => {
      let merged: IndexMapping;
      try {
        merged = mergeMapping(mapped(one), mapped(two));
      } catch (error) {
        assert.ok(error instanceof PlatformError);
        return;
      }
      assert.deepEqual(plain(mergeMapping(merged, mapped(one))), plain(merged));
      assert.deepEqual(plain(mergeMapping(merged, mapped(two))), plain(merged));
    }),
  );
});

test('[IDX-09] an object stays read, or kept as it comes, except where a template says otherwise', () => {
  const kept = { o: { type: 'object', enabled: false } };
  refused(kept, { o: { properties: { a: { type: 'keyword' } } } }, /\[enabled\] parameter can't be updated .* \[o\]/);
  refused({ o: { properties: {} } }, kept, /\[enabled\] parameter can't be updated .* \[o\]/);
  const { properties } = layMapping(mapped(kept), mapped({ o: { type: 'object', enabled: true } }));
  assert.deepEqual(properties.o?.parameters, { enabled: true });
});

test('[IDX-09] whether nested objects are included in their document stays as it was', () => {
  const included = { o: { type: 'nested', include_in_root: true } };
  const inRoot = /\[include_in_root\] parameter can't be updated on a nested object mapping \[o\]/;
  refused(included, { o: { type: 'nested' } }, inRoot);
  refused(included, { o: { type: 'nested', include_in_root: false } }, inRoot);
  refused({ o: { type: 'nested' } }, included, inRoot);
  refused(included, { o: { type: 'nested', include_in_root: true, include_in_parent: true } }, /\[include_in_parent\]/);
  const grown = mergeMapping(mapped(included), mapped({ o: { ...included.o, properties: { a: { type: 'ip' } } } }));
  assert.deepEqual(printMapping(grown), { properties: { o: { ...included.o, properties: { a: { type: 'ip' } } } } });
  const { properties } = layMapping(mapped(included), mapped({ o: { type: 'nested', include_in_root: false } }));
  assert.equal(properties.o?.parameters.include_in_root, false);
});
