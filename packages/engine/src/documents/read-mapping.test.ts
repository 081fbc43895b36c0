import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import { readMapping, readNewMapping } from './read-mapping.ts';

const refused = (mapping: object, type: string, reason: RegExp) =>
  assert.throws(
    () => readMapping(mapping),
    (error: unknown) =>
      error instanceof PlatformError && error.detail.openSearch?.type === type && reason.test(error.message),
    JSON.stringify(mapping),
  );

const template = (given: unknown) => ({ dynamic_templates: [{ x: given }] });

const KEYWORD = { mapping: { type: 'keyword' } };

test('[IDX-09] a dynamic template that could fit no field is refused when it comes, in the words of OpenSearch', () => {
  const illegal = (given: object, reason: RegExp) => refused(template(given), 'illegal_argument_exception', reason);
  illegal(
    { match_mapping_type: 'text', ...KEYWORD },
    /^No field type matched on \[text\], possible values are \[object, string, long, double, boolean, date, binary\]$/,
  );
  illegal({ match: 'a*', pattern: 1, ...KEYWORD }, /^Illegal dynamic template parameter: \[pattern\]$/);
  illegal({ match: 'a*', match_pattern: 'glob', ...KEYWORD }, /^No matching pattern matched on \[glob\]$/);
  illegal(
    { path_match: '(a', match_pattern: 'regex', ...KEYWORD },
    /^Pattern \[\(a\] of type \[regex\] is invalid\. Cannot create dynamic template \[x\]\.$/,
  );
  const unreadable = (given: object, reason: RegExp) => refused(given, 'mapper_parsing_exception', reason);
  unreadable(
    template({ unmatch: 'a*', ...KEYWORD }),
    /^template must have match, path_match or match_mapping_type set/,
  );
  unreadable(template({ match: 'a*' }), /^template must have mapping set$/);
  unreadable(template(5), /^A dynamic template must be defined with a name$/);
  unreadable({ dynamic_templates: [{ x: KEYWORD, y: KEYWORD }] }, /^A dynamic template must be defined with a name$/);
  unreadable({ dynamic_templates: { x: KEYWORD } }, /^Dynamic template syntax error\./);
});

test('[IDX-09] a dynamic template that fits is taken, with lists of patterns and an expression', () => {
  for (const given of [
    { match_mapping_type: '*', mapping: { type: '{dynamic_type}' } },
    { match_mapping_type: 'binary', ...KEYWORD },
    { match: ['a*', 'b*'], unmatch: 'ab', ...KEYWORD },
    { match: '^p_\\d+$', match_pattern: 'regex', ...KEYWORD },
    { path_match: 'o.*', mapping: {} },
  ])
    assert.deepEqual(readMapping(template(given)).parameters, template(given));
});

test('[IDX-09] how new dates and numbers are told may be written as text', () => {
  const { parameters } = readMapping({
    date_detection: 'false',
    numeric_detection: 'true',
    dynamic_date_formats: 'yyyy-MM',
  });
  assert.deepEqual(parameters, { date_detection: false, numeric_detection: true, dynamic_date_formats: ['yyyy-MM'] });
  refused({ date_detection: 'no' }, 'illegal_argument_exception', /^Could not convert \[date_detection\] to boolean/);
  refused({ dynamic_date_formats: ['bogus'] }, 'illegal_argument_exception', /^Invalid format: \[bogus\]/);
});

test('[IDX-09] a field without a type is refused unless it holds others', () => {
  for (const given of [{}, { dynamic: false }, { enabled: false, dynamic: false }])
    refused({ properties: { a: given } }, 'mapper_parsing_exception', /^No type specified for field \[a\]$/);
  for (const given of [{ enabled: false }, { properties: {} }, { dynamic: false, properties: {} }])
    assert.equal(readMapping({ properties: { a: given } }).properties.a?.type, 'object');
});

test('[IDX-09] no field at the top has a name that says something about the document', () => {
  for (const name of ['_id', '_source', '_routing'])
    refused(
      { properties: { [name]: { type: 'keyword' } } },
      'mapper_parsing_exception',
      new RegExp(`^Field \\[${name}\\] is defined more than once$`),
    );
  const inside = { properties: { o: { properties: { _id: { type: 'keyword' } } } } };
  assert.equal(readMapping(inside).properties.o?.properties?._id?.type, 'keyword');
});

test('[IDX-09] a further reading of a field has a type, and is no object', () => {
  const fields = (given: object) => ({ properties: { a: { type: 'text', fields: { k: given } } } });
  refused(fields({}), 'mapper_parsing_exception', /^no type specified for property \[k\]$/);
  refused(fields({ type: 'object' }), 'mapper_parsing_exception', /^Type \[object\] cannot be used in multi field$/);
  refused(
    { properties: { a: { type: 'text', fields: { 'k.l': { type: 'keyword' } } } } },
    'mapper_parsing_exception',
    /^Field name \[k\.l\] which is a multi field of \[a\] cannot contain '\.'$/,
  );
});

test('[IDX-09] dots at the end of a name name nothing, names without a step are refused', () => {
  const keyword = { type: 'keyword' };
  const { properties } = readMapping({ properties: { 'a.': keyword, 'b.c.': keyword, ' ': keyword } });
  assert.deepEqual([properties.a?.type, properties.b?.properties?.c?.type], ['keyword', 'keyword']);
  assert.equal(properties[' ']?.type, 'keyword');
  refused({ properties: { '..': keyword } }, 'mapper_parsing_exception', /^Invalid field name \.\.$/);
  for (const name of ['', '.a', 'a..b'])
    refused({ properties: { [name]: keyword } }, 'illegal_argument_exception', /^name cannot be empty string$/);
});

test('[IDX-09] an index that cannot be made is told why, and where', () => {
  assert.throws(
    () => readNewMapping(template({ match_mapping_type: 'text', ...KEYWORD })),
    (error: unknown) =>
      error instanceof PlatformError &&
      error.message.startsWith('Failed to parse mapping [_doc]: No field type matched on [text]') &&
      error.detail.openSearch?.type === 'mapper_parsing_exception',
  );
});

test('[IDX-09] what a mapping says of itself is an object, and what no mapping has is refused', () => {
  refused({ _meta: 'x' }, 'mapper_parsing_exception', /Expected map for \[_meta\]/);
  refused({ _size: { enabled: true } }, 'mapper_parsing_exception', /unsupported parameters: {2}\[_size : /);
  assert.ok(readMapping({ _meta: { by: 'us' } }));
});

test('[IDX-09] names with dots join the object they lead into, and are no second field of a name', () => {
  const mapped = readMapping({
    properties: { 'a.b': { type: 'keyword' }, a: { dynamic: 'strict', properties: { c: { type: 'long' } } } },
  });
  assert.deepEqual(Object.keys(mapped.properties.a?.properties ?? {}), ['b', 'c']);
  assert.equal(mapped.properties.a?.parameters.dynamic, 'strict');
  const twice = (properties: object, reason: RegExp) => refused({ properties }, 'illegal_argument_exception', reason);
  const [keyword, long] = [{ type: 'keyword' }, { type: 'long' }];
  twice({ a: keyword, 'a.b': keyword }, /^can't merge a non object mapping \[a\] with an object mapping$/);
  twice({ 'a.b': keyword, a: keyword }, /^can't merge a non object mapping \[a\] with an object mapping$/);
  twice({ 'a.b': keyword, 'a.b.c': keyword }, /^can't merge a non object mapping \[a\.b\] with an object mapping$/);
  twice(
    { 'a.b': keyword, a: { properties: { b: long } } },
    /^mapper \[a\.b\] cannot be changed from type \[keyword\] to \[long\]$/,
  );
  twice({ a: { type: 'nested' }, 'a.b': keyword }, /^cannot change object mapping from nested to non-nested$/);
});
