import { gzipSync } from 'node:zlib';
import { features } from './features.ts';
import { refused, taken, type UglyFile } from './ugly-file.ts';
import { zipOf } from './zip.ts';

const rows = [
  { code: 'A', num1: 1 },
  { code: 'B', num1: 2 },
];
const text = JSON.stringify(rows);
const lines = rows.map((row) => JSON.stringify(row)).join('\n');

const JSON_FILES: readonly UglyFile[] = [
  taken('array.json', text, 2),
  taken('pretty array.json', JSON.stringify(rows, null, 2), 2),
  taken('array with a mark.json', `\uFEFF${text}`, 2),
  taken('array in utf-16.json', Buffer.from(`\uFEFF${text}`, 'utf16le'), 2),
  taken('rows deeper.json', JSON.stringify({ meta: { tags: ['x'] }, data: { items: rows } }), 2),
  taken('rows at a path.json', JSON.stringify({ others: [{ x: 1 }], data: { items: rows } }), 2, [], {
    path: 'data.items',
  }),
  taken(
    'errors before the rows.json',
    JSON.stringify({ errors: [{ reason: 'x' }], meta: { columns: [{ name: 'code' }] }, data: rows }),
    2,
  ),
  taken(
    'fields before the features of ArcGIS.json',
    '{"fields":[{"name":"x","type":"y"}],"features":[{"code":"A","num1":1},{"code":"B","num1":2}]}',
    2,
  ),
  taken(
    'values below a list of names.json',
    '[["code","num1","txt1"],["A",1,"x"],["B","2"],["C",3,"y",4],["D",null]]',
    3,
    [4],
  ),
  taken('values below names at a path.json', '{"range":"A1","values":[["code","num1"],["A","1"],[]]}', 1, [3], {
    path: 'values',
  }),
  taken('values without names.json', '[[1,2],["A",1]]', 0, [1, 2]),
  taken('names above objects.json', '[["code"],{"code":"A"}]', 1, [1]),
  taken('links behind the rows.json', JSON.stringify({ people: rows, links: [{ from: 1, to: 2 }] }), 2),
  taken('lists in lists before the rows.json', JSON.stringify({ groups: [{ items: [{ x: 1 }] }], records: rows }), 2),
  taken('single object.json', JSON.stringify(rows[0]), 1),
  taken('empty array.json', '[]', 0),
  taken('empty array with spaces.json', ' [ \n ] ', 0),
  taken('a broken element.json', '[{"code":"A"},{"code":"B",},{"code":"C"}]', 2, [2]),
  taken('a text that ends with the line.json', '[\n{"code":"A"},\n{"code":"B\n},\n{"code":"C"}\n]', 2, [2]),
  taken('trailing comma.json', '[{"code":"A"},{"code":"B"},]', 2),
  taken('two commas between.json', '[{"code":"A"},,{"code":"C"} , ,{"code":"D"},]', 3, [2, 4]),
  taken('scalars among objects.json', '[{"code":"A"},7,null,"x",[1]]', 1, [2, 3, 4, 5]),
  taken('cut short.json', '[{"code":"A"},{"code":"B"},{"co', 2, [3]),
  taken('one bracket too many.json', '[{"code":"A"}},{"code":"B"}]', 1, [1]),
  taken('NaN.json', '[{"code":"A","num1":NaN},{"code":"B","num1":1}]', 1, [1]),
  taken(
    'huge whole numbers.json',
    '[{"code":"A","long1":9223372036854775807},{"code":"B","long1":9223372036854775808}]',
    1,
    [2],
  ),
  taken('mixed types.json', '[{"code":1,"num1":"5"},{"code":true,"num1":5.5},{"code":"C","flag1":1}]', 2, [2]),
  taken('nested object.json', '[{"code":"A","obj1":{"in1":3}},{"code":"B","obj1":"x"}]', 1, [2]),
  taken('paths for names.json', '[{"code":"A","obj1.in1":3},{"code":"B","obj1.in1":"x"}]', 1, [2]),
  taken('lists.json', '[{"code":"A","list1":["x","y"]},{"code":"B","list1":"z"},{"code":"C","list1":[]}]', 3),
  taken('unknown field.json', '[{"code":"A","colour":"red"},{"code":"B"}]', 1, [1]),
  taken('unknown field left out.json', '[{"code":"A","colour":"red"},{"code":"B"}]', 2, [], { ignore_unknown: 'true' }),
  taken('names in camel case.json', '[{"Code":"A","NUM1":1}]', 1),
  taken('a prototype.json', '[{"code":"A","__proto__":{"x":1}},{"code":"B"}]', 1, [1]),
  taken('brackets in texts.json', '[{"code":"A]}","txt1":"[{,\\"]"},{"code":"B"}]', 2),
  taken('NUL in a text.json', '[{"code":"A","txt1":"a\\u0000b"},{"code":"B"}]', 1, [1]),
  taken('half a pair.json', '[{"code":"A","txt1":"\\ud800"},{"code":"B"}]', 1, [1]),
  taken(
    'dates as numbers.json',
    '[{"code":"A","day1":1617148800000},{"code":"B","day1":0},{"code":"C","day1":1e300}]',
    2,
    [3],
  ),
  taken('nulls.json', '[{"code":"A","num1":null,"at":null},{"code":null}]', 1, [2]),
  taken('flattened by choice.json', '[{"id":"A","pos":{"n":4}}]', 1, [], { columns: '{"id":"code","pos.n":"num1"}' }),
  taken('too deep.json', `[{"code":"A","txt1":${'['.repeat(100)}${']'.repeat(100)}},{"code":"B"}]`, 1, [1]),
  taken('lines.ndjson', lines, 2),
  taken('lines named json.json', lines, 2),
  taken('lines with windows ends.jsonl', lines.replaceAll('\n', '\r\n'), 2),
  taken('lines with blanks between.jsonl', `\n${lines.replaceAll('\n', '\n\n \n')}\n\n`, 2),
  taken('a broken line.ndjson', '{"code":"A"}\n{"code":\n{"code":"C"}\n', 2, [2]),
  taken('no object on a line.ndjson', '{"code":"A"}\n[1]\n"x"\n{"code":"D"}\n', 2, [2, 3]),
  taken('last line cut.ndjson', '{"code":"A"}\n{"code":"B"}\n{"co', 2, [3]),
  taken('objects over several lines.jsonl', '{\n "code": "A"\n}\n{\n "code": "B"\n}\n', 2),
  taken('objects one behind another on lines.ndjson', '{"code":"A"}{"code":"B"}\n{"code":"C"}\n', 3),
  taken('with what stands beside the rows.json', '{"txt1":"x","items":[{"code":"A"},{"code":"B"}],"num1":3}', 2, [], {
    beside: 'true',
  }),
  taken(
    'what stands beside the rows is wrong for all.json',
    '{"num1":"x","items":[{"code":"A"},{"code":"B"}]}',
    0,
    [1, 2],
    {
      beside: 'true',
    },
  ),
  refused(
    'what stands beside rows that break off.json',
    '{"txt1":"x","items":[{"code":"A"},',
    /beside the rows cannot be read/,
    1010,
    {
      beside: 'true',
    },
  ),
  taken(
    'export of MongoDB.json',
    '{"code":{"$oid":"65b9"},"num1":{"$numberInt":"5"},"long1":{"$numberLong":"9007199254740993"}}\n{"code":{"$oid":"65ba"},"num1":{"$numberInt":"x"}}\n',
    1,
    [2],
  ),
  taken('the whole file as one row.json', '{"code":"A","items":[{"code":"x"},{"code":"y"}]}', 1, [], {
    path: '.',
    ignore_unknown: 'true',
  }),
  taken(
    'bulk request.ndjson',
    '{"index":{"_index":"a","_id":"1"}}\n{"code":"A"}\n{"delete":{"_id":"2"}}\n{"create":{}}\n{"code":"B"}\n',
    2,
    [3],
  ),
  taken('as pandas writes it.json', '{"code":{"0":"A","1":"B"},"num1":{"0":1,"1":"x"}}', 1, [2]),
  taken('by columns.json', '{"code":["A","B"],"num1":[1,"x"]}', 1, [2]),
  taken('by columns, of many digits.json', '{"code":["A","B"],"long1":[9007199254740993,2]}', 2),
  taken(
    'answer of SQL at OpenSearch.json',
    '{"schema":[{"name":"code","type":"keyword"},{"name":"num1","type":"long"}],"datarows":[["A",1],["B","x"]],"total":2}',
    1,
    [2],
  ),
  taken('meta and data.ndjson', '{"meta":{},"data":{"code":"A"}}\n{"meta":{},"data":{"code":"B"}}\n', 2),
  taken('own export.json', JSON.stringify({ datasarana: 1, template: {}, total: 2, records: rows }), 2),
  refused('no list at the path.json', text, /no list at 'rows'/, 1010, { path: 'rows' }),
  refused('neither.json', '{"code": ', /not JSON/),
];

const point = (code: string, coordinates: readonly unknown[] = [101.6, 3.1]) => ({
  type: 'Feature',
  properties: { code },
  geometry: { type: 'Point', coordinates },
});
const shape = (code: string, type: string, coordinates: unknown) => ({
  type: 'Feature',
  properties: { code },
  geometry: { type, coordinates },
});
const RING = [
  [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ],
];

const GEOJSON: readonly UglyFile[] = [
  taken('points.geojson', features(point('A'), point('B')), 2),
  taken('named json.json', features(point('A'), point('B')), 2),
  taken('type last.geojson', JSON.stringify({ features: [point('A')], type: 'FeatureCollection' }), 1),
  taken(
    'with crs and bbox.geojson',
    JSON.stringify({
      type: 'FeatureCollection',
      crs: { type: 'name', properties: { name: 'EPSG:4326' } },
      bbox: [0, 0, 1, 1],
      features: [point('A')],
    }),
    1,
  ),
  taken('polygons.geojson', features(shape('A', 'Polygon', RING), shape('B', 'MultiPolygon', [RING])), 2),
  taken(
    'lines.geojson',
    features(
      shape('A', 'LineString', [
        [0, 0],
        [1, 1],
      ]),
      shape('B', 'MultiPoint', [[0, 0]]),
    ),
    2,
  ),
  taken('no geometry.geojson', features({ type: 'Feature', properties: { code: 'A' }, geometry: null }), 1),
  taken('no properties.geojson', features(point('A'), { type: 'Feature', properties: null, geometry: null }), 1, [2]),
  taken('off the globe.geojson', features(point('A', [0, 91]), point('B')), 1, [1]),
  taken('height beside.geojson', features(point('A', [1, 2, 300])), 1),
  taken(
    'ring not closed.geojson',
    features(
      shape('A', 'Polygon', [
        [
          [0, 0],
          [1, 0],
          [1, 1],
        ],
      ]),
      point('B'),
    ),
    1,
    [1],
  ),
  taken('unknown geometry.geojson', features(shape('A', 'Circle', [0, 0]), point('B')), 1, [1]),
  taken('not a feature.geojson', features(point('A'), { type: 'Point', coordinates: [0, 0] }), 1, [2]),
  taken(
    'broken feature.geojson',
    `{"type":"FeatureCollection","features":[${JSON.stringify(point('A'))},{"type":},${JSON.stringify(point('C'))}]}`,
    2,
    [2],
  ),
  taken('cut short.geojson', features(point('A'), point('B')).slice(0, -30), 1, [2]),
  taken('no features.geojson', features(), 0),
  taken('a feature on each line.geojsonl', `${JSON.stringify(point('A'))}\n${JSON.stringify(point('B'))}\n`, 2),
  taken('text sequence.geojsons', `\u001e${JSON.stringify(point('A'))}\n\u001e${JSON.stringify(point('B'))}\n`, 2),
  taken('a feature alone.geojson', JSON.stringify(point('A')), 1),
  taken('a feature alone over lines.geojson', JSON.stringify(point('A'), null, 2), 1),
  refused('a geometry.geojson', JSON.stringify({ type: 'Point', coordinates: [0, 0] }), /^Not a valid GeoJSON file$/),
  refused(
    'a topology.geojson',
    JSON.stringify({ type: 'Topology', objects: {}, features: [] }),
    /^Not a valid GeoJSON file$/,
  ),
];

const csv = 'code,num1\nA,1\nB,2\n';
/** The last letter but one of a text in an archive, as a 9. */
function changed(archive: Buffer, text: string): Buffer {
  const bytes = Buffer.from(archive);
  bytes.write('9', bytes.indexOf(text) + text.length - 2);
  return bytes;
}

const inZip = (name: string, content: string): Buffer => zipOf([{ name, bytes: Buffer.from(content) }]);

const PACKED: readonly UglyFile[] = [
  taken('rows.csv.gz', gzipSync(csv), 2),
  taken('rows.json.gz', gzipSync(text), 2),
  taken('rows.ndjson.gz', gzipSync(lines), 2),
  taken('rows.geojson.gz', gzipSync(features(point('A'))), 1),
  taken('gzip named csv.csv', gzipSync(csv), 2),
  taken('two members.csv.gz', Buffer.concat([gzipSync('code,num1\nA,1\n'), gzipSync('B,2\n')]), 2),
  taken('one file.zip', inZip('rows.csv', csv), 2),
  taken('one json.zip', inZip('rows.json', text), 2),
  taken(
    'beside mac files.zip',
    zipOf([
      { name: 'rows.csv', bytes: Buffer.from(csv) },
      { name: '__MACOSX/._rows.csv', bytes: Buffer.from('x') },
    ]),
    2,
  ),
  taken('not squeezed.zip', zipOf([{ name: 'rows.csv', bytes: Buffer.from(csv), stored: true }]), 2),
  refused(
    'two files.zip',
    zipOf(['a.csv', 'b.csv'].map((name) => ({ name, bytes: Buffer.from(csv) }))),
    /holds 2 files: 'a\.csv', 'b\.csv'\. Say which one/,
  ),
  taken(
    'with what is to be read by people.zip',
    zipOf([
      { name: 'README.txt', bytes: Buffer.from('Rows of 2021') },
      { name: 'LICENSE', bytes: Buffer.from('CC0') },
      { name: 'data/rows.csv', bytes: Buffer.from(csv) },
      { name: 'data/columns.pdf', bytes: Buffer.from('%PDF-1.4') },
    ]),
    2,
  ),
  taken('a readme of rows.zip', zipOf([{ name: 'readme.csv', bytes: Buffer.from(csv) }]), 2),
  refused(
    'a shapefile.zip',
    zipOf(['x.shp', 'x.dbf', 'x.shx', 'x.prj'].map((name) => ({ name, bytes: Buffer.from('x') }))),
    /is a shapefile/,
  ),
  refused('with a password.zip', zipOf([{ name: 'rows.csv', bytes: Buffer.from(csv), flags: 1 }]), /password/),
  refused(
    'a changed figure.zip',
    changed(zipOf([{ name: 'rows.csv', bytes: Buffer.from(csv), stored: true }]), csv),
    /what is unpacked of 'rows.csv' is not what was packed/,
  ),
  refused('cut.zip', inZip('rows.csv', csv).subarray(0, 60), /damaged/),
  refused('cut.csv.gz', gzipSync(csv.repeat(100)).subarray(0, 40), /gzip archive is cut/),
  refused('twice.csv.gz.gz', gzipSync(gzipSync(csv)), /holds another one/),
  refused('bomb.csv.gz', gzipSync(gzipBomb()), /hundredfold/),
  refused('bomb.zip', zipOf([{ name: 'rows.csv', bytes: gzipBomb() }]), /hundredfold/),
];

function gzipBomb(): Buffer {
  return Buffer.concat([Buffer.from('code,num1\n'), Buffer.alloc(24 * 1024 * 1024, 'A')]);
}

/** JSON, GeoJSON and what is packed. */
export const DOCUMENTS: readonly UglyFile[] = [...JSON_FILES, ...GEOJSON, ...PACKED];
