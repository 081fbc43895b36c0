import { BY_HAND } from './by-hand.ts';
import { CELLS } from './cells.ts';
import { COLUMNAR } from './columnar.ts';
import { DELIMITED } from './delimited.ts';
import { EXPORTS } from './exports.ts';
import { DOCUMENTS } from './json.ts';
import { MARKUP } from './markup.ts';
import { NO_WORKBOOKS } from './no-workbooks.ts';
import { OLD_WORKBOOKS } from './old-workbooks.ts';
import { PROGRAMS } from './programs.ts';
import { PUT_TOGETHER } from './put-together.ts';
import type { UglyFile } from './ugly-file.ts';
import { WORKBOOKS } from './workbooks.ts';

export { plainWorkbook } from './plain-workbook.ts';
export type { UglyFile } from './ugly-file.ts';
export { zipOf } from './zip.ts';

/** The template every ugly file is sent to. */
export const UGLY_ITEMS = [
  { name: 'code', value_type: 8, is_key: true, mandatory: true },
  { name: 'txt1', value_type: 7 },
  { name: 'num1', value_type: 2 },
  { name: 'long1', value_type: 3 },
  { name: 'dbl1', value_type: 6 },
  { name: 'day1', value_type: 9 },
  { name: 'flag1', value_type: 10 },
  { name: 'list1', value_type: 20 },
  { name: 'obj1', value_type: 21, items: [{ name: 'in1', value_type: 2 }] },
  { name: 'at', value_type: 30 },
  { name: 'area', value_type: 31 },
] as const;

/** Small files as people really send them, each with the ledger it must end in. */
export const UGLY_FILES: readonly UglyFile[] = [
  ...DELIMITED,
  ...DOCUMENTS,
  ...WORKBOOKS,
  ...NO_WORKBOOKS,
  ...OLD_WORKBOOKS,
  ...MARKUP,
  ...EXPORTS,
  ...CELLS,
  ...COLUMNAR,
  ...PUT_TOGETHER,
  ...BY_HAND,
  ...PROGRAMS,
];
