import { ValueType } from '@datasarana/schema';

/** What the record of a kept file says about it (SRC-37), and the type of field each fits. */
export const FILE_COLUMNS = [
  { name: 'name', value_type: ValueType.Keyword },
  { name: 'extension', value_type: ValueType.Keyword },
  { name: 'media_type', value_type: ValueType.Keyword },
  { name: 'size', value_type: ValueType.Long },
  { name: 'modified', value_type: ValueType.Date },
  { name: 'sha256', value_type: ValueType.Keyword },
] as const;
/** Name of a column that tells of a file itself. */
export type FileColumn = (typeof FILE_COLUMNS)[number]['name'];
