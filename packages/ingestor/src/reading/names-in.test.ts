import assert from 'node:assert/strict';
import { glob, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { filesAt } from './files.ts';
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
  '[a-c]*.csv',
  '[!a].csv',
  '[^a].csv',
  '?a.csv',
  '[.]*',
  '{a,A}.*',
  '{a,ab}{.csv,}',
  '{.a,a}.csv',
  '*.{csv,csv.gz}',
  'a{1..3}.csv',
  'a[+].csv',
  '[[:alpha:]].csv',
  '[😀ä].csv',
  'a?b.csv',
  '{*,x}.csv',
  '!a*',
  '+a*',
  '[a',
  '{a,b',
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

test('[ING-19] a file that was called like the pattern by mistake hides none of the others', async () => {
  const base = await mkdtemp(path.join(tmpdir(), 'datasarana-names-'));
  try {
    for (const name of ['*.csv', 'a.csv', 'b?.csv', 'b1.csv', 'c[1]*.csv', 'c1.csv'])
      await writeFile(path.join(base, name), 'x\n');
    const found = async (pattern: string) =>
      (await filesAt(path.join(base, pattern))).map(({ name }) => path.basename(name)).toSorted();
    assert.deepEqual(await found('*.csv'), ['*.csv', 'a.csv', 'b1.csv', 'b?.csv', 'c1.csv', 'c[1]*.csv']);
    assert.deepEqual(await found('b?.csv'), ['b1.csv', 'b?.csv']);
    assert.deepEqual(await found('c[1]*.csv'), ['c1.csv', 'c[1]*.csv']);
  } finally {
    await rm(base, { recursive: true });
  }
});

test('[TSK-05] a folder or file whose own name reads like a pattern is that folder or file', async () => {
  const base = await mkdtemp(path.join(tmpdir(), 'datasarana-names-'));
  try {
    await mkdir(path.join(base, 'in[1]{a,b}'));
    for (const name of ['in[1]{a,b}/x1.csv', 'in[1]{a,b}/x2.csv', 'y[1].csv', 'y1.csv'])
      await writeFile(path.join(base, name), '');
    const found = async (pattern: string) =>
      (await filesAt(`${base}/${pattern}`)).map(({ name }) => path.relative(base, name)).sort();
    assert.deepEqual(await found('in[1]{a,b}/*.csv'), ['in[1]{a,b}/x1.csv', 'in[1]{a,b}/x2.csv']);
    assert.deepEqual(await found('in[1]{a,b}/x[2-9].csv'), ['in[1]{a,b}/x2.csv']);
    assert.deepEqual(await found('y[1].csv'), ['y[1].csv']);
    assert.deepEqual(await found('y[0-9].csv'), ['y1.csv']);
  } finally {
    await rm(base, { recursive: true, force: true });
  }
});
