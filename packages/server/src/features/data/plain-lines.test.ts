import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldDefinition } from '@datasarana/engine';
import fc from 'fast-check';
import { DocumentCells } from './document-cells.ts';
import { FeatureLines } from './feature-line.ts';
import { LineRuns } from './line-runs.ts';
import { PlainLines } from './plain-lines.ts';
import { scanLines } from './scan-lines.ts';

const field = (name: string, type: FieldDefinition['type'], more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  name,
  type,
  label: name,
  ...more,
});
const FIELDS: readonly FieldDefinition[] = [
  field('num1', 'long'),
  field('num2', 'double'),
  field('txt1', 'keyword'),
  field('txt2', 'text', { defaultValue: 'x' }),
  field('ts1', 'date'),
  field('flag1', 'boolean'),
  field('at1', 'geo_point'),
  field('list1', 'keyword', { list: true }),
  field('site_name', 'keyword'),
  field('tree1', 'object', { fields: [field('num3', 'long')] }),
];
const FEW = FIELDS.filter(({ name }) => name !== 'txt2');

const NO_PAUSES = { passes: () => false, looked: () => {} };

/** `lines`: usual lines one by one; `runs`: many at once. */
type Way = 'exact' | 'lines' | 'runs';

async function scan(
  text: string | Buffer,
  fields: readonly FieldDefinition[],
  way: Way,
  ignoreUnknown = false,
  chunk = 97,
) {
  const cells = new DocumentCells(fields);
  const guarded: string[] = [];
  const guard = (paths: Iterable<string>): void => void guarded.push(...paths);
  const lines = new FeatureLines(fields, ignoreUnknown, guard, cells.row, (row) => plain.learn(row));
  const plain = new PlainLines(cells, (key) => lines.fieldOf(key), ignoreUnknown, new LineRuns(NO_PAUSES));
  let exact = 0;
  const read = (line: string) => {
    exact++;
    return lines.read(line);
  };
  const blocks: Buffer[] = [];
  const sink = { write: (block: Buffer) => void blocks.push(block) };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const bytes = Buffer.from(text as string);
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  let together = 0;
  const take: PlainLines['take'] = (bytes, at, most) => {
    const run = way === 'runs' ? plain.take(bytes, at, most) : null;
    together += run?.rows ?? 0;
    return run;
  };
  const usual = {
    room: (length: number) => plain.room(length),
    write: (...args: Parameters<PlainLines['write']>) => plain.write(...args),
    take,
    release: () => plain.release(),
  };
  const scanned = await scanLines(chunks(), sink, way === 'exact' ? { read } : { read, plain: usual }, () => {});
  return { result: { text: Buffer.concat(blocks).toString('latin1'), guarded, ...scanned }, exact, together };
}

async function bothWays(text: string | Buffer, fields: readonly FieldDefinition[] = FEW, ignoreUnknown = false) {
  const slow = await scan(text, fields, 'exact', ignoreUnknown);
  const byLine = await scan(text, fields, 'lines', ignoreUnknown);
  assert.deepEqual(byLine.result, slow.result);
  const inRuns = await scan(text, fields, 'runs', ignoreUnknown);
  assert.deepEqual(inRuns.result, slow.result);
  const whole = await scan(text, fields, 'runs', ignoreUnknown, 1 << 20);
  assert.deepEqual(whole.result, slow.result);
  assert.equal(inRuns.exact, byLine.exact);
  return { text: slow.result.text, exact: byLine.exact, together: whole.together };
}

test('[STR-01] usual lines are written without making objects of them, once their keys are known', async () => {
  const line =
    '{"num1":7,"num2":-0.5,"txt1":"a, b","ts1":"2024-01-31","flag1":true,"at1":{"lat":1.5,"lon":2},"site_name":null}';
  const { text, exact } = await bothWays(`${line}\n`.repeat(50));
  assert.equal(exact, 1);
  assert.equal(text, '7,-0.5,"a, b",2024-01-31,true,"1.5,2",,,,\n'.repeat(50));
});

test('[STR-01] numbers are written as they are read, not as they stand', async () => {
  const numbers =
    '0 -0 0.0 1.50 -0.25 1e3 1E-7 0.0000001 0.000001 0.001 00 01 1. .5 - 9007199254740993 123456789012345 0.1234567890123456 1e400 -1e400 12a 5 ';
  const texts = numbers.split(' ').map((number) => `{"num1":${number},"num2" : ${number} }`);
  const { exact } = await bothWays(['{"num1":1,"num2":2}', ...texts].join('\n'));
  assert.ok(exact < texts.length, `${exact}`);
});

test('[STR-03] broken lines are refused as before, whatever stands around them', async () => {
  const good = '{"txt1":"a","num1":1}';
  const broken = [
    '{"txt1":"a","num1":1',
    '{"txt1":"a","num1":1}}',
    '{"txt1":"a","num1":1} x',
    '{"txt1":"a","num1":1,}',
    '{"txt1":"a""num1":1}',
    '{"txt1":"a"',
    '{"txt1":"a',
    '{"txt1":"a\tb"}',
    '{"txt1":"\\x"}',
    '{"txt1":"a\u0000"}',
    '{"txt1":tru}',
    '{"txt1":nul}',
    '{txt1:1}',
    '[{"txt1":"a"}]',
    '{"txt1" "a"}',
    '{"txt1":}',
    '{"num1":+1}',
    '{"num1":1-1}',
    '"txt1"',
  ];
  await bothWays(broken.flatMap((line) => [good, line, good]).join('\n'));
  await bothWays(
    Buffer.concat([Buffer.from(`${good}\n{"txt1":"`), Buffer.from([0xff, 0xc3]), Buffer.from(`"}\n${good}`)]),
  );
});

test('[SRC-28] keys in another form, twice, or of no field are taken as the exact way takes them', async () => {
  const lines = [
    '{"Site Name":"x","num1":1}',
    '{"site_name":"y","num1":1}',
    '{"Site Name":"x","site_name":"y"}',
    '{"site_name":"y","Site Name":null}',
    '{"num1":1,"num1":2}',
    '{"num1":null,"num1":2}',
    '{"colour":"red","num1":1}',
    '{"_id":"7","_ts":5,"num1":1}',
    '{"data":{"num1":1}}',
    '{"data":7,"num1":1}',
    '{"type":"Feature","geometry":null,"properties":{"num1":1}}',
    '{"type":"Feature","num1":1}',
    '{"tree1":{"num3":4},"num1":1}',
    '{"list1":["a","b"],"num1":1}',
    '{"list1":"a","num1":1}',
    '{"__proto__":1,"num1":1}',
    '{}',
  ];
  const all = [...lines, ...lines.toReversed(), ...lines].join('\n');
  await bothWays(all);
  await bothWays(all, FEW, true);
  await bothWays(all, FIELDS);
});

test('[STR-01] many usual lines are taken at once, whatever their length and the order of their keys', async () => {
  const long = 'a_name_that_is_longer_than_thirty_two_bytes';
  const fields = [...FEW, field(long, 'keyword'), field('sixteen_bytes_1', 'keyword')];
  const lines = Array.from({ length: 4000 }, (_, i) => {
    const word = 'abcdefghijklmnopqrstuvwxyz'.repeat(1 + (i % 7)).slice(0, i % 180);
    const comma = i % 3 === 0 ? `${word.slice(0, i % 33)},${word}` : word;
    const pairs = [`"num1":${i - 2000}`, `"txt1":"${comma}"`, `"${long}":"ü${word}"`, `"flag1": ${i % 2 === 0}`];
    if (i % 5 === 0) pairs.push(`"sixteen_bytes_1" : "${i}"`, '"num2":null');
    if (i % 11 === 0) pairs.reverse();
    if (i % 701 === 0) pairs.push('"site_name":"say \\"x\\""');
    return `{${pairs.join(i % 2 === 0 ? ',' : ', ')}}${i % 4 === 0 ? '\r' : ''}`;
  });
  const text = `${lines.join('\n')}\n{"num1":1`;
  const { together } = await bothWays(text, fields);
  assert.ok(together > 3900, `${together}`);
  await bothWays(text, [...fields, field('txt3', 'keyword', { defaultValue: 'x' })]);
});

test('[STR-01] a line longer than is held at once, and rows far longer than their lines, are written as any other', async () => {
  const line = (length: number): string => `{"num1":1,"txt1":"${'x'.repeat(length)}"}`;
  await bothWays([100, 300_000, 100, 262_000, 262_120, 262_144, 100].map(line).join('\n'));
  const many = Array.from({ length: 3000 }, (_, i) => field(`num${i}`, 'long'));
  const { together } = await bothWays('{"num1":1}\n'.repeat(300), many);
  assert.ok(together > 290, `${together}`);
  const more = Array.from({ length: 5000 }, (_, i) => field(`num${i}`, 'long'));
  assert.equal((await bothWays('{"num1":1}\n'.repeat(300), more)).together, 0);
});

test('[STR-01] two bodies that are read in turns do not see the lines of the other', async () => {
  const [ones, others] = ['{"num1":1,"txt1":"a"}\n', '{"flag1":true,"txt1":"b, c","num2":0.5}\n'].map((line) =>
    line.repeat(2000),
  ) as [string, string];
  const [first, second] = await Promise.all([scan(ones, FEW, 'runs'), scan(others, FEW.slice(1), 'runs')]);
  assert.deepEqual(first.result, (await scan(ones, FEW, 'exact')).result);
  assert.deepEqual(second.result, (await scan(others, FEW.slice(1), 'exact')).result);
  assert.ok(first.together > 1000 && second.together > 1000);
});

const value = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('a,b', 'say "x"', 'line\nend', '[1]', '', ' ', '\\', '\u0000', '\ud800', '2024-01-31T10:00:00Z', 'ü'),
  fc.record({ lat: fc.double({ min: -90, max: 90, noNaN: true }), lon: fc.integer({ min: -180, max: 180 }) }),
  fc.array(fc.string({ maxLength: 3 }), { maxLength: 2 }),
  fc.constantFrom(1_700_000_000_000, -1, 0, -0, 1e21, 1e-7, 9007199254740993n.toString()),
);
const key = fc.constantFrom(
  ...FIELDS.map(({ name }) => name),
  'Site Name',
  'NUM1',
  'other',
  '_id',
  'type',
  'geometry',
  'data',
);
const blank = fc.constantFrom('', '', '', ' ', '\t', '  ');
/** Mostly what the fields take, sometimes anything. */
const usualValues: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  num1: fc.integer(),
  num2: fc.oneof(
    fc.integer({ min: -9999, max: 9999 }).map((n) => n / 100),
    fc.double({ noNaN: true }),
  ),
  txt1: fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('a,b', 'ü', '')),
  ts1: fc.constantFrom('2024-01-31', 1_700_000_000_000, null),
  flag1: fc.boolean(),
  site_name: fc.string({ unit: 'grapheme', maxLength: 60 }),
};
const usualPairs = fc
  .shuffledSubarray(Object.keys(usualValues))
  .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), usualValues[name] ?? value, blank))));
const line = fc
  .tuple(
    fc.oneof(usualPairs, usualPairs, fc.array(fc.tuple(key, value, blank), { maxLength: 8 })),
    fc.integer({ min: 0, max: 400 }),
    fc.boolean(),
  )
  .map(([pairs, at, cut]) => {
    const text = `{${pairs.map(([name, each, gap]) => `${gap}"${name}"${gap}:${gap}${JSON.stringify(each)}`).join(',')}}`;
    return cut && at < text.length && at % 5 === 0 ? text.slice(0, at) + text.slice(at + 1) : text;
  });

test('[STR-03] both ways give the same rows and the same refusals', async () => {
  let [read, exactly, atOnce] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 40 }),
      fc.boolean(),
      fc.constantFrom(FEW, FEW, FEW, FIELDS),
      fc.constantFrom('\n', '\r\n', '\n\n'),
      async (lines, ignoreUnknown, fields, end) => {
        // each line twice, so that its keys are known the second time
        const { exact, together } = await bothWays([...lines, ...lines].join(end), fields, ignoreUnknown);
        read += 2 * lines.length;
        exactly += exact;
        atOnce += together;
      },
    ),
    { seed: 11, numRuns: 400 },
  );
  assert.ok(exactly < read * 0.75, `${exactly} of ${read} lines were read the exact way`);
  assert.ok(atOnce > read * 0.1, `${atOnce} of ${read} lines were taken together`);
});
