import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Input, Waiting } from '../state/rows.ts';
import { halves, joined } from './join.ts';

const HEAD = 'num1,"txt\n1"';

const readOf = (name: string, text: string, rows: number) => ({
  input: { name, mark: {}, rows: 0, generation: 1 } as unknown as Input,
  batch: {
    head: Buffer.from(HEAD),
    body: [Buffer.from(text)],
    rows,
    isLast: true,
    isWhole: true,
    aside: [],
    line: 3,
    mark: {},
    query: { delimiter: ',', encoding: 'utf-8' },
  },
});

const whole = (body: readonly Buffer[]): Buffer => Buffer.concat([...body]);

test('[TSK-07] halves of a batch hold what its files would have given by themselves, whatever lines their rows take', () => {
  const files = [
    readOf('a', '1,"two\nlines"\n\n2,b\n', 2),
    readOf('b', '3,no end', 1),
    readOf('c', '4,"four\r\n""lines""\n\n"\n', 1),
    readOf('d', '5,e\n6,f\n', 2),
    readOf('e', '7,g\n', 1),
  ];
  const { body, parts, query } = joined(files);
  const waiting: Waiting = { id: 1, request_id: 'r', file: 'f', bytes: 1, rows: 7, parts, query };
  const pair = halves(waiting, whole(body));
  const wanted = [files.slice(0, 3), files.slice(3)].map((half) => joined(half));
  for (const [i, half] of pair.entries()) {
    assert.equal(whole(half.body).toString(), whole(wanted[i]?.body ?? []).toString());
    assert.deepEqual([half.parts, half.query], [wanted[i]?.parts, wanted[i]?.query]);
  }
  assert.deepEqual(
    pair.map(({ rows }) => rows),
    [4, 3],
  );
  const [first] = halves({ ...waiting, parts: pair[1]?.parts ?? [] }, whole(pair[1]?.body ?? []));
  assert.equal(whole(first?.body ?? []).toString(), `${HEAD}\n5,e\n6,f\n`);
  assert.deepEqual([first?.query, first?.parts[0]?.at], [{ delimiter: ',', encoding: 'utf-8' }, 3]);
});
