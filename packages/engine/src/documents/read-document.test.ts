import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import fc from 'fast-check';
import type { DocumentValues } from './document-values.ts';
import { type IndexMapping, mappingAt, NO_MAPPING } from './mapping.ts';
import { parseSource } from './parse-source.ts';
import { printMapping } from './print-mapping.ts';
import { readDocument } from './read-document.ts';
import { readMapping } from './read-mapping.ts';

const read = (mapping: IndexMapping, text: string) =>
  readDocument(mapping, parseSource(text), '1', {
    nested: 100,
    depth: 20,
    fields: 1000,
    coerces: true,
    ignoresMalformed: false,
    normalizers: null,
    analysers: () => undefined,
  });

const mapped = (properties: object, more: object = {}): IndexMapping => readMapping({ properties, ...more });

/** Values by path; nested documents as objects. */
function plain(values: DocumentValues): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...values].map(([path, entries]) => [path, entries.map((each) => (each instanceof Map ? plain(each) : each))]),
  );
}

const valuesOf = (mapping: IndexMapping, text: string) => plain(read(mapping, text).values);

const refusal = (type: string, reason: RegExp, cause?: string) => (error: unknown) => {
  assert.ok(error instanceof PlatformError, String(error));
  assert.equal(error.detail.openSearch?.type, type, error.message);
  assert.match(error.message, reason);
  if (cause !== undefined) assert.equal(Object(error.detail.openSearch?.caused_by).type, cause);
  return true;
};

test('[IDX-09] fields a document brings are mapped by what they hold', () => {
  const { mapping } = read(
    NO_MAPPING,
    '{"l":1,"d":1.0,"e":1e2,"b":true,"s":"x","t":"2026-11-21","u":"2026/11/21","o":{"in":[null,2]},"none":null,"empty":[]}',
  );
  const text = { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } };
  assert.deepEqual(printMapping(mapping), {
    properties: {
      b: { type: 'boolean' },
      d: { type: 'float' },
      e: { type: 'float' },
      l: { type: 'long' },
      o: { properties: { in: { type: 'long' } } },
      s: text,
      t: { type: 'date' },
      u: {
        type: 'date',
        format: 'yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis',
        print_format: 'yyyy/MM/dd HH:mm:ss',
      },
    },
  });
});

test('[IDX-09] a text keeps the digits of a number, whatever JavaScript would write', () => {
  const texts = mapped({ k: { type: 'keyword' }, d: { type: 'double', fields: { k: { type: 'keyword' } } } });
  const { values } = read(texts, '{"k":[1.10,1e3,0.0000001,12345.678901234567,7,1.5,-0.0],"d":19.90}');
  assert.deepEqual(values.get('k'), ['1.10', '1e3', '0.0000001', '12345.678901234567', '7', '1.5', '-0.0']);
  assert.deepEqual(plain(values).d, [19.9]);
  assert.deepEqual(plain(values)['d.k'], ['19.90']);
});

test('[IDX-09] what does not fit may be passed over, an object where a single value belongs may not', () => {
  for (const type of ['date', 'date_nanos', 'ip', 'long', 'double', 'scaled_float'] as const) {
    const scale = type === 'scaled_float' ? { scaling_factor: 10 } : {};
    const lenient = mapped({ f: { type, ignore_malformed: true, ...scale } });
    assert.deepEqual(plain(read(lenient, '{"f":"no such thing"}').values), { _ignored: ['f'] }, type);
    for (const value of ['{}', '[1,{"a":1}]']) {
      assert.throws(
        () => read(lenient, `{"f":${value}}`),
        refusal('mapper_parsing_exception', /failed to parse field \[f\]/),
      );
    }
  }
  const place = mapped({ f: { type: 'geo_point', ignore_malformed: true } });
  assert.deepEqual(plain(read(place, '{"f":{}}').values), { _ignored: ['f'] });
});

test('[IDX-09] a point beyond the globe is where the way around it leads, where what is malformed may be passed over', () => {
  const place = mapped({ f: { type: 'geo_point', ignore_malformed: true } });
  const places = [
    ['{"lat":91,"lon":179.5}', { lat: 89, lon: -0.5 }],
    ['{"lat":1e30,"lon":179.9}', { lat: 16, lon: 179.9 }],
    ['{"lat":450,"lon":-541}', { lat: 90, lon: 179 }],
    ['[370,95]', { lat: 85, lon: -170 }],
    ['"10,1e22"', { lat: 10, lon: -80 }],
    ['[-180,-90]', { lat: -90, lon: -180 }],
  ] as const;
  for (const [text, point] of places)
    assert.deepEqual(plain(read(place, `{"f":${text}}`).values), { f: [point] }, text);
  const strict = mapped({ f: { type: 'geo_point' } });
  assert.throws(() => read(strict, '{"f":[0,91]}'), refusal('mapper_parsing_exception', /failed to parse field \[f\]/));
});

test('[IDX-09] a new field of several numbers holds decimals when one of them is one', () => {
  const { mapping, values } = read(NO_MAPPING, '{"a":[1,[0.5]],"b":[1,2],"c":[1,2.0],"d":["1",0.5]}');
  const types = Object.entries(mapping.properties).map(([name, { type }]) => [name, type]);
  assert.deepEqual(types, [
    ['a', 'float'],
    ['b', 'long'],
    ['c', 'float'],
    ['d', 'text'],
  ]);
  assert.deepEqual(plain(values).a, [1, 0.5]);
});

test('[IDX-09] a dotted name and an object stand for the same field', () => {
  const dotted = read(NO_MAPPING, '{"a.b":1}');
  const inside = read(NO_MAPPING, '{"a":{"b":1}}');
  assert.deepEqual(plain(dotted.values), { 'a.b': [1n] });
  assert.deepEqual(plain(inside.values), plain(dotted.values));
  assert.deepEqual(printMapping(inside.mapping), printMapping(dotted.mapping));
});

test('[IDX-09] dynamic false leaves new fields out, strict refuses them, an inner object may say otherwise', () => {
  const fixed = mapped({ a: { type: 'long' }, open: { type: 'object', dynamic: true } }, { dynamic: false });
  const { values, mapping } = read(fixed, '{"a":1,"b":2,"open":{"c":3}}');
  assert.deepEqual(plain(values), { a: [1n], 'open.c': [3n] });
  assert.equal(Object.hasOwn(mapping.properties, 'b'), false);
  const strict = mapped({ a: { type: 'long' } }, { dynamic: 'strict' });
  assert.throws(
    () => read(strict, '{"b":2}'),
    refusal('strict_dynamic_mapping_exception', /dynamic introduction of \[b\] within \[_doc\] is not allowed/),
  );
});

test('[IDX-09] dynamic templates name the type by what is met, whatever the field is called', () => {
  const mapping = mapped(
    {},
    {
      dynamic_templates: [
        { ids: { match: '*_id', mapping: { type: 'keyword', meta: { name: '{name}' } } } },
        { words: { match_mapping_type: 'string', mapping: { type: 'text' } } },
      ],
    },
  );
  const names = ['a_id', 'a"_id', 'a\\_id', 'a$&_id', '{dynamic_type}_id'];
  for (const name of names) {
    const grown = read(mapping, JSON.stringify({ [name]: 'x' })).mapping;
    assert.deepEqual(grown.properties[name]?.parameters, { meta: { name } }, name);
  }
  assert.equal(read(mapping, '{"note":"x"}').mapping.properties.note?.type, 'text');
});

test('[IDX-09] a dynamic template whose expression cannot be read is refused, not an unforeseen error', () => {
  const given = [{ odd: { match: '([', match_pattern: 'regex', mapping: { type: 'keyword' } } }];
  assert.throws(() => read(mapped({}, { dynamic_templates: given }), '{"a":1}'), PlatformError);
});

const NUMBERS = mapped({
  b: { type: 'byte' },
  l: { type: 'long' },
  u: { type: 'unsigned_long' },
  d: { type: 'double' },
  exact: { type: 'integer', coerce: false },
  lenient: { type: 'integer', ignore_malformed: true },
});

test('[IDX-09] numbers are read from texts, decimals are cut, and limits hold to the last digit', () => {
  assert.deepEqual(valuesOf(NUMBERS, '{"b":"12","l":12.9,"d":"1e3"}'), { b: [12n], l: [12n], d: [1000] });
  assert.deepEqual(valuesOf(NUMBERS, '{"l":[9223372036854775807,-9223372036854775808]}'), {
    l: [2n ** 63n - 1n, -(2n ** 63n)],
  });
  assert.deepEqual(valuesOf(NUMBERS, '{"u":18446744073709551615}'), { u: [2n ** 64n - 1n] });
  assert.deepEqual(valuesOf(NUMBERS, '{"u":"18446744073709551615.9","l":"-9007199254740993.5"}'), {
    u: [2n ** 64n - 1n],
    l: [-9007199254740993n],
  });
  for (const text of [
    '{"b":128}',
    '{"l":9223372036854775808}',
    '{"u":-1}',
    '{"l":1e400}',
    '{"l":"1e400"}',
    '{"d":1e400}',
  ])
    assert.throws(() => read(NUMBERS, text), refusal('mapper_parsing_exception', /^failed to parse field/), text);
});

test('[IDX-09] a number that is rounded to the largest of its type is taken, one beyond it refused', () => {
  const mapping = mapped({ half1: { type: 'half_float' }, num1: { type: 'float' }, int1: { type: 'integer' } });
  assert.deepEqual(valuesOf(mapping, '{"half1":65519.9,"num1":3.4028235e38,"int1":"2147483646.9"}'), {
    half1: [65504],
    num1: [3.4028234663852886e38],
    int1: [2147483646n],
  });
  const beyond: readonly string[] = ['"half1":65520', '"num1":3.4028236e38', '"num1":"-1e39"', '"int1":2147483647.5'];
  for (const field of beyond)
    assert.throws(
      () => read(mapping, `{${field}}`),
      refusal('mapper_parsing_exception', /failed to parse field/),
      field,
    );
});

test('[IDX-09] bytes that are read are base64, those nobody reads are kept as they came', () => {
  const mapping = mapped({ bytes1: { type: 'binary', doc_values: true }, bytes2: { type: 'binary' } });
  for (const text of ['', 'AQID', 'AQI=', 'AQ==', 'AQID\\nAQ=='])
    assert.doesNotThrow(() => read(mapping, `{"bytes1":"${text}"}`), text);
  for (const value of ['"A"', '"x y"', '"AQI"', '"A?=="', '"===="', '"AQ=I"', '5', '["AQID","zz"]'])
    assert.throws(() => read(mapping, `{"bytes1":${value}}`), refusal('mapper_parsing_exception', /\[bytes1\]/), value);
  assert.doesNotThrow(() => read(mapping, '{"bytes2":"not base64!"}'));
});

test('[IDX-09] what cannot be read says field, type, document and value', () => {
  assert.throws(
    () => read(NUMBERS, '{"l":"12 apples"}'),
    refusal(
      'mapper_parsing_exception',
      /^failed to parse field \[l\] of type \[long\] in document with id '1'\. Preview of field's value: '12 apples'$/,
      'illegal_argument_exception',
    ),
  );
  assert.throws(() => read(NUMBERS, '{"exact":1.5}'), refusal('mapper_parsing_exception', /\[exact\]/));
  assert.throws(() => read(NUMBERS, '{"exact":"1"}'), refusal('mapper_parsing_exception', /\[exact\]/));
  assert.throws(() => read(NUMBERS, '{"l":{"x":1}}'), refusal('mapper_parsing_exception', /\[l\]/));
});

test('[IDX-09] ignore_malformed keeps the document and notes the field', () => {
  assert.deepEqual(valuesOf(NUMBERS, '{"lenient":[1,"x",3],"l":5}'), {
    lenient: [1n, 3n],
    l: [5n],
    _ignored: ['lenient'],
  });
});

test('[IDX-09] an empty input of a completion is passed over and noted, one that is null is refused', () => {
  const typed = mapped({ c: { type: 'completion' } });
  for (const text of ['{"c":""}', '{"c":" "}', '{"c":{"input":[""]}}']) {
    assert.deepEqual(valuesOf(typed, text), { _ignored: ['c'] }, text);
  }
  assert.deepEqual([...read(typed, '{"c":["","a"]}').values.keys()], ['c', '_ignored']);
  for (const text of ['{"c":[null,"a"]}', '{"c":{"input":null}}', '{"c":{"input":[null]}}']) {
    assert.throws(() => read(typed, text), refusal('mapper_parsing_exception', /\[c\]/), text);
  }
});

test('[IDX-09] a completion is a text, or inputs with a whole number as their weight', () => {
  const typed = mapped({ c: { type: 'completion' } });
  for (const weight of ['3', '"3"', '"+3"']) {
    assert.deepEqual([...read(typed, `{"c":{"input":["a"],"weight":${weight}}}`).values.keys()], ['c'], weight);
  }
  const weights = [
    '[]',
    '{}',
    '[3]',
    '1.5',
    '"1.5"',
    '"a"',
    '""',
    'true',
    'null',
    '1e2',
    '1.0',
    '"0x10"',
    '-1',
    '3000000000',
  ];
  const inputs = ['[["a"]]', '{"a":1}', 'true', '5'];
  for (const entry of [
    ...weights.map((weight) => `{"input":"a","weight":${weight}}`),
    ...inputs.map((input) => `{"input":${input}}`),
    ...['[["a"]]', '[5]', 'true', '{"inputs":"a"}'],
  ]) {
    assert.throws(() => read(typed, `{"c":${entry}}`), refusal('mapper_parsing_exception', /\[c\]/), entry);
  }
});

test('[IDX-09] null_value, copy_to, further readings and ignore_above', () => {
  const mapping = mapped({
    state: { type: 'keyword', null_value: 'none' },
    first: { type: 'text', copy_to: 'all', fields: { raw: { type: 'keyword', ignore_above: 3 } } },
    last: { type: 'keyword', copy_to: ['all'] },
    all: { type: 'text' },
  });
  assert.deepEqual(valuesOf(mapping, '{"state":null,"first":["abcd","ab"],"last":"z"}'), {
    state: ['none'],
    first: ['abcd', 'ab'],
    'first.raw': ['ab'],
    all: ['abcd', 'ab', 'z'],
    last: ['z'],
  });
});

test('[IDX-09] nested objects keep their values together; their number is limited', () => {
  const mapping = mapped({ items: { type: 'nested', properties: { sku: { type: 'keyword' } } } });
  const { values, mapping: grown } = read(mapping, '{"items":[{"sku":"a","n":1},{"sku":["b","c"]}]}');
  assert.deepEqual(plain(values), { items: [{ 'items.sku': ['a'], 'items.n': [1n] }, { 'items.sku': ['b', 'c'] }] });
  assert.equal(grown.properties.items?.properties?.n?.type, 'long');
  const many = JSON.stringify({ items: Array.from({ length: 101 }, () => ({ sku: 'x' })) });
  assert.throws(
    () => read(mapping, many),
    refusal('mapper_parsing_exception', /exceeded the allowed limit of \[100\]/),
  );
});

test('[IDX-09] a value where an object is, and an object where a value is, are refused', () => {
  const mapping = mapped({ o: { properties: { x: { type: 'long' } } }, k: { type: 'keyword' } });
  assert.throws(() => read(mapping, '{"o":"text"}'), refusal('mapper_parsing_exception', /found a concrete value/));
  assert.throws(() => read(mapping, '{"k":{"x":1}}'), refusal('mapper_parsing_exception', /\[k\] of type \[keyword\]/));
});

test('[IDX-09] names without a part, metadata and depths beyond the limit are refused', () => {
  for (const text of ['{"":1}', '{".":1}', '{"a..b":1}', '{".a":1}', '{"a. .b":1}', '{" .b":null}'])
    assert.throws(() => read(NO_MAPPING, text), refusal('mapper_parsing_exception', /failed to parse/), text);
  assert.throws(() => read(NO_MAPPING, '{"_id":1}'), refusal('mapper_parsing_exception', /metadata field/));
  const deep = `${'{"a":'.repeat(30)}1${'}'.repeat(30)}`;
  assert.throws(() => read(NO_MAPPING, deep), refusal('mapper_parsing_exception', /^failed to parse$/));
});

test('[IDX-09] dots at the end of a name name nothing, and a blank one is a name at the top alone', () => {
  const { values, mapping } = read(NO_MAPPING, '{"a.":1,"o.b..":2,"p.":{"q":3}," ":4}');
  assert.deepEqual([...values.keys()].toSorted(), [' ', 'a', 'o.b', 'p.q']);
  assert.deepEqual(Object.keys(mapping.properties).toSorted(), [' ', 'a', 'o', 'p']);
  assert.throws(
    () => read(NO_MAPPING, '{"o":{" ":1}}'),
    refusal('illegal_argument_exception', /^object field cannot contain only whitespace: \['o\. '\]$/),
  );
});

test('[IDX-09] a new field of which one object of a list holds a decimal is one of decimals, whichever object it is', () => {
  for (const text of [
    '{"a":[{"m":1},{"m":1.5}]}',
    '{"a":[{"m":1.5},{"m":1}]}',
    '{"a":[{"m":[1]},{"b":2},{"m":[2,1.5]}]}',
  ]) {
    const { values, mapping } = read(NO_MAPPING, text);
    assert.equal(mappingAt(mapping, 'a.m')?.type, 'float', text);
    assert.ok(values.get('a.m')?.includes(1.5), text);
  }
  const { mapping } = read(NO_MAPPING, '{"a":[{"m":1,"n":2,"o":7},{"m":1.5},{"n":2.5}]}');
  assert.deepEqual(
    ['a.m', 'a.n', 'a.o'].map((path) => mappingAt(mapping, path)?.type),
    ['float', 'float', 'long'],
  );
  const dynamic_templates = [{ whole: { match: 'm', mapping: { type: 'long' } } }];
  const whole = read(readMapping({ dynamic_templates }), '{"a":[{"m":1},{"m":1.5}]}');
  assert.deepEqual(plain(whole.values), { 'a.m': [1n, 1n] });
  const known = mapped({ a: { properties: { m: { type: 'long' } } } });
  assert.deepEqual(plain(read(known, '{"a":[{"m":1},{"m":1.5}]}').values), { 'a.m': [1n, 1n] });
});

test('[SEC-10] lists within lists beyond all measure are refused, not an unforeseen error', () => {
  const deep = `{"a":${'['.repeat(50_000)}1${']'.repeat(50_000)}}`;
  assert.throws(() => read(NO_MAPPING, deep), PlatformError);
});

test('[SEC-10] a document that brings far more fields than its index may have is read no further', () => {
  const keys = Array.from({ length: 11_001 }, (_, i) => `"k${i}":${i}`);
  assert.equal(read(NO_MAPPING, `{${keys.slice(1)}}`).values.size, 11_000);
  const refused = refusal('illegal_argument_exception', /Limit of total fields \[1000\] has been exceeded/);
  // what would be refused for another reason behind them is not come to
  assert.throws(() => read(NO_MAPPING, `{${keys},"_id":1}`), refused);
});

test('[SEC-10] a field may be called as a property of all objects is', () => {
  for (const name of ['constructor', 'toString', 'hasOwnProperty', '__proto__']) {
    const { values, mapping } = read(NO_MAPPING, `{"${name}":{"x":1}}`);
    assert.deepEqual([...values.keys()], [`${name}.x`]);
    assert.equal(Object.hasOwn(mapping.properties, name), true, name);
  }
  assert.equal(({} as { x?: unknown }).x, undefined);
});

test('[IDX-09] whatever JSON a document is, it is read or refused with a reason, and read again the same', () => {
  const json = fc.json({ maxDepth: 4 }).map((text) => `{"f":${text}}`);
  fc.assert(
    fc.property(json, (text) => {
      let first: ReturnType<typeof read>;
      try {
        first = read(NO_MAPPING, text);
      } catch (error) {
        assert.ok(error instanceof PlatformError, `${error} for ${text}`);
        return;
      }
      const again = read(first.mapping, text);
      assert.deepEqual(plain(again.values), plain(first.values));
      assert.equal(again.mapping, first.mapping, 'a mapping that knows all of it does not grow');
    }),
    { numRuns: 500 },
  );
});

test('[IDX-09] what was copied is copied no further, but has the further readings of its field', () => {
  const mapping = mapped({
    a: { type: 'keyword', copy_to: 'b' },
    b: { type: 'keyword', copy_to: 'c', fields: { raw: { type: 'text' } } },
    c: { type: 'keyword' },
  });
  assert.deepEqual(valuesOf(mapping, '{"a":"x","b":"y"}'), {
    a: ['x'],
    b: ['x', 'y'],
    'b.raw': ['x', 'y'],
    c: ['y'],
  });
});

test('[IDX-09] fields of nested objects are copied within their object and to the document around', () => {
  const mapping = mapped({
    all: { type: 'text' },
    n: { type: 'nested', properties: { p: { type: 'keyword', copy_to: ['n.q', 'all'] }, q: { type: 'keyword' } } },
  });
  assert.deepEqual(valuesOf(mapping, '{"n":[{"p":"v"},{"p":"w"}]}'), {
    all: ['v', 'w'],
    n: [
      { 'n.p': ['v'], 'n.q': ['v'] },
      { 'n.p': ['w'], 'n.q': ['w'] },
    ],
  });
});

test('[IDX-09] a strict object refuses names it does not know without a value, too', () => {
  const refuses = (mapping: IndexMapping, text: string, where: RegExp): void =>
    assert.throws(() => read(mapping, text), refusal('strict_dynamic_mapping_exception', where));
  const root = mapped({ a: { type: 'keyword' }, o: { properties: {} } }, { dynamic: 'strict' });
  for (const value of ['null', '[]', '[null]', '[[]]']) refuses(root, `{"b":${value}}`, /\[b\] within \[_doc\]/);
  refuses(root, '{"b.c":null}', /\[b\.c\] within \[_doc\]/);
  refuses(root, '{"o":{"b":[]}}', /\[b\] within \[o\]/);
  // an object that does not say so itself takes a null, as OpenSearch has it
  assert.deepEqual(valuesOf(root, '{"o":{"b":null}}'), {});
  const inner = mapped({ o: { dynamic: 'strict', properties: { a: { type: 'keyword' } } } });
  refuses(inner, '{"o":{"a":"x","b":null}}', /\[b\] within \[o\]/);
  assert.deepEqual(valuesOf(inner, '{"b":null,"o":{"a":null}}'), {});
  const templates = mapped(
    {},
    { dynamic: 'strict_allow_templates', dynamic_templates: [{ x: { match: 'x*', mapping: { type: 'keyword' } } }] },
  );
  refuses(templates, '{"xa":null}', /set to strict_allow_templates, .*\[xa\]/);
  refuses(templates, '{"b":[]}', /\[b\]/);
  assert.deepEqual(valuesOf(templates, '{"xa":[]}'), {});
});
