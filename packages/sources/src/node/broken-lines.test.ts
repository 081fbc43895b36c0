import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanCsv } from './scan.ts';

const HEAD = 'a,b,c\n';
/** More than is looked at before the first row is read. */
const BEFORE = '1,2,3\n'.repeat(50_000);

async function scan(pieces: readonly string[]) {
  const blocks: Buffer[] = [];
  const sink = { write: (block: Buffer) => void blocks.push(Buffer.from(block)) };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (const piece of pieces) yield Buffer.from(piece);
  }
  const { rows, structural } = await scanCsv(chunks(), sink);
  const text = Buffer.concat(blocks).toString('utf8').slice(BEFORE.length);
  return { rows: rows - 50_000, text, aside: structural.map(({ line, rule, raw }) => [line - 50_000, rule, raw]) };
}

test('[STR-03] a broken line is one rejected row wherever its bytes are cut into chunks', async () => {
  for (const end of ['\n', '\r\n']) {
    const broken = `k,"t"wo,x,4${end}`;
    const rest = `${broken}5,6,7${end}8,"9${end}`;
    for (let cut = 1; cut < rest.length; cut++) {
      const found = await scan([HEAD + BEFORE, rest.slice(0, cut), rest.slice(cut)]);
      const aside = [
        [2, 'quote', 'k,"t"wo,x,4'],
        [4, 'quote', '8,"9'],
      ];
      assert.deepEqual(found, { rows: 1, text: '5,6,7\n', aside }, JSON.stringify([end, cut]));
    }
  }
});

test('[STR-03] [TPL-06] a line longer than a row may be is one rejected row, and those behind it keep their lines', async () => {
  const piece = 'x'.repeat(1024 * 1024);
  for (const end of ['\n', '\r\n', '\r']) {
    const long = ['k,', ...new Array<string>(40).fill(piece), `,some,of it${end.slice(0, 1)}`];
    const { rows, text, aside } = await scan([HEAD + BEFORE, ...long, `${end.slice(1)}4,5,6${end}7,"8"9${end}`]);
    assert.deepEqual([rows, text], [1, '4,5,6\n'], JSON.stringify(end));
    assert.deepEqual(
      aside.map(([line, rule]) => [line, rule]),
      [
        [2, 'size'],
        [4, 'quote'],
      ],
    );
    const [ended] = (await scan([HEAD + BEFORE, ...long.slice(0, -1)])).aside;
    assert.deepEqual(ended?.slice(0, 2), [2, 'size'], 'the last line of a file');
  }
});
