import { deflateRawSync, gzipSync } from 'node:zlib';
import { feature, features } from './features.ts';
import { refused, taken, type UglyFile } from './ugly-file.ts';
import { zipOf } from './zip.ts';

const cp1252 = (text: string): Buffer =>
  Buffer.from(text.replaceAll('€', '\x80').replaceAll('“', '\x93').replaceAll('”', '\x94'), 'latin1');
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const wide = (columns: number): string => Array.from({ length: columns }, (_, i) => `c${i}`).join(',');

/** Delimited text as programs save it. */
const SAVED: readonly UglyFile[] = [
  taken('sep line.csv', 'sep=;\r\ncode;txt1\r\nA;x,y\r\nB;z\r\n', 2),
  taken('sep line and mark.csv', '\uFEFFsep=;\r\ncode;num1\r\nA;1\r\nB;x\r\n', 1, [4]),
  taken('sep line with tabs in utf-16.csv', utf16('\uFEFFsep=\t\r\ncode\tnum1\r\nA\t1\r\n'), 1),
  taken('sep line in quotes.csv', '"sep=,"\ncode,num1\nA,1\n', 1),
  taken('a column called sep.csv', 'code,txt1\nsep=;,x\n', 1),
  taken('totals row without a key.csv', 'code,num1\nA,1\nB,2\n,3\n', 2, [4]),
  taken('totals row with a word.csv', 'code,num1,txt1\nA,1,x\nB,2,y\nTotal,3,\n', 3),
  taken('totals row with a word for a number.csv', 'code,num1,dbl1\nA,1,1.5\nSum,,1.5\n', 2),
  taken('end of file of DOS.csv', 'code,num1\r\nA,1\r\nB,2\r\n\x1a', 2),
  taken('smart quotes of Windows.csv', cp1252('code,txt1\nA,“quoted” for 5 €\nB,Müller\n'), 2),
  taken('utf-16le without a mark.csv', utf16('code,txt1\nA,plain\nB,letters\n'), 2),
  ...Object.entries({
    Russian: 'Привет мир, Доброе утро товарищи',
    Greek: 'Καλημέρα σας, φίλοι μου αγαπητοί',
    Hebrew: 'שלום לכולם חברים יקרים',
    Hindi: 'नमस्ते दुनिया मेरे दोस्त',
    Thai: 'สวัสดีชาวโลกเพื่อนรัก',
  }).flatMap(([language, words]) => {
    const text = utf16(`code,txt1\n${[1, 2, 3, 4].map((n) => `${n},"${words} ${n}"\n`).join('')}`);
    return [
      taken(`${language} in utf-16le without a mark.csv`, text, 4),
      taken(`${language} in utf-16be without a mark.csv`, Buffer.from(text).swap16(), 4),
    ];
  }),
  taken('utf-16be without a mark.csv', utf16('code,txt1\nA,plain\nB,letters\n').swap16(), 2),
  refused(
    'half a pair in utf-16.csv',
    Buffer.concat([utf16('\uFEFFcode,txt1\nA,'), Buffer.from([0, 0xd8]), utf16('x\nB,y\n')]),
    /its UTF-16 text cannot be read/,
  ),
  taken('mark in quotes.csv', '\uFEFF"code","num1"\n"A","1"\n', 1),
  taken(
    'a letter of Latin-1 far down.csv',
    Buffer.concat([
      Buffer.from(`code,txt1\n${Array.from({ length: 60_000 }, (_, i) => `k${i},plain`).join('\n')}\n`),
      Buffer.from('last,caf\xe9\n', 'latin1'),
    ]),
    60_000,
    [60_002],
  ),
  taken(
    'old Mac line ends and a damaged letter far down.csv',
    Buffer.concat([
      Buffer.from(`code,txt1\r${Array.from({ length: 30_000 }, (_, i) => `k${i},plain text`).join('\r')}\r`),
      Buffer.from('bad,caf\xe9\rlast,x\r', 'latin1'),
    ]),
    30_001,
    [30_002],
  ),
  taken(
    'one damaged letter among others.csv',
    Buffer.concat([Buffer.from('code,txt1\nA,Zürich\nB,Malm'), Buffer.from([0xff]), Buffer.from('\nC,Łódź\n')]),
    2,
    [3],
  ),
  ...Object.entries({
    'Cyrillic in KOI8-R': 'Y29kZSx0eHQxCkEs7c/Ty9fBCkIs88HOy9Qt8MXUxdLC1dLHCkMs7snWzsnKIO7P18fP0s/ECg==',
    'Japanese in Shift-JIS': 'Y29kZSx0eHQxCkEsk4yLnpNzgsmPWoLxgsWCooLcgrcKQiyDZoFbg16C8IptlEaCtYLEgq2CvoKzgqIK',
    'Chinese in GBK': 'Y29kZSx0eHQxCkEssbG+qcrQuqO17cf4tcTTw7unCkIsx+vIt8jP1eLQqcr9vt3Kx7fx1f3Itwo=',
    'Korean in EUC-KR': 'Y29kZSx0eHQxCkEsvK2/77+hILvssO0gwNa9wLTPtNkKQiy1pcDMxc24piDIrsDOx9ggwda8vL/kCg==',
  }).map(([name, text]) => taken(`${name}.csv`, Buffer.from(text, 'base64'), name.includes('KOI8') ? 3 : 2)),
  taken(
    'a damaged letter of Shift-JIS.csv',
    Buffer.concat([
      Buffer.from('code,txt1\nA,'),
      Buffer.from([0x93, 0x8c, 0x8b, 0x9e]),
      Buffer.from('\nB,\xff\nC,x\n', 'latin1'),
    ]),
    2,
    [3],
    { encoding: 'shift-jis' },
  ),
  refused('letters of DOS.csv', Buffer.from('code,txt1\nA,Z\x81rich\n', 'latin1'), /neither UTF-8 nor Latin-1/),
  taken('formulas that are texts.csv', 'code,txt1\n"=""007""",x\n', 1),
  taken('line separator of Unicode.csv', 'code,txt1\nA,one\u2028two\nB,three\u0085four\n', 2),
  taken('form feed and vertical tab.csv', 'code,txt1\nA,one\ftwo\nB,three\vfour\n', 2),
  taken('quotes in the middle.csv', 'code,txt1\nA,he said "no" twice\nB,"he said ""no"" twice"\n', 2),
  taken('apostrophes for quotes.csv', "code,txt1\nA,'x, y'\nB,'z'\n", 1, [2]),
  taken('names over two lines.csv', '"co\nde","num\n1"\nA,1\n', 1, [], {
    columns: '{"co\\nde":"code","num\\n1":"num1"}',
  }),
  taken('code\tand spaces around cells.csv', 'code , num1 \n A , 1 \n B , 2 \n', 2),
  taken('two thousand columns.csv', `code,${wide(1999)}\nA${',1'.repeat(1999)}\n`, 1, [], { ignore_unknown: 'true' }),
  refused('two thousand columns nobody knows.csv', `code,${wide(1999)}\nA${',1'.repeat(1999)}\n`, /match no field/, 31),
  refused(
    'ten thousand columns.csv',
    `code,${wide(9999)}\nA${',1'.repeat(9999)}\n`,
    /has 10,000 columns; a file may have 2,000/,
    31,
    { ignore_unknown: 'true' },
  ),
  taken('a value of five megabytes.csv', `code,txt1\nA,${'x'.repeat(5 * 1024 * 1024)}\nB,y\n`, 1, [2]),
  taken('a value of a megabyte.csv', `code,txt1\nA,${'x y '.repeat(256 * 1024)}\nB,y\n`, 2),
  taken('many blank lines behind.csv', `code,num1\nA,1\n${'\r\n'.repeat(50_000)}`, 1),
  taken('empty cells in quotes.csv', 'code,num1,txt1\n"A","",""\n"B","2",""\n', 2),
  taken('rows of delimiters.csv', 'code,num1\nA,1\n,\n,\n', 1, [3, 4]),
  refused('a comment on top.csv', '# exported by a program\ncode,num1\nA,1\n', /No column|match no field/, 31),
  refused('utf-32.csv', Buffer.from([0xff, 0xfe, 0, 0, 0x63, 0, 0, 0, 0x2c, 0, 0, 0]), /is UTF-32/),
  refused('rich text.csv', '{\\rtf1\\ansi code,num1}', /document of a text program \(RTF\)/),
  refused('arrow.csv', 'ARROW1\0\0rows', /Arrow/),
  refused('sqlite.csv', 'SQLite format 3\0rows', /SQLite database/),
];

const A = '{"code":"A","num1":1}';
const B = '{"code":"B","num1":2}';
const pretty = (text: string): string => JSON.stringify(JSON.parse(text), null, 2);

/** JSON as programs write it. */
const OBJECTS: readonly UglyFile[] = [
  taken('objects one behind another.json', `${A}${B}`, 2),
  taken('objects over several lines each.json', `${pretty(A)}\n${pretty(B)}\n{"code":"C","num1":"x"}\n`, 2, [3]),
  taken('objects with a mark and commas between.json', `\uFEFF ${pretty(A)},\n${pretty(B)},\n`, 2),
  taken('objects with commas between some.json', `${pretty(A)},\n${pretty(B)}\n{"code":"C"},,{"code":"D"}`, 4, [4]),
  taken(
    'objects with lists, one behind another.json',
    `{"code":"A","list1":["}{"]}\n\n  {"code":"B","list1":["x"]}`,
    2,
  ),
  taken('objects over several lines, one broken.json', `${pretty(A)}\n{"code": "B\n}\n${pretty(B)}`, 2, [2]),
  taken('objects over several lines, cut.json', `${pretty(A)}\n${pretty(B).slice(0, -4)}`, 1, [2]),
  refused('one object over several lines and a word.json', `${pretty(A)}\nend`, /not JSON/),
  taken('a key twice, the last counts.json', '[{"code":"A","num1":"x","num1":2},{"code":"B"}]', 2),
  taken('a key twice, the last counts.ndjson', '{"code":"A","num1":"x","num1":2}\n{"code":"B"}\n', 2),
  taken('a key twice deeper, the last counts.ndjson', `{"code":"A","obj1":{"in1":"x","in1":2}}\n${B}\n`, 2),
  taken('the same key in two objects.ndjson', '{"code":"A","obj1":{"in1":1}}\n{"code":"B","obj1":{"in1":2}}\n', 2),
  taken('lines with a mark.ndjson', `\uFEFF${A}\n${B}\n`, 2),
  taken('lines with a mark and Windows ends.ndjson', `\uFEFF${A}\r\n${B}\r\n`, 2),
  taken('lines with commas behind.ndjson', `${A},\n${B},\n`, 2),
  taken('lines with commas between.ndjson', `${A},\n${B}\n`, 2),
  taken('lines in utf-16.ndjson', utf16(`\uFEFF${A}\n${B}\n`), 2),
  taken('array without a mark in utf-16.json', utf16(`[${A},${B}]`), 2),
  taken('two lists one behind another.json', `[${A}]\n[${B}]\n`, 1, [2]),
  taken('a remark behind the list.json', `{"rows":[${A},${B}]} // the end`, 2, [3]),
  refused(
    'half a pair in utf-16.json',
    Buffer.concat([utf16('\uFEFF[{"code":"A","txt1":"'), Buffer.from([0, 0xd8]), utf16('x"}]')]),
    /its UTF-16 text cannot be read/,
  ),
  taken('half a pair in a table.ndjson', `{"code":"A","txt1":"\\ud83d"}\n${B}\n`, 1, [1], {
    transforms: '{"code":[{"kind":"trim"}]}',
  }),
  taken('a text without end.json', '[{"code":"A","txt1":1e400},{"code":"B","txt1":1e300}]', 1, [1]),
  taken(
    'line separators of Unicode.ndjson',
    '{"code":"A","txt1":"a\u2028b"}\n{"code":"B","txt1":"a\u2029b\u0085"}\n',
    2,
  ),
  refused('with remarks.json', '// rows\n{"code":"A"}', /not JSON: line 1, character 1: a remark/),
  refused('apostrophes.json', "{'code':'A'}", /not JSON: character 2: names stand in double quotes/),
  taken('rows as lists.json', '[["code","num1"],["A",1]]', 1),
  taken('texts.json', '["A","B"]', 0, [1, 2]),
  taken('lists of two lengths.json', '{"code":["A","B"],"num1":[1]}', 0, [1]),
  taken('numbers too large.json', '[{"code":"A","dbl1":1e400},{"code":"B","dbl1":1e308}]', 1, [1]),
  taken('whole numbers with a point.json', '[{"code":"A","num1":1.0},{"code":"B","num1":1.5}]', 1, [2]),
  taken('Infinity.ndjson', '{"code":"A","dbl1":Infinity}\n{"code":"B","dbl1":1}\n', 1, [1]),
  taken('half a pair.ndjson', '{"code":"A","txt1":"\\udc00x"}\n{"code":"B","txt1":"\\ud83d\\ude00"}\n', 1, [1]),
  taken('very deep.json', `[{"code":"A","txt1":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}},{"code":"B"}]`, 1, [1]),
  taken('very deep.ndjson', `{"code":"A","txt1":${'['.repeat(20_000)}${']'.repeat(20_000)}}\n{"code":"B"}\n`, 1, [1]),
  taken('a text of five megabytes.ndjson', `{"code":"A","txt1":"${'x'.repeat(5 * 1024 * 1024)}"}\n${B}\n`, 1, [1]),
  taken(
    'bytes that are no UTF-8.ndjson',
    Buffer.concat([Buffer.from('{"code":"A","txt1":"'), Buffer.from([0xff, 0xc3]), Buffer.from(`"}\n${B}\n`)]),
    1,
    [1],
  ),
  taken('empty objects.json', '[{},{"code":"B"}]', 1, [1]),
  taken('an empty key.json', '[{"":1,"code":"A"},{"code":"B"}]', 1, [1]),
  taken(
    'ten thousand keys.ndjson',
    `{"code":"A",${Array.from({ length: 10_000 }, (_, i) => `"k${i}":1`).join(',')}}\n`,
    1,
    [],
    { ignore_unknown: 'true' },
  ),
];

const point = { type: 'Point', coordinates: [1, 2] };
const geometries = [{ type: 'Polygon', arcs: [[0]] }];

/** Places as programs write them. */
const PLACES: readonly UglyFile[] = [
  refused(
    'topology.json',
    JSON.stringify({ type: 'Topology', objects: { land: { type: 'GeometryCollection', geometries } }, arcs: [] }),
    /TopoJSON.*Convert it to GeoJSON/,
  ),
  refused(
    'topology, type last.json',
    JSON.stringify({ objects: { land: { type: 'GeometryCollection', geometries } }, arcs: [], type: 'Topology' }),
    /TopoJSON/,
  ),
  taken(
    'coordinates as texts.geojson',
    features(feature('A', { type: 'Point', coordinates: ['1', '2'] }), feature('B', point)),
    1,
    [1],
  ),
  taken(
    'empty coordinates.geojson',
    features(
      feature('A', { type: 'Point', coordinates: [] }),
      feature('B', { type: 'Polygon', coordinates: [] }),
      feature('C', point),
    ),
    3,
  ),
  taken(
    'three kinds in one.geojson',
    features(feature('A', { type: 'GeometryCollection', geometries: [point, point] })),
    1,
  ),
  taken('no properties at all.geojson', features({ type: 'Feature', geometry: point }, feature('B', point)), 1, [1]),
  taken('with a mark.geojson', `\uFEFF${features(feature('A', point))}`, 1),
  ...['urn:ogc:def:crs:EPSG::3857', 'EPSG:25832', 'urn:ogc:def:crs:OGC:1.3:CRS27'].map((name, i) =>
    refused(
      `in metres or on another ellipsoid ${i + 1}.geojson`,
      JSON.stringify({
        type: 'FeatureCollection',
        crs: { type: 'name', properties: { name } },
        features: [feature('A', point)],
      }),
      /coordinates are of the system '.*', not degrees .* Convert it, for example with ogr2ogr/,
    ),
  ),
  refused(
    'in metres, as it says at its end.geojson',
    JSON.stringify({
      type: 'FeatureCollection',
      features: [feature('A', point)],
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } },
    }),
    /not degrees/,
  ),
  taken(
    'ids of features beside those of properties.geojson',
    features(
      { ...feature('A', point, { id: 'x1' }), properties: { code: 'A', id: 7 } },
      { ...feature('B', point, { id: 8 }), properties: { code: 'B', id: '8' } },
    ),
    2,
    [],
    { columns: '{"id":"num1","feature_id":"txt1","geometry":"at"}' },
  ),
  taken('a shape in metres.csv', 'code,area\nA,SRID=3857;POINT(1 2)\nB,SRID=4326;POINT(1 2)\n', 1, [2]),
  taken('a point in metres.csv', 'code,at\nA,SRID=3857;POINT(1 2)\nB,"2,1"\n', 1, [2]),
  taken(
    'features in metres among others.geojson',
    features(
      feature('A', point, { crs: { type: 'name', properties: { name: 'EPSG:3857' } } }),
      feature('B', point, { crs: null }),
    ),
    1,
    [1],
  ),
  taken(
    'crs before the features.geojson',
    JSON.stringify({
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } },
      type: 'FeatureCollection',
      name: 'x',
      features: [feature('A', point)],
    }),
    1,
  ),
  taken(
    'null in the list.geojson',
    `{"type":"FeatureCollection","features":[null,${JSON.stringify(feature('B', point))}]}`,
    1,
    [1],
  ),
];

const csv = 'code,num1\nA,1\nB,2\n';
/** An archive written as a stream, whose entry tells its size behind the data. */
function streamedZip(): Buffer {
  const whole = zipOf([{ name: 'rows.csv', bytes: Buffer.from(csv), flags: 8 }]);
  const packed = deflateRawSync(csv).length;
  const sizes = Buffer.from(whole.subarray(14, 26));
  whole.fill(0, 14, 26);
  const at = 30 + 'rows.csv'.length + packed;
  const behind = Buffer.concat([Buffer.from([0x50, 0x4b, 7, 8]), sizes]);
  const moved = Buffer.concat([whole.subarray(0, at), behind, whole.subarray(at)]);
  moved.writeUInt32LE(moved.readUInt32LE(moved.length - 6) + behind.length, moved.length - 6);
  return moved;
}

/** A ZIP archive that says another way of packing than its own, wherever it says one. */
function packedBy(method: number): Buffer {
  const archive = zipOf([{ name: 'rows.csv', bytes: Buffer.from(csv) }]);
  archive.writeUInt16LE(method, 8);
  archive.writeUInt16LE(method, archive.indexOf(Buffer.from('PK\x01\x02')) + 10);
  return archive;
}

const TWO_TABLES = zipOf([
  { name: 'readme.txt', bytes: Buffer.from('two tables') },
  { name: 'a.json', bytes: Buffer.from('[{"code":"Z","num1":9}]') },
  { name: 'b.csv', bytes: Buffer.from(csv) },
]);

/** Packages as programs make them. */
const PACKAGES: readonly UglyFile[] = [
  taken('zeros behind.csv.gz', Buffer.concat([gzipSync(csv), Buffer.alloc(512)]), 2),
  taken(
    'zip beside a folder.zip',
    zipOf([
      { name: 'data/', bytes: Buffer.alloc(0), stored: true },
      { name: 'data/rows.csv', bytes: Buffer.from(csv) },
    ]),
    2,
  ),
  taken('zip of a stream.zip', streamedZip(), 2),
  taken(
    'zip of a folder with what its system keeps there.zip',
    zipOf(
      ['data/.DS_Store', 'data/._rows.csv', 'Thumbs.db', 'data/rows.csv'].map((name) => ({
        name,
        bytes: Buffer.from(name.endsWith('/rows.csv') ? csv : 'x'),
      })),
    ),
    2,
  ),
  refused('zip of two tables.zip', TWO_TABLES, /holds 3 files: 'readme\.txt', 'a\.json', 'b\.csv'\. Say which .*entry/),
  taken('zip of two tables, one chosen.zip', TWO_TABLES, 2, [], { entry: 'b.csv' }),
  taken('zip of two tables, the other chosen.zip', TWO_TABLES, 1, [], { entry: 'a.json' }),
  refused('zip of two tables, none of them chosen.zip', TWO_TABLES, /no file 'c\.csv', but 3: /, 1010, {
    entry: 'c.csv',
  }),
  refused('zip packed by bzip2.zip', packedBy(12), /'rows\.csv' in the archive is packed by bzip2, .* usual ZIP/),
  refused(
    'zip in a zip.zip',
    zipOf([{ name: 'in.zip', bytes: zipOf([{ name: 'rows.csv', bytes: Buffer.from(csv) }]) }]),
    /holds ZIP|Unpack it/,
  ),
  refused('empty zip.zip', zipOf([]), /holds 0 files|empty/),
  refused('nothing packed.csv.gz', gzipSync(''), /empty/),
  refused('bomb of lines.ndjson.gz', gzipSync(`${A}\n${' '.repeat(30 * 1024 * 1024)}`), /hundredfold/),
];

/** What programs and people of the last forty years call a file of rows. */
export const EXPORTS: readonly UglyFile[] = [...SAVED, ...OBJECTS, ...PLACES, ...PACKAGES];
