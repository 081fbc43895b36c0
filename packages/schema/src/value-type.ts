/** Codes of the value types (TPL-02, SCH-05). */
export const ValueType = {
  Byte: 0,
  Short: 1,
  Integer: 2,
  Long: 3,
  HalfFloat: 4,
  Float: 5,
  Double: 6,
  Text: 7,
  Keyword: 8,
  Date: 9,
  Boolean: 10,
  Binary: 11,
  Array: 20,
  Object: 21,
  Nested: 22,
  GeoPoint: 30,
  GeoShape: 31,
  Header: 61,
} as const;
export type ValueType = (typeof ValueType)[keyof typeof ValueType];
