import { taken, type UglyFile } from './ugly-file.ts';

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A column of two cells, of which the second is refused. */
const halfTaken = (name: string, field: string, good: string, bad: string): UglyFile =>
  taken(`${name}.csv`, `code;${field}\nA;${quoted(good)}\nB;${quoted(bad)}\n`, 1, [3]);

/** A column whose cells are all taken in. */
const allTaken = (
  name: string,
  field: string,
  cells: readonly string[],
  query?: Readonly<Record<string, string>>,
): UglyFile =>
  taken(
    `${name}.csv`,
    `code;${field}\n${cells.map((cell, i) => `K${i};${quoted(cell)}\n`).join('')}`,
    cells.length,
    [],
    query,
  );

const value = (field: string, good: string, bad: string, name = bad): UglyFile =>
  halfTaken(`${field} of ${name.replaceAll(/[^\w.-]/g, '_')}`, field, good, bad);
const both = (field: string, one: string, other: string, transforms?: string): UglyFile =>
  allTaken(
    `${field} ${one} and ${other}`.replaceAll(/[^\w. -]/g, '_'),
    field,
    [one, other],
    transforms === undefined ? undefined : { transforms: `{"${field}":${transforms}}` },
  );

/** Cells as people write them. */
const WRITTEN: readonly UglyFile[] = [
  value('dbl1', '12.5', '12.5%'),
  value('dbl1', '1,200.50', '$1,200.50'),
  value('dbl1', '5', '5 €', 'five euros'),
  value('dbl1', '1', '(1)', 'in brackets'),
  value('num1', '1,234,567', '1 234 567', 'spaces'),
  value('num1', '1', "1'234", 'apostrophe'),
  value('num1', '1', '1.234,5', 'both marks'),
  value('dbl1', '1', 'Infinity'),
  value('dbl1', '1', '-inf'),
  value('num1', '1', 'N_A', 'no answer'),
  value('num1', '1', 'null'),
  value('num1', '1', '−5', 'a minus of typesetters'),
  value('long1', '-9223372036854775808', '123456789012345678901234567890'),
  value('long1', '1', '1e30'),
  value('num1', '2147483647', '2147483648'),
  value('num1', '-2147483648', '-2147483649'),
  value('num1', '1,567', '0,567'),
  value('dbl1', '0.5', '0,123.5'),
  value('day1', '2021-03-31T10:00:00+14:00', '2021-03-31T10:00:00+24:00', 'zone of a whole day'),
  value('day1', '31/01/2021', '31/02/2021'),
  value('day1', '2021-03-31T10:00:00+05:30', '2021-03-31T10:00:00+0x', 'zone that is none'),
  value('day1', '2021-03-31T10:00:00-0330', '2021-03-31T25:00:00'),
  value('day1', '2021-03-31', '0000-00-00', 'zero date'),
  value('day1', '2021-03-31', 'yesterday'),
  value('flag1', 'tak', 'bai', 'another language'),
  value('flag1', 'WAHR', 'нетто', 'a word that begins alike'),
  value('at', '3.1,101.6', '3.1', 'half a point'),
  both('dbl1', '12.5 %', '3 %', '[{"kind":"replace","find":" %","by":""}]'),
  both('dbl1', '1.234,5', '-0,25', '[{"kind":"number","decimal":",","group":"."}]'),
  both('num1', '1 234', '56', '[{"kind":"number","decimal":".","group":" "}]'),
  both('dbl1', "1'234.50", '7', '[{"kind":"number","decimal":".","group":"\'"}]'),
  both('dbl1', '١٬٢٣٤٫٥', '۷', '[{"kind":"number","decimal":".","group":","}]'),
  both('day1', '2021-03-31T10:00:00.123456789Z', '2021-03-31T10:00:00.1+02:00'),
  both('day1', 'Jan 1 2000', 'Dec 31, 1999'),
  value('day1', '3 Mars 2021', '3 marraskuu 2021', 'November in Finnish'),
  both('day1', '1900-01-01', '9999-12-31'),
];

const pair = (field: string, good: string, bad: string, name: string): UglyFile =>
  halfTaken(`${field}, ${name}`, field, good, bad);
const fine = (field: string, name: string, ...cells: readonly string[]): UglyFile =>
  allTaken(`${field}, ${name}`, field, cells);

/** Cells as other systems write them. */
const EXPORTED: readonly UglyFile[] = [
  pair('num1', '1', '1\u00a0234', 'hard space for thousands'),
  pair('num1', '1', '１２', 'wide digits'),
  pair('num1', '1', '5-', 'minus behind'),
  pair('num1', '1', '1_000', 'underscores'),
  pair('num1', '1', '1e2147483647', 'an exponent without end'),
  pair('num1', '1', '1.5E+2', 'an exponent of Excel, which lost digits'),
  pair('dbl1', '1', '0x1p-3', 'hexadecimal'),
  fine('flag1', 'letters', 'Y', 'N', 't', 'F', 'y', 'n'),
  fine('flag1', 'switches', 'on', 'off', 'ON'),
  pair('flag1', 'true', 'x', 'a cross'),
  pair('day1', '2021-03-31', '2021-W13-3', 'a week'),
  pair('day1', '2021-03-31', '44286', 'a serial number of Excel'),
  pair('day1', '2021-03-31', '2021-03-31T24:00:01', 'beyond midnight'),
  pair('day1', '2021-03-31', '2021-02-30', 'thirtieth of February'),
  fine('list1', 'as JSON', '["x","y"]', '[]', 'plain'),
  fine('obj1', 'as JSON', '{"in1":3}', '{}'),
  pair('obj1', '{"in1":3}', '{"in1":"x"}', 'a wrong number within'),
  pair('obj1', '{"in1":3}', "{'in1':3}", 'as Python prints it'),
  fine(
    'at',
    'of four spellings',
    'POINT(101.6 3.1)',
    '{"lat":3.1,"lon":101.6}',
    '3.1,101.6',
    '{"type":"Point","coordinates":[101.6,3.1]}',
  ),
  pair('at', '3.1,101.6', `3°08'N 101°41'E`, 'in degrees and minutes'),
  fine('area', 'as GeoJSON', '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}'),
  fine('area', 'as WKT', 'POLYGON((0 0,1 0,1 1,0 0))'),
  pair('area', 'POINT(1 2)', 'POLYGON((0 0,1 0,', 'as WKT cut short'),
  pair('area', '{"type":"Point","coordinates":[1,2]}', '{"type":"Polygon","coordinates":[[[0,0],', 'cut short'),
];

/** Cells of one type, as hands and programs write them. */
export const CELLS: readonly UglyFile[] = [...WRITTEN, ...EXPORTED];
