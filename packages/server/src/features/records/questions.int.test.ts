import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deployTemplate, platformForFile } from '@datasarana/testkit';

const { platform, engineer } = await platformForFile();
const items = [{ name: 'num1', value_type: 2 }];
const own = await deployTemplate(engineer, 'Own', items);
const foreign = await deployTemplate(await platform.b.as('data engineer'), 'Foreign', items);

for (const [kind, item] of [
  ['visual.view', 'aggregate'],
  ['data.query', 'body'],
] as const) {
  const path = `/record/${kind}`;
  const add = (body: object) => engineer.call('PUT', path, { body: { name: 'kept', ...body } });

  test(`[VIS-04] [VIS-21] the dataset of a ${kind} is a template of the tenant`, async () => {
    for (const dataset of ['nope', foreign, '../x']) {
      const reply = await add({ dataset });
      assert.deepEqual([reply.http, reply.code], [422, 31], dataset);
      assert.deepEqual(reply.error?.error.fields, { dataset: `dataset: there is no template "${dataset}"` });
    }
    const { data } = await add({ dataset: own });
    const changed = await engineer.call('PATCH', path, { body: { id: data.id, dataset: foreign } });
    assert.deepEqual([changed.http, changed.code], [422, 31]);
    assert.equal((await engineer.call('GET', `${path}/${data.id}`)).data.dataset, own);
  });

  test(`[VIS-04] what a ${kind} asks is a JSON object`, async () => {
    for (const text of ['{broken', '[1]', '1', 'null', '{"a":1} x']) {
      const reply = await add({ dataset: own, [item]: text });
      assert.deepEqual([reply.http, reply.code], [422, 31], text);
      assert.match(
        reply.error?.error.fields?.[item] ?? '',
        new RegExp(`^${item} is not (a JSON object|valid JSON: .+)$`),
      );
    }
    for (const text of ['', '{}', '{"a":[1]}']) assert.equal((await add({ [item]: text })).code, 30, text);
  });

  test(`[VIS-04] a ${kind} whose template was removed can be renamed, and not be pointed at it anew`, async () => {
    const gone = await deployTemplate(engineer, `Gone ${kind}`, items);
    const { data } = await add({ dataset: gone });
    await engineer.call('POST', '/schema/data/template/delete', { body: { ids: [gone] } });
    const renamed = await engineer.call('PATCH', path, { body: { id: data.id, name: 'renamed', dataset: gone } });
    assert.equal(renamed.code, 30, JSON.stringify(renamed.error));
    assert.equal((await add({ dataset: gone })).http, 422);
  });
}
