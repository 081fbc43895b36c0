import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';

const { door } = await doorsForFile();

const LONG = { type: 'long' };
const reasonOf = ({ status, json }: Awaited<ReturnType<typeof door>>): readonly [number, string, string] => [
  status,
  json.error?.type,
  json.error?.reason,
];
const refused = (reason: string) => [400, 'illegal_argument_exception', reason];

/** An object in an object in an object … */
const within = (depth: number, inner: unknown): unknown => (depth === 0 ? inner : { o: within(depth - 1, inner) });
const dotted = (depth: number): string => Array(depth).fill('o').join('.');

test('[IDX-09] a document that brings more fields than an index may have fails alone in its bulk', async () => {
  const settings = { 'index.mapping.total_fields.limit': 3 };
  await door('PUT', '/narrow', { settings, mappings: { properties: { a: LONG, b: LONG } } });
  const documents = [{ a: 1 }, { c: 1, d: 2 }, { b: 1 }, { c: 1 }, { e: 1 }, { c: 3 }];
  const lines = documents.flatMap((each) => [{ index: {} }, each]);
  const { json } = await door('POST', '/narrow/_bulk', `${lines.map((each) => JSON.stringify(each)).join('\n')}\n`);
  assert.deepEqual(
    json.items.map(({ index }: { index: { status: number } }) => index.status),
    [201, 400, 201, 201, 400, 201],
  );
  assert.equal(json.items[1].index.error.reason, 'Limit of total fields [3] has been exceeded');
  const mapping = (await door('GET', '/narrow/_mapping')).json.narrow.mappings;
  assert.deepEqual(mapping.properties, { a: LONG, b: LONG, c: LONG });
});

test('[IDX-09] a limit is lowered below what an index has, and holds from then on', async () => {
  await door('PUT', '/lowered', { mappings: { properties: { a: LONG, b: LONG } } });
  const change = await door('PUT', '/lowered/_settings', { 'index.mapping.total_fields.limit': 1 });
  assert.equal(change.status, 200);
  assert.equal((await door('PUT', '/lowered/_doc/1', { a: 1 })).status, 201);
  const grown = await door('PUT', '/lowered/_doc/2', { c: 1 });
  assert.deepEqual(reasonOf(grown), refused('Limit of total fields [1] has been exceeded'));
});

test('[IDX-09] objects lie as deep as index.mapping.depth.limit lets them', async () => {
  const deep = (limit: number | null, depth: number, name: string) =>
    door('PUT', `/${name}`, {
      settings: { 'index.mapping.depth.limit': limit },
      mappings: { properties: { [`${dotted(depth)}.num1`]: LONG } },
    });
  const beyond = (limit: number, depth: number) =>
    refused(`Limit of mapping depth [${limit}] has been exceeded due to object field [${dotted(depth)}]`);
  assert.deepEqual(reasonOf(await deep(null, 20, 'too-deep')), beyond(20, 20));
  assert.deepEqual(reasonOf(await deep(2, 2, 'flatter')), beyond(2, 2));
  assert.equal((await deep(2, 1, 'flat')).status, 200);
  assert.equal((await deep(25, 22, 'deep')).status, 200);
  assert.equal((await door('PUT', '/deep/_doc/1', within(22, { num1: 1 }))).status, 201);
  const put = await door('PUT', '/flat/_mapping', { properties: { p: { properties: { q: { properties: {} } } } } });
  assert.equal(reasonOf(put)[2], 'Limit of mapping depth [2] has been exceeded due to object field [p.q]');

  const { json } = await door('PUT', '/flat/_doc/1', within(2, { num1: 1 }));
  const cause = {
    type: 'parse_exception',
    reason:
      'The depth of the field has exceeded the allowed limit of [2]. This limit can be set by changing the [index.mapping.depth.limit] index level setting.',
  };
  assert.deepEqual(json.error, {
    root_cause: [cause],
    type: 'mapper_parsing_exception',
    reason: 'failed to parse',
    caused_by: cause,
  });
});

test('[IDX-09] an index has as many nested fields as index.mapping.nested_fields.limit lets it', async () => {
  const nested = { type: 'nested' };
  const settings = { 'index.mapping.nested_fields.limit': 1 };
  const beyond = refused('Limit of nested fields [1] has been exceeded');
  const both = await door('PUT', '/nesting', { settings, mappings: { properties: { a: nested, b: nested } } });
  assert.deepEqual(reasonOf(both), beyond);
  const dynamic_templates = [{ objects: { match: 'n*', match_mapping_type: 'object', mapping: nested } }];
  await door('PUT', '/nesting', { settings, mappings: { dynamic_templates, properties: { a: nested } } });
  const put = await door('PUT', '/nesting/_mapping', { properties: { a: { ...nested, properties: { b: nested } } } });
  assert.deepEqual(reasonOf(put), beyond);
  assert.deepEqual(reasonOf(await door('PUT', '/nesting/_doc/1', { n1: { num1: 1 } })), beyond);
  const { json } = await door('GET', '/nesting/_mapping');
  assert.deepEqual(Object.keys(json.nesting.mappings.properties), ['a']);
});

test('[IDX-09] names of fields are as long as index.mapping.field_name_length.limit lets them', async () => {
  await door('PUT', '/naming', { settings: { 'index.mapping.field_name_length.limit': 25 } });
  const name = 'x'.repeat(26);
  const beyond = refused(`Field name [${name}] is longer than the limit of [25] characters`);
  const put = (properties: object) => door('PUT', '/naming/_mapping', { properties });
  assert.deepEqual(reasonOf(await put({ [name]: LONG })), beyond);
  assert.deepEqual(reasonOf(await put({ txt1: { type: 'text', fields: { [name]: { type: 'keyword' } } } })), beyond);
  assert.deepEqual(reasonOf(await put({ o: { properties: { [name]: LONG } } })), beyond);
  assert.deepEqual(reasonOf(await door('PUT', '/naming/_doc/1', { [name]: 1 })), beyond);
  assert.equal((await put({ [`${'x'.repeat(20)}.${'y'.repeat(20)}`]: LONG })).status, 200);
});

test('[IDX-09] a template whose mapping is beyond its own limits is refused', async () => {
  const template = {
    settings: { 'index.mapping.depth.limit': 1 },
    mappings: { properties: { o: { properties: { num1: LONG } } } },
  };
  const { status, json } = await door('PUT', '/_index_template/deep', { index_patterns: ['deep-*'], template });
  assert.equal(status, 400);
  assert.deepEqual(json.error.caused_by.caused_by, {
    type: 'illegal_argument_exception',
    reason: 'Limit of mapping depth [1] has been exceeded due to object field [o]',
  });
});
