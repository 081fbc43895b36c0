import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deployTemplate, startPlatform, type TestPlatform } from '@datasarana/testkit';
import fc from 'fast-check';

/**
 * Calls drawn from the OpenAPI document: mostly as it says, with something odd in places, and ids that are there or not. Nothing is
 * claimed of the answers but that they are answers: no failure of the platform's own, and of the shape that is promised, which
 * the platform of the tests sees to.
 */
interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

interface Sent {
  readonly method: string;
  readonly address: string;
  readonly type: string | undefined;
  readonly body: string | undefined;
}

let at: TestPlatform;
let calls: readonly Call[] = [];
let named: Readonly<Record<string, Schema>> = {};
const ids: string[] = [];

/** Ends the session of the test, waits for a change that does not come, or asks a host for an answer. */
const LEFT_OUT = /^(DELETE \/session|PATCH \/user\/password|GET \/data\/changes)|\/db\/|\/auth\/|\/authenticate/;

before(async () => {
  at = await startPlatform();
  const admin = await at.a.as('tenant administrator');
  ids.push(at.a.id, at.b.id, ...[...at.a.people.values()].map(({ user }) => user));
  ids.push(
    await deployTemplate(admin, 'Any', [
      { name: 'txt1', value_type: 8, is_key: true },
      { name: 'n', value_type: 3 },
    ]),
  );
  const document = (await (await admin.raw('GET', '/openapi.json')).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  };
  named = document.components.schemas;
  calls = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: path.slice('/api'.length),
        operation,
      })),
    )
    .filter(({ method, path }) => !LEFT_OUT.test(`${method} ${path}`));
  assert.ok(calls.length > 200);
});
after(() => at.stop());

const odd = fc.constantFrom<unknown>(
  ...[
    null,
    true,
    0,
    -1,
    0.1,
    1e308,
    -1e308,
    2 ** 53 + 2,
    '',
    ' ',
    'x',
    '\u0000',
    '\ud800',
    'ö'.repeat(300),
    'x'.repeat(20_000),
  ],
  ...[
    '*',
    '%',
    '../../etc/passwd',
    "'; DROP TABLE vertex; --",
    '__proto__',
    'constructor',
    '2020-13-45',
    'NaN',
    [],
    {},
    [[]],
    [null],
    { a: 1 },
  ],
);
const id = fc.nat().map((n) => ids[n % ids.length] ?? '');
const word = fc.oneof(id, fc.constantFrom('abc', 'name', 'desc', 'json', 'User', 'a b'));

function valueFor(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const { $ref } = schema;
  if ($ref) return valueFor(named[$ref.split('/').at(-1) ?? ''] ?? {}, depth);
  return fc.oneof({ weight: 1, arbitrary: odd }, { weight: 12, arbitrary: promisedValue(schema, depth) });
}

function promisedValue(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (depth > 6) return odd;
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valueFor(one, depth + 1)));
  const type = [schema.type].flat()[0];
  if (type === 'object' && schema.properties) {
    const parts = Object.entries(schema.properties).map(([name, part]) => [name, valueFor(part, depth + 1)] as const);
    return fc.record(Object.fromEntries(parts), { requiredKeys: [...(schema.required ?? [])] });
  }
  if (type === 'object')
    return fc.dictionary(fc.constantFrom('id', 'name', 'items', 'config', 'template'), fc.oneof(word, odd));
  if (type === 'array') return fc.array(valueFor(schema.items ?? {}, depth + 1), { maxLength: 2 });
  if (type === 'string') return word;
  if (type === 'integer') return fc.constantFrom(0, 1, 5, 2 ** 31, schema.minimum ?? -1, schema.maximum ?? 7);
  if (type === 'number') return fc.constantFrom(0, 1.5, -3);
  return type === 'boolean' ? fc.boolean() : odd;
}

const rows = fc.constantFrom(
  'a,b\n1,2\n',
  'txt1;n\nx;1\n',
  '{"txt1":"a","n":1}\n',
  '',
  '\u0000',
  '[1',
  '{"type":"FeatureCollection"}',
  'PAR1xPAR1',
);

function bodyOf({
  requestBody,
}: Operation): fc.Arbitrary<readonly [type: string | undefined, text: string | undefined]> {
  if (!requestBody) return fc.constant([undefined, undefined]);
  return fc.constantFrom(...Object.entries(requestBody.content)).chain(([type, { schema }]) => {
    const sent = type === '*/*' ? 'application/octet-stream' : type;
    return (type === 'application/json' ? valueFor(schema).map((value) => JSON.stringify(value)) : rows).map(
      (text) => [sent, text] as const,
    );
  });
}

function sentBy({ method, path, operation }: Call): fc.Arbitrary<Sent> {
  const asked = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const query = fc.record(
    Object.fromEntries(
      asked.map(({ name, schema }) => [
        name,
        valueFor(schema, 4).map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
      ]),
    ),
    { requiredKeys: [] },
  );
  const steps = fc.array(fc.oneof(id, fc.constantFrom('x', '%00', '*', 'constructor', 'ö', '-1')), {
    minLength: 3,
    maxLength: 3,
  });
  return fc.tuple(query, steps, bodyOf(operation)).map(([texts, [...left], [type, body]]) => {
    const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(left.pop() ?? 'x'));
    const search = new URLSearchParams(texts as Record<string, string>);
    return { method, address: search.size > 0 ? `${filled}?${search}` : filled, type, body };
  });
}

test('[ERR-06] [API-03] [API-06] whatever is called with whatever, the answer is one that is promised and never a failure of the platform', async () => {
  const admin = await at.a.as('tenant administrator');
  const drawn = fc.nat().chain((n) => sentBy(calls[n % calls.length] as Call));
  await fc.assert(
    fc.asyncProperty(drawn, async ({ method, address, type, body }) => {
      const response = await admin.raw(method, address, { ...(type && { type }), ...(body !== undefined && { body }) });
      const text = await response.text();
      const isRefused = response.status < 500 || response.status === 501 || response.status === 504;
      assert.ok(isRefused, `${response.status} ${method} ${address} ${text}`);
      if (response.status >= 400) assert.deepEqual(Object.keys(JSON.parse(text)).slice(0, 2), ['code', 'ts']);
    }),
    { numRuns: 1500, seed: 1, endOnFailure: true },
  );
});
