import assert from 'node:assert/strict';
import { test } from 'node:test';
import { datedFields, withoutPhrases } from './text-clocks.ts';

test('[FMT-08] [QRY-21] a date in a search text that names no zone is known by its field', () => {
  for (const text of [
    'ts1:>=2026-11-30',
    'kw1:a AND ts1:[2026-11-30 TO *]',
    'ts1:"2026-11-30T08:00"',
    'ts1:2026-11-30',
    'ts1:(2026-11-30 OR 2026-12-01)',
  ])
    assert.deepEqual(datedFields(text), ['ts1'], text);
});

test('[FMT-08] what names its zone, counts from now, or stands alone is none', () => {
  for (const text of [
    '',
    '2026-11-30',
    'ts1:[now-1d TO now]',
    'ts1:"2026-11-30T08:00:00Z"',
    'ts1:*',
    'ts1:"',
    'ts1:2026-11-30/',
  ])
    assert.deepEqual(datedFields(text), [], text);
});

test('[FMT-08] dates in quotation marks stand as ranges, those of other fields as they are', () => {
  assert.equal(
    withoutPhrases('a/b ts1:"2026-11-30T08:00"^2 OR ts1:("2026-11-30" OR 2026-12-01) OR kw1:"2026-11-30"', ['ts1']),
    'a/b ts1:["2026-11-30T08:00" TO "2026-11-30T08:00"]^2 OR ts1:(["2026-11-30" TO "2026-11-30"] OR 2026-12-01) OR kw1:"2026-11-30"',
  );
});
