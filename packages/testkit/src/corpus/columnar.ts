import { integerColumn, longColumn, parquetFile, textColumn } from './parquet-file.ts';
import { refused, taken, type UglyFile } from './ugly-file.ts';

const codes = textColumn('code', ['A', 'B', 'C']);
const sound = parquetFile([codes, integerColumn('num1', [1, null, 3])]);
const latin = Buffer.from('caf\xe9', 'latin1');

/** Parquet files as programs write and break them. */
export const COLUMNAR: readonly UglyFile[] = [
  taken('plain.parquet', sound, 3),
  taken('in groups of any size.parquet', parquetFile([codes, integerColumn('num1', [1, 2, 3])], [0, 1, 0, 2]), 3),
  taken('a key missing.parquet', parquetFile([textColumn('code', ['A', null, 'C'])]), 2, [2]),
  taken(
    'a number too large.parquet',
    parquetFile([codes, longColumn('num1', [1n, 2_147_483_648n, -2_147_483_648n])]),
    2,
    [2],
  ),
  taken(
    'decimals for whole numbers.parquet',
    parquetFile([codes, integerColumn('num1', [100, 150, -200], { converted: 'DECIMAL', scale: 2, precision: 9 })]),
    2,
    [2],
  ),
  taken(
    'moments of nanoseconds.parquet',
    parquetFile([
      codes,
      longColumn('day1', [0n, -1n, 1_617_184_800_123_456_789n], { timestamp: { unit: 'NANOS', utc: false } }),
    ]),
    3,
  ),
  taken('letters of Latin-1 in a text.parquet', parquetFile([codes, textColumn('txt1', ['é', latin, null])]), 2, [2]),
  taken(
    'letters of Latin-1 in a list.parquet',
    parquetFile([
      codes,
      {
        name: 'list1',
        type: 'BYTE_ARRAY',
        converted: 'UTF8',
        values: [[Buffer.from('x')], [Buffer.from('y'), latin], []],
      },
    ]),
    2,
    [2],
  ),
  refused(
    'two columns of one name.parquet',
    parquetFile([codes, integerColumn('n', [1, 2, 3]), integerColumn('n', [4, 5, 6])]),
    /two columns named 'n'/,
  ),
  refused('no columns.parquet', parquetFile([]), /has no columns/),
  refused('cut.parquet', sound.subarray(0, sound.length - 9), /cut or damaged/),
  refused('nothing but marks.parquet', Buffer.from('PAR1PAR1'), /cut or damaged/),
  refused('more rows than values.parquet', parquetFile([codes, integerColumn('num1', [1, 2])]), /cut or damaged/),
];
