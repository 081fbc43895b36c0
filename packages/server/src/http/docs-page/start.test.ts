import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

type Resolve = (document: object, path: readonly string[]) => Promise<{ spec: unknown; errors: readonly unknown[] }>;

/** How the page of the calls has parts of the document resolved. */
async function resolver(): Promise<Resolve> {
  const plugins: { fn?: { resolveSubtree?: Resolve } }[] = [];
  const start = (options: { plugins: typeof plugins }) => plugins.push(...options.plugins);
  const script = await readFile(path.join(import.meta.dirname, 'start.js'), 'utf8');
  runInNewContext(script, { SwaggerUIBundle: Object.assign(start, { presets: {} }) });
  const resolve = plugins.flatMap(({ fn }) => fn?.resolveSubtree ?? [])[0];
  assert.ok(resolve);
  return async (...asked) => JSON.parse(JSON.stringify(await resolve(...asked)));
}

test('[API-87] a call is shown with the schemas it refers to in their place, one that holds itself once', async () => {
  const resolve = await resolver();
  const schemas = {
    User: {
      type: 'object',
      properties: { name: { type: 'string' }, group: { $ref: '#/components/schemas/Group%20a~1b' } },
    },
    'Group a/b': { type: 'object', properties: { parts: { items: { $ref: '#/components/schemas/Group%20a~1b' } } } },
  };
  const call = { responses: [{ schema: { $ref: '#/components/schemas/User', description: 'Who asks' } }] };
  const document = { paths: { '/user': { get: call } }, components: { schemas } };
  const { spec, errors } = await resolve(document, ['paths', '/user', 'get']);
  assert.deepEqual(errors, []);
  assert.deepEqual(spec, {
    responses: [
      {
        schema: {
          type: 'object',
          properties: { name: { type: 'string' }, group: schemas['Group a/b'] },
          description: 'Who asks',
        },
      },
    ],
  });
  assert.deepEqual(await resolve(document, ['components', 'nothing']), { errors: [] });
});
