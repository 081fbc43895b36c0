import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import type { DesignField } from '../designer-fields.ts';
import { beginningWith, taken, valueOffers, wordOffers } from './search-offers.ts';
import { placeAt, type SearchPlace } from './search-place.ts';

const field = (name: string, value_type: ValueType, label = name): DesignField => ({ name, label, value_type });
const FIELDS = [
  field('operator', ValueType.Keyword, 'Airline'),
  field('speed', ValueType.Double),
  field('op_count', ValueType.Long),
  field('flown', ValueType.Date),
  field('is_night', ValueType.Boolean),
  { ...field('parts.op', ValueType.Keyword), nested: ['parts'] },
];

function placeOf(marked: string): SearchPlace {
  const place = placeAt(marked.replace('|', ''), marked.indexOf('|'));
  assert.ok(place);
  return place;
}

const words = (marked: string): readonly string[] => wordOffers(placeOf(marked), FIELDS).map(({ label }) => label);
const values = (marked: string, known: readonly string[] = []): readonly string[] => {
  const place = placeOf(marked);
  const of = FIELDS.find(({ name }) => name === place.field);
  assert.ok(of);
  return valueOffers(
    place,
    of,
    known.map((value) => ({ value, count: '1 document' })),
  ).map(({ label }) => label);
};

test('[SCR-07] fields are offered by their names and labels, those that begin so first, none of objects under Nested', () => {
  assert.deepEqual(words('op|'), ['operator', 'op_count']);
  assert.deepEqual(words('air|'), ['operator']);
  assert.deepEqual(words('|'), ['operator', 'speed', 'op_count', 'flown', 'is_night']);
});

test('[SCR-07] behind a condition it is offered how another is joined', () => {
  assert.deepEqual(words('speed:>3 |').slice(0, 4), ['AND', 'OR', 'NOT', 'operator']);
  assert.deepEqual(words('speed:>3 o|'), ['OR', 'operator', 'op_count', 'flown']);
  assert.deepEqual(words('speed:>3 AND o|'), ['operator', 'op_count', 'flown']);
});

test('[SCR-07] of a field its values are offered, of figures and dates how they are compared', () => {
  assert.deepEqual(values('operator:D|', ['Delta', 'DHL Air']), ['Delta', 'DHL Air']);
  assert.deepEqual(values('operator:|', ['Delta']), ['Delta', '*']);
  assert.deepEqual(values('operator:D|', ['Delta\nAir', 'DHL']), ['DHL'], 'a line of text holds no line end');
  assert.deepEqual(values('speed:>|'), ['>=', '>']);
  assert.deepEqual(values('speed:>5|'), []);
  assert.deepEqual(values('is_night:f|'), ['false']);
  assert.equal(values('flown:|')[0], '>=now-24h');
});

test('[SCR-07] what is taken stands where it was typed, in quotes where it is more than a word, and nothing else changes', () => {
  const take = (marked: string, label: string, known: readonly string[] = []): string => {
    const [text, place] = [marked.replace('|', ''), placeOf(marked)];
    const of = FIELDS.find(({ name }) => name === place.field);
    const counted = known.map((value) => ({ value, count: '' }));
    const offers = of ? valueOffers(place, of, counted) : wordOffers(place, FIELDS);
    const offer = offers.find((each) => each.label === label);
    assert.ok(offer);
    const next = taken(text, place, offer);
    return `${next.text.slice(0, next.caret)}|${next.text.slice(next.caret)}`;
  };
  assert.equal(take('op|', 'operator'), 'operator:|');
  assert.equal(take('sp|e:>3', 'speed'), 'speed:|>3');
  assert.equal(take('operator:"De| speed:3', 'Delta "A"', ['Delta "A"']), 'operator:"Delta \\"A\\"" |speed:3');
  assert.equal(take('operator:(KLM OR D|)', 'DHL', ['DHL']), 'operator:(KLM OR DHL |)');
  assert.equal(take('speed:>3 |', 'NOT'), 'speed:>3 NOT |');
  assert.equal(take('operator:K| AND speed:3', 'KLM', ['KLM']), 'operator:KLM |AND speed:3');
});

test('[SCR-07] values are looked for by how they begin, in small letters or capitals, signs of patterns standing for themselves', () => {
  assert.equal(beginningWith(''), null);
  assert.equal(beginningWith('De.1 ß'), '[Dd][eE]\\.1 ß.*');
});
