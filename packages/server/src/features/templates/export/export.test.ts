import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import avsc from 'avsc';
import fc from 'fast-check';
import protobuf from 'protobufjs';
import { readTemplate } from '../read-template.ts';
import type { Template } from '../template.ts';
import { NOTATIONS } from './schema-text.ts';

let ids = 0;
const maker = { id: () => `id${ids++}`, now: 1 };
const write = (notation: string, template: Template): string => NOTATIONS[notation]?.('T1', template) ?? '';

const full = readTemplate(
  {
    name: 'Bird strikes 2024',
    description: 'Every type\nin one template',
    items: [
      ...Object.entries(ValueType)
        .filter(([, code]) => code !== ValueType.Object && code !== ValueType.Nested)
        .map(([name, value_type]) => ({ name: `f_${name.toLowerCase()}`, value_type })),
      { name: 'must_have', value_type: 8, mandatory: true, allowed_values: ['a', 'b'] },
      {
        name: 'place',
        value_type: 21,
        items: [
          { name: 'city', value_type: 8 },
          { name: 'at', value_type: 30 },
        ],
      },
      { name: 'parts', value_type: 22, items: [{ name: 'count', value_type: 2, mandatory: true }] },
    ],
  },
  null,
  { id: 'u1' },
  maker,
);

test('[TPL-23] the avro export is accepted by avsc, and a record goes through it and back', () => {
  const type = avsc.Type.forSchema(JSON.parse(write('avro', full)));
  const sent = { ...type.random(), must_have: 'a', f_long: 7, parts: [{ count: 3 }] };
  const record = type.fromBuffer(type.toBuffer(sent));
  assert.deepEqual([record.f_long, record.parts[0].count], [7, 3]);
  assert.equal(record.must_have, 'a');
});

test('[TPL-23] the proto export is accepted by protobufjs, and a message goes through it and back', () => {
  const { root } = protobuf.parse(write('proto', full), { keepCase: true });
  const message = root.lookupType('datasarana.BirdStrikes2024');
  const sent = { must_have: 'a', f_integer: -5, place: { city: 'x', at: { lat: 1.5, lon: 2 } }, parts: [{ count: 3 }] };
  assert.deepEqual(message.toObject(message.decode(message.encode(message.fromObject(sent)).finish())), sent);
});

test('[TPL-23] fields of the proto export that would share a name in JSON are told apart, and keep their own there', () => {
  const names = ['a1', 'a_1', 'a_b', 'a__b', 'ab', 'a1_2', 'a_1_2'];
  const items = names.map((name) => ({ name, value_type: 8 }));
  const text = write('proto', readTemplate({ name: 'T', items }, null, { id: 'u1' }, maker));
  const fields = protobuf.parse(text, { keepCase: true }).root.lookupType('datasarana.T').fieldsArray;
  const inJson = (name: string): string => name.replace(/_+(.?)/g, (_, next: string) => next.toUpperCase());
  assert.equal(new Set(fields.map(({ name }) => inJson(name))).size, names.length, text);
  assert.deepEqual(
    fields.map(({ name, options }) => options?.json_name ?? name),
    names,
  );
});

test('[TPL-23] the jsons export is accepted by ajv and tells a right record from a wrong one', () => {
  const validate = new Ajv2020({ strict: false }).compile(JSON.parse(write('jsons', full)));
  assert.equal(validate({ must_have: 'a', f_byte: 127, f_geopoint: { lat: 1, lon: 2 } }), true);
  assert.equal(validate({ must_have: 'c' }), false);
  assert.equal(validate({ f_byte: 1 }), false);
  assert.equal(validate({ must_have: 'a', f_byte: 128 }), false);
  assert.equal(validate({ must_have: 'a', other: 1 }), false);
});

test('[TPL-23] the ds export makes the same template again', () => {
  const { id, format, format_version, ...body } = JSON.parse(write('ds', full));
  assert.deepEqual([id, format, format_version], ['T1', 'datasarana.template', 1]);
  const again = readTemplate(body, null, { id: 'u1' }, maker);
  assert.deepEqual(again.items, full.items);
});

test('[TPL-04] a header is in no export', () => {
  for (const notation of ['avro', 'proto', 'jsons']) assert.ok(!write(notation, full).includes('f_header'));
});

test('[TPL-23] any template name and field name makes schemas their parsers accept', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,20}$/);
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text.trim() !== ''),
      fc.uniqueArray(fc.tuple(name, fc.constantFrom(...Object.values(ValueType))), {
        minLength: 1,
        maxLength: 8,
        selector: ([n]) => n,
      }),
      (title, fields) => {
        const items = fields.map(([n, value_type]) => ({ name: n, value_type }));
        const template = readTemplate({ name: title, description: title, items }, null, { id: 'u' }, maker);
        avsc.Type.forSchema(JSON.parse(write('avro', template)));
        protobuf.parse(write('proto', template));
        new Ajv2020({ strict: false }).compile(JSON.parse(write('jsons', template)));
      },
    ),
    {
      numRuns: 150,
      // Two fields whose type names fall together.
      examples: [
        [
          'Trees',
          [
            ['y_', ValueType.GeoPoint],
            ['y', ValueType.Object],
            ['y__', ValueType.Nested],
          ],
        ],
      ],
    },
  );
});
