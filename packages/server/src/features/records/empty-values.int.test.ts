import assert from 'node:assert/strict';
import { test } from 'node:test';
import { platformForFile } from '@datasarana/testkit';

const { platform } = await platformForFile();
const admin = await platform.a.as('cluster administrator');
const PATH = '/record/compute.rack.switch';

test('[REC-19] [REC-37] a field that is sent without a value holds none, whatever its type', async () => {
  for (const empty of ['', '  ', []]) {
    const sent = {
      name: 'Switch',
      rack_unit: empty,
      weight: empty,
      ram: empty,
      year: empty,
      ports: [{ connected: empty }],
    };
    const { code, data, error } = await admin.call('PUT', PATH, { body: sent });
    assert.equal(code, 30, error?.message);
    const changed = await admin.call('PATCH', PATH, { body: { id: data.id, ports: empty, type: empty } });
    assert.equal(changed.code, 30, changed.error?.message);
    const stored = (await admin.call('GET', `${PATH}/${data.id}`)).data;
    assert.deepEqual([stored.rack_unit, stored.weight, stored.ram, stored.year], [null, null, null, null]);
    assert.deepEqual([data.ports[0].connected, stored.ports], [null, []]);
    assert.ok(stored.type === null || typeof stored.type === 'string');
  }
});
