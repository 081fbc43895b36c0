import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { dateFieldIn } from './text-dates.ts';

const fields = [
  { name: 'ts1', label: 'ts1', value_type: ValueType.Date },
  { name: 'kw1', label: 'kw1', value_type: ValueType.Keyword },
];

test('[FMT-08] [QRY-21] a date in a search text that names no zone is known by its field', () => {
  for (const text of [
    'ts1:>=2026-11-30',
    'kw1:a AND ts1:[2026-11-30 TO *]',
    'ts1:"2026-11-30T08:00"',
    'ts1:2026-11-30',
  ])
    assert.equal(dateFieldIn(text, fields), 'ts1', text);
});

test('[FMT-08] what names its zone, counts from now, or is no date field is none', () => {
  for (const text of [
    '',
    '2026-11-30',
    'kw1:2026-11-30',
    'ts1:[now-1d TO now]',
    'ts1:"2026-11-30T08:00:00Z"',
    'ts1:*',
    'ts1:"',
  ])
    assert.equal(dateFieldIn(text, fields), null, text);
});
