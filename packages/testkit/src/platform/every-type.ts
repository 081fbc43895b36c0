/** Fields of a template: one of every value type that holds data, some of them within an object and a list of objects. */
export const EVERY_TYPE = [
  { name: 'code', value_type: 8, is_key: true, mandatory: true },
  { name: 'byte1', value_type: 0 },
  { name: 'short1', value_type: 1 },
  { name: 'int1', value_type: 2 },
  { name: 'long1', value_type: 3 },
  { name: 'half1', value_type: 4 },
  { name: 'float1', value_type: 5 },
  { name: 'double1', value_type: 6 },
  { name: 'txt1', value_type: 7 },
  { name: 'day1', value_type: 9 },
  { name: 'flag1', value_type: 10 },
  { name: 'bin1', value_type: 11 },
  { name: 'list1', value_type: 20 },
  {
    name: 'obj1',
    value_type: 21,
    items: [
      { name: 'num1', value_type: 2 },
      { name: 'day1', value_type: 9 },
      { name: 'at1', value_type: 30 },
    ],
  },
  {
    name: 'nest1',
    value_type: 22,
    items: [
      { name: 'kw1', value_type: 8 },
      { name: 'num1', value_type: 3 },
    ],
  },
  { name: 'at', value_type: 30 },
  { name: 'area', value_type: 31 },
] as const;
