import assert from 'node:assert/strict';
import { glob, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pathsLike } from './names-in.ts';

const NAMES = [
  'a.csv',
  'A.CSV',
  '.csv',
  '.a.csv',
  'a.csv.gz',
  'b$.csv',
  'b^(1).csv',
  'ab.csv',
  'a',
  'ä.csv',
  '😀.csv',
  'a\nb.csv',
  'a+.csv',
  'x.y.csv',
  'a b.csv',
];
const PATTERNS = [
  '*',
  '*.csv',
  'a*',
  '?.csv',
  'a?',
  '*.*',
  '.*',
  '.*.csv',
  'b$*',
  'a*.c?v',
  '*b*',
  '*.csv*',
  '?*',
  '**',
  '**/*.csv',
  '*.{csv,gz}',
  '[ab].csv',
  'a.csv',
  'b^*',
  '*(a|b).csv',
  'no*',
  '*.y.*',
];

test('[TSK-05] a pattern finds what the shell finds by it, one folder or several', async () => {
  const base = await mkdtemp(path.join(tmpdir(), 'datasarana-names-'));
  try {
    for (const folder of ['in', 'in.csv', 'in/deep']) await mkdir(path.join(base, folder));
    for (const name of NAMES)
      for (const folder of ['in', 'in/deep']) await writeFile(path.join(base, folder, name), '');
    for (const pattern of [
      ...PATTERNS.map((last) => `in/${last}`),
      'i*/a.csv',
      'away/*.csv',
      'in/a.csv/*',
      'in//*.csv',
      'in/./*.csv',
    ]) {
      const whole = `${base}/${pattern}`;
      const wanted = await Array.fromAsync(glob(whole));
      assert.deepEqual((await Array.fromAsync(pathsLike(whole))).sort(), wanted.sort(), pattern);
    }
  } finally {
    await rm(base, { recursive: true, force: true });
  }
});
