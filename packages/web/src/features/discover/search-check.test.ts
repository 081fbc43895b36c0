import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallFailure } from '@datasarana/client';
import type { FilterPill } from '@datasarana/query';
import { newTemplateField, ValueType } from '@datasarana/schema';
import { checkSearch, refusalOf } from './search-check.ts';

const field = (
  name: string,
  value_type: ValueType,
  display_name = name,
  items: ReturnType<typeof newTemplateField>[] = [],
) => ({
  ...newTemplateField({ name, id: name, sequence: 1, ts: 0 }),
  value_type,
  display_name,
  items,
});
const ITEMS = [
  field('speed_ias', ValueType.Integer, 'Speed'),
  field('wildlife_species', ValueType.Text),
  field('damage', ValueType.Keyword),
  field('flight_date', ValueType.Date),
  field('fatal', ValueType.Boolean),
  field('chapter', ValueType.Header),
  field('place', ValueType.Object, 'place', [field('state', ValueType.Keyword, 'Origin state')]),
  field('crew', ValueType.Nested, 'crew', [field('age', ValueType.Short)]),
];
const check = (text: string, filters: readonly FilterPill[] = []) => checkSearch({ text, filters }, ITEMS);

/** The fault as it is read, with the part of the text in « ». */
function told(text: string, filters: readonly FilterPill[] = []): string | null {
  const { fault } = check(text, filters);
  if (!fault) return null;
  const { place } = fault;
  const shown = place ? ` in ${text.slice(0, place.at)}«${text.slice(place.at, place.at + place.length)}»` : '';
  return `${fault.problem}${shown}. ${fault.remedy}`;
}

test('[QRY-21] [ERR-29] text that cannot be searched for is told in words, with its place', () => {
  assert.equal(told(''), null);
  assert.equal(told('  '), null);
  assert.equal(told('speed_ias:>=120 AND flight_date:[2020-01-01 TO now-1d/d] fatal:true damage:a*'), null);
  assert.equal(told('flight_date:["2024-05||+1M/d" TO now] AND flight_date:>1714521600000'), null);
  assert.equal(told('speed_ias:* AND speed_ias:[* TO 1e3] AND speed_ias:"-5"'), null);
  assert.equal(
    told('damage:"Sub'),
    'Not understood: the quotation mark is not closed in damage:«"Sub». Add the closing ".',
  );
  assert.equal(
    told('damage:x AND speed_ias:>fast'),
    'speed_ias holds numbers, and fast is none in damage:x AND speed_ias:«>fast». Write a number, as speed_ias:>=100 or speed_ias:[100 TO 200].',
  );
  assert.match(
    told('speed_ias:> 120') ?? '',
    /^speed_ias holds numbers and nothing stands right behind > in speed_ias:«>»/,
  );
  assert.match(told('speed_ias:(1 OR x)') ?? '', /x is none in speed_ias:\(1 OR «x»/);
  assert.match(told('crew.age:old') ?? '', /^crew\.age holds numbers/);
  assert.match(told('speed_ias:12*') ?? '', /^speed_ias holds numbers, while \* and \? stand for letters of words/);
  for (const none of ['0x10', '1e400', 'Infinity'])
    assert.match(told(`speed_ias:>${none}`) ?? '', new RegExp(`^speed_ias holds numbers, and ${none} is none`));
  for (const none of ['now-1x', 'now-', 'nowhere', '2001-01-01||/q', '0000-00-00', '99999-01-01'])
    assert.ok(told(`flight_date:["${none}" TO now]`)?.startsWith(`flight_date holds dates, and ${none} is none`), none);
  assert.match(told('flight_date:yesterday') ?? '', /^flight_date holds dates, and yesterday is none/);
  assert.match(
    told('fatal:yes') ?? '',
    /^fatal holds true or false, and yes is none .* Write fatal:true or fatal:false\.$/,
  );
});

test('[QRY-21] a filter whose value its field cannot hold is named; one switched off is not asked', () => {
  const between: FilterPill = { field: 'speed_ias', operator: 'between', from: 'a', to: 5 };
  assert.equal(
    told('', [{ field: 'speed_ias', operator: 'exists' }, between]),
    'The filter "speed_ias from a to 5" cannot be met: speed_ias holds numbers, and a is none. Change it to a value that fits, or remove it.',
  );
  assert.equal(told('', [{ ...between, disabled: true }]), null);
  assert.equal(told('', [{ field: 'fatal', operator: 'is', value: true }]), null);
});

test('[SCR-07] a name that no field has is told, with those that may be meant', () => {
  const unknown = (text: string) => check(text).unknown.map(({ field, near }) => [field, ...near]);
  assert.deepEqual(unknown('nosuchfield:7'), [['nosuchfield']]);
  assert.deepEqual(unknown('Damage:x speed:>1'), [
    ['Damage', 'damage'],
    ['speed', 'speed_ias'],
  ]);
  assert.deepEqual(unknown('species:x AND flightdate:2020'), [
    ['species', 'wildlife_species', 'speed_ias'],
    ['flightdate', 'flight_date'],
  ]);
  assert.deepEqual(unknown('origin_state:x'), [['origin_state', 'place.state']]);
  assert.deepEqual(unknown('_exists_:nothing chapter:x'), [['nothing'], ['chapter']]);
});

test('[SCR-07] a name is not called unknown that the template, its index or a pattern has', () => {
  assert.deepEqual(
    check('_id:1 _ts:>2020 _batch:x _tags:y _exists_:damage place.state:x crew.age:1 crew:x spe\\*:1 *:x damage:x *')
      .unknown,
    [],
  );
  assert.deepEqual(
    check('xy\\*:1').unknown.map(({ field }) => field),
    ['xy*'],
  );
});

test('[SCR-07] a filter on a field that is gone is told; one that is switched off, or asks for what every index has, is not', () => {
  const filters: readonly FilterPill[] = [
    { field: 'gone', operator: 'is', value: 7 },
    { field: 'crew.rank', operator: 'exists' },
    { field: 'chapter', operator: 'is missing', disabled: true },
    { field: 'damage', operator: 'is', value: 'Minor' },
    { field: '_ts', operator: 'exists' },
  ];
  assert.deepEqual(check('', filters).lost, [
    { words: 'gone is 7', field: 'gone' },
    { words: 'crew.rank has a value', field: 'crew.rank' },
  ]);
});

test('[QRY-21] [ERR-29] a refusal of the platform is told without code and path; another failure is not taken for one', () => {
  const refusal = (code: number, message: string, hint?: string) =>
    refusalOf(new CallFailure(code, message, { ...(hint !== undefined && { hint }) }));
  assert.deepEqual(
    refusal(32, 'query.bool.must[0].query_string.query: expected a closing ) at the end', 'Correct it.'),
    {
      problem: 'Expected a closing ) at the end',
      remedy: 'Correct it.',
    },
  );
  assert.deepEqual(refusal(32, 'too many words.', 'Correct query.bool.must[0] and send the search again.'), {
    problem: 'Too many words',
    remedy: 'Change the search text or the filters.',
  });
  assert.equal(refusal(35, 'Something failed'), null);
  assert.equal(refusalOf(new Error('x')), null);
  assert.equal(refusalOf(null), null);
});

test('[QRY-18] a time range that is none is told; dates, moments and date math are times', () => {
  const timed = (from: string, to = '') =>
    checkSearch({ text: '', filters: [], time: { field: 'flight_date', from, to } }, ITEMS).fault?.problem;
  for (const from of ['', 'now-7d', '2020-01-01', '2020-01-01T10:00:00.000Z', '1577836800000'])
    assert.equal(timed(from, '2021-01-01'), undefined, from);
  assert.equal(timed('foo'), 'The time range is no time: foo is no date');
  assert.equal(timed('2020-01-01', '2020-13-45'), 'The time range is no time: 2020-13-45 is no date');
});

test('[SCR-07] [ERR-29] what another language of search writes is told, with how it is written here', () => {
  const slips = (text: string) => check(text).slips;
  assert.deepEqual(slips('speed_ias >= 100 and damage: x*'), {
    words: ['speed_ias >=', 'and'],
    meant: 'speed_ias:>=100 AND damage: x*',
  });
  assert.equal(slips('damage:x or (damage:y and not fatal:true)')?.meant, 'damage:x OR (damage:y AND NOT fatal:true)');
  assert.equal(slips('damage = x')?.meant, 'damage:x');
  assert.equal(slips('damage != "a or b" Or speed_ias<5')?.meant, 'NOT damage:"a or b" OR speed_ias:<5');
  assert.deepEqual(slips('sped_ias >= 5 and damage = x'), {
    words: ['sped_ias >=', 'and', 'damage ='],
    meant: 'sped_ias:>=5 AND damage:x',
  });
  for (const fine of [
    'search and rescue',
    '5 >= 3',
    'damage:x AND NOT damage:y',
    'wildlife_species:"salt and pepper"',
    'damage:/a and b/ OR speed_ias:[1 TO 5]',
    'nosuch = 5',
    'a \\and damage:x',
    'damage:and',
  ])
    assert.equal(slips(fine), null, fine);
});

test('[QRY-21] [ERR-29] a query in JSON is told as such, not as a range that is not complete', () => {
  for (const json of ['{"match":{"damage":"x"}}', ' {"query":', '{"size": 3}'])
    assert.match(told(json) ?? '', /^This is a query in JSON, and here stands search text\. Write words and fields, /);
  assert.equal(told('{"a" TO "b"}'), null);
});
