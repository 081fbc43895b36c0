import { gzipSync } from 'node:zlib';
import { book, one, sheet } from './book.ts';
import { feature, features } from './features.ts';
import { refused, taken, type UglyFile } from './ugly-file.ts';

const columns = (mapped: Readonly<Record<string, string | null>>) => ({ columns: JSON.stringify(mapped) });
const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

/** Tables as people type them and as terminals print them. */
const TYPED: readonly UglyFile[] = [
  refused(
    'printed by psql.txt',
    ' code | num1 \n------+------\n A    |    1\n B    |    x\n(2 rows)\n',
    /lines of dashes/,
  ),
  taken('printed by psql without its rule.txt', ' code | num1 \n A    |    1\n B    |    x\n(1 row)\n', 2, [3]),
  taken('dashes under the names.csv', 'code,num1\n----,----\nA,1\n', 1, [2]),
  refused('table of a wiki.md.txt', '| code | num1 |\n|------|:-----|\n| A | 1 |\n', /lines of dashes/),
  taken('a comma in a name.csv', 'code;"txt1, remark"\nA;x, y\nB;z\n', 2, [], columns({ 'txt1, remark': 'txt1' })),
  taken(
    'a comma in a name without quotes.csv',
    'code;txt1, remark\nA;x\nB;z\n',
    2,
    [],
    columns({ 'txt1, remark': 'txt1' }),
  ),
  taken('pipes between, commas within.csv', 'code|txt1\nA|a,b,c\nB|d,e,f\n', 2),
  taken('one column of commas in quotes.csv', 'code\n"A,1"\n"B,2"\n', 2),
  taken('spaces behind quotes.csv', 'code,num1\n"A" ,1\n"B", 2\n', 2),
  taken('spaces before quotes.csv', '"code", "txt1" ,  "num1"\nA, "x, y", 1\nB, "z" , "2"\n', 2),
  taken('quotes behind spaces that are letters.csv', 'code,txt1\nA, "x" y\nB, "z\nC, "\n', 3),
  taken('rows in quotes where quotes are in them.csv', 'code,txt1,num1\n"A,""x, y"",1"\nB,x,2\n"C,""x"",n"\n', 2, [4]),
  taken('each line in quotes.csv', '"code,txt1,num1"\n"A,""x, y"",1"\n"B,x,2"\n"C,x,n"\n', 2, [4]),
  taken('backslashes before quotes.csv', 'code,txt1\nA,"he said \\"no\\""\nB,x\n', 1, [2]),
  taken('a backslash at the end.csv', 'code,txt1\nA,"C:\\temp\\"\nB,x\n', 2),
  taken('names with hard spaces.csv', '\u00a0code\u00a0,num1\u00a0\nA,1\n', 1),
  taken('names with marks of no width.csv', '\u200bcode,num\u200b1\nA,1\n', 1),
  refused('names that differ by case.csv', 'code,Code\nA,B\n', /code/i, 31),
  taken('read twice in another encoding.csv', 'code,txt1\nA,ZÃ¼rich\nB,MalmÃ¶\n', 2),
  taken(
    'a NUL in two bytes.csv',
    bytes('code,txt1\nA,"Zürich, Malmö, Łódź, São Paulo"\nB,x', [0xc0, 0x80], 'y\nC,z\n'),
    2,
    [3],
  ),
  taken(
    'half a pair in three bytes.csv',
    bytes('code,txt1\nA,"Zürich, Malmö, Łódź, São Paulo"\nB,', [0xed, 0xa0, 0x80], '\nC,z\n'),
    2,
    [3],
  ),
  taken(
    'a pair in six bytes.csv',
    bytes(
      'code,txt1\nA,"Zürich, Ærøskøbing, Ñuñoa, Malmö, Łódź, São Paulo"\nB,',
      [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80],
      '\n',
    ),
    1,
    [3],
  ),
  taken('letters put together.csv', 'code,txt1\nA,Zu\u0308rich\nB,🏳️‍🌈\n', 2),
  taken('right to left.csv', 'code,txt1\nA,\u202eevil\nB,שלום\n', 2),
  taken('a key of spaces.csv', 'code,num1\n   ,1\nB,2\n', 1, [2]),
  taken('a key of a quoted nothing.csv', 'code,num1\n"",1\nB,2\n', 1, [2]),
  taken('COPY of PostgreSQL.tsv', 'code\tnum1\ttxt1\nA\t1\ta\\nb "c\nB\t\\N\t\\N\nC\tx\\ty\t\\N\n', 2, [4]),
  taken('INTO OUTFILE of MySQL.txt', 'code\tnum1\ttxt1\nA\t1\ta\\\nb\nB\t\\N\tc\\\td\n', 2),
  taken('enclosed by MySQL.csv', 'code,num1,txt1\n"A","1","a \\"b\\", c"\n"B",\\N,"d\\\ne"\n', 2),
  taken('a header and a remark above.csv', 'Sales 2021;;\n;;\ncode;num1;txt1\nA;1;x\n', 1, [], { header_row: '3' }),
];

const A = '{"code":"A","num1":1}';
const B = '{"code":"B","num1":2}';

/** JSON as interfaces answer it. */
const ANSWERS: readonly UglyFile[] = [
  taken('embedded.json', `{"_links":{"self":{"href":"x"}},"_embedded":{"items":[${A},${B}]}}`, 2),
  taken('an empty list before.json', `{"errors":[],"data":[${A},${B}]}`, 2),
  taken(
    'labels before cards.json',
    `{"labels":[{"id":"l1","name":"Red"}],"cards":[${A},${B}],"lists":[{"id":"x"}]}`,
    2,
  ),
  taken('links before the entries of a bundle.json', `{"link":[{"relation":"self","url":"x"}],"entry":[${A},${B}]}`, 2),
  taken('a null before.json', `{"error":null,"count":2,"data":[${A},${B}]}`, 2),
  taken(
    'hits of a search.json',
    `{"took":1,"hits":{"total":{"value":2},"hits":[{"_index":"x","_id":"1","_score":1.0,"_source":${A}},{"_index":"x","_id":"2","_score":1.0,"_source":${B}}]}}`,
    2,
    [],
    { ...columns({ '_source.code': 'code', '_source.num1': 'num1' }), ignore_unknown: 'true' },
  ),
  taken(
    'hits of a search, by their names.json',
    `{"took":1,"hits":{"total":{"value":2},"hits":[{"_index":"x","_id":"1","_score":1.0,"_source":${A}},{"_index":"x","_id":"2","_score":1.0,"_source":${B},"sort":[2]}]}}`,
    2,
  ),
  taken(
    'elasticdump.json',
    `{"_index":"x","_type":"_doc","_id":"1","_score":1,"_source":${A}}\n{"_index":"x","_type":"_doc","_id":"2","_score":1,"_source":${B}}\n`,
    2,
  ),
  taken(
    'elasticdump, with a function.json',
    `{"_index":"x","_type":"_doc","_id":"1","_score":1,"_source":{"code":"a","num1":1}}\n{"_index":"x","_type":"_doc","_id":"2","_score":1,"_source":${B}}\n`,
    2,
    [],
    { transforms: '{"_source.code":[{"kind":"upper"}]}', ignore_unknown: 'true' },
  ),
  taken('lines for a bulk.ndjson', `{"index":{"_id":"1"}}\n${A}\n{"index":{"_id":"2"}}\n${B}\n`, 2),
  taken('objects by their key.json', '{"A":{"num1":1},"B":{"num1":2}}', 0, [1]),
  taken('objects by their key, as rows.json', '{"A":{"num1":1},"B":{"num1":"x"},"C":3,"D":{}}', 2, [2, 3], {
    path: '*',
    ...columns({ key: 'code' }),
  }),
  taken('objects by their key in another.json', '{"users":{"A":{"num1":1},"B":{"key":2}}}', 2, [], {
    path: 'users.*',
    ...columns({ key_2: 'code', key: 'dbl1', num1: 'num1' }),
  }),
  taken('dates of Mongo.json', '[{"code":"A","day1":{"$date":"2021-03-31T00:00:00Z"}},{"code":"B"}]', 2),
  taken(
    'dates of Mongo, mapped.json',
    '[{"code":"A","when":{"$date":"2021-03-31T00:00:00Z"}},{"code":"B","when":{"$date":{"$numberLong":"1617148800000"}}}]',
    2,
    [],
    columns({ when: 'day1' }),
  ),
  taken('numbers as texts with spaces.json', '[{"code":"A","num1":" 5 "},{"code":"B","num1":"5x"}]', 1, [2]),
  taken('a switch for a text.json', '[{"code":"A","txt1":true},{"code":"B","txt1":0}]', 2),
  taken('an empty text for a number.json', '[{"code":"A","num1":""},{"code":"B","num1":null}]', 2),
  taken('one apostrophe line.ndjson', `${A}\n{'code':'B'}\n`, 1, [2]),
  taken(
    'beyond the date line.geojson',
    features(
      feature('A', { type: 'Point', coordinates: [181, 0] }),
      feature('B', { type: 'Point', coordinates: [180, 0] }),
    ),
    1,
    [1],
  ),
  taken('in metres.geojson', features(feature('A', { type: 'Point', coordinates: [11_310_000, 345_000] })), 0, [1]),
  taken(
    'ids beside.geojson',
    features(feature('A', { type: 'Point', coordinates: [1, 2] }, { id: 7 }), feature('B', null, { id: 'x' })),
    2,
  ),
  taken(
    'heights in a ring.geojson',
    features(
      feature('A', {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0, 5],
            [1, 0, 5],
            [1, 1, 5],
            [0, 0, 5],
          ],
        ],
      }),
    ),
    1,
  ),
  taken(
    'a collection in a collection.geojson',
    features({ type: 'FeatureCollection', features: [] }, feature('B', null)),
    1,
    [1],
  ),
];

const cell = (text: string): string => `<is><t>${text}</t></is>`;
/** Workbooks as other programs than Excel write them. */
const SHEETS: readonly UglyFile[] = [
  taken(
    'days as texts of the standard.xlsx',
    one([
      ['code', 'day1'],
      ['A', { raw: '<c @ t="d"><v>2021-03-31T10:00:00</v></c>' }],
      ['B', { raw: '<c @ t="d"><v>2021-12-25</v></c>' }],
    ]),
    2,
  ),
  taken(
    'rows without numbers.xlsx',
    book({
      sheets: [
        {
          name: 'Data',
          xml: sheet([]).replace(
            '<sheetData>',
            `<sheetData><row><c t="inlineStr">${cell('code')}</c></row><row><c t="inlineStr">${cell('A')}</c></row><row/><row><c t="inlineStr">${cell('B')}</c></row>`,
          ),
        },
      ],
    }),
    2,
  ),
  taken(
    'a row at the very end.xlsx',
    book({
      sheets: [
        {
          name: 'Data',
          xml: sheet([['code'], ['A']]).replace(
            '</sheetData>',
            `<row r="1048576"><c r="A1048576" t="inlineStr">${cell('B')}</c></row></sheetData>`,
          ),
        },
      ],
    }),
    2,
  ),
  taken(
    'years for names.xlsx',
    one([
      ['code', 2021, 2022],
      ['A', 1, 2],
    ]),
    1,
    [],
    columns({ '2021': 'num1', '2022': 'long1' }),
  ),
  taken(
    'numbers as texts.xlsx',
    one([
      ['code', 'num1', 'dbl1'],
      [7, '12', ' 1.5 '],
      [8.5, '1,200', 'x'],
    ]),
    1,
    [3],
  ),
  taken(
    'a sheet of an odd name.xlsx',
    book({ sheets: [{ name: "Q1 &amp; Q2 '21 🙂", xml: sheet([['code'], ['A']]) }] }),
    1,
    [],
    { sheet: "Q1 & Q2 '21 🙂" },
  ),
];

/** What is no table at all, with the name of one. */
const STRAYS: readonly UglyFile[] = [
  refused('archive of Unix.csv', tarOf('rows.csv', 'code,num1\nA,1\n'), /TAR/),
  refused('archive of Unix.tar.gz', gzipSync(tarOf('rows.csv', 'code,num1\nA,1\n')), /TAR/),
  refused('seven zip.csv', bytes([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4], 'x'), /7-Zip/),
  refused('rar.csv', bytes('Rar!', [0x1a, 7, 1, 0], 'x'), /RAR/),
  refused('bzip2.csv', bytes('BZh91AY&SY', [0xff, 1, 2, 3]), /bzip2/),
  refused('xz.csv', bytes([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0, 4]), /XZ/),
  refused('zstd.csv', bytes([0x28, 0xb5, 0x2f, 0xfd, 4, 0, 0, 0]), /Zstandard/),
  refused('picture.csv', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 0x0d], 'IHDR'), /PNG picture/),
  refused('photograph.csv', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0x10], 'JFIF', [0]), /JPEG picture/),
  refused('contacts.vcf', 'BEGIN:VCARD\r\nFN:Ann\r\nEND:VCARD\r\n', /address book \(vCard\)/),
  refused('dates.ics', 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n', /calendar \(iCalendar\)/),
  refused(
    'mail.eml',
    'From: a@b.c\r\nSubject: x, y\r\nMIME-Version: 1.0\r\n\r\nHello, you\r\n',
    /is a mail\. Save the file/,
  ),
  refused(
    'mails.mbox',
    'From a@b.c Mon Jan  1 2024\nReceived: from x\n  by y\nFrom: a@b.c\n\nHello, you\n',
    /is a mail/,
  ),
  refused('bookings.ofx', 'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX></OFX>\n', /bank statement/),
  refused('bookings.qif', '!Type:Bank\nD01/31/2024\nT-12.50\n^\n', /bank statement/),
  refused('bookings.sta', ':20:STARTUMS\n:25:1234/5678\n:28C:1/1\n:60F:C240101EUR1,00\n', /bank statement/),
  refused('papers.bib', '@article{x,\n author = {A, B},\n}\n', /list of references/),
  refused('papers.ris', 'TY  - JOUR\nAU  - X, Y\nER  - \n', /list of references/),
  refused('orders.edi', "UNA:+.? 'UNB+UNOC:3+x+y'UNH+1+ORDERS'", /EDIFACT/),
  taken('marks of statements for names.csv', '@code,num1\nA,1\n', 1, [], columns({ '@code': 'code' })),
  refused('rows.yaml', '- code: A\n  num1: 1\n', /is YAML/),
  refused('rows.txt', '---\ncode: A\nnum1: 1\n', /is YAML/),
  taken('json for a yaml.yml', '[{"code":"A"}]', 1),
  taken('a mail for a name.csv', 'code\nFrom: a\nReceived: b\n', 2),
  taken(
    'lists on lines below their names.ndjson',
    '["code","num1"]\n["A",1]\n["B","x"]\n\n["C",3,4]\n["D"]',
    2,
    [3, 4],
  ),
  taken('lists on lines in a list of its own.json', '[["code","num1"]\n,["A",1]]', 1),
  refused('avro.csv', bytes('Obj', [1, 4, 0x16], 'avro.schema'), /Avro/),
  refused('orc.csv', bytes('ORC', [8, 0x0a, 0, 0, 1]), /ORC/),
  refused('feather.csv', bytes('FEA1', [0, 0, 0, 0]), /Feather/),
  refused('shapes.csv', bytes([0, 0, 0x27, 0x0a], new Array<number>(96).fill(0)), /shapes of a shapefile/),
  refused(
    'table of dBase.csv',
    bytes(
      [3, 124, 1, 31, 0, 0, 0, 0, 65, 0, 11, 0],
      new Array<number>(20).fill(0),
      'NAME',
      new Array<number>(28).fill(0),
      [0x0d],
      ' Ann       ',
    ),
    /table of dBase \(DBF\)/,
  ),
  refused('settings.ini', '; of x\n[General]\nname = a\n\n[Other]\nx=1\n', /settings \(INI or TOML\)/),
  refused(
    'cpu.lp',
    'cpu,host=a usage=0.5,idle=99i 1434055562000000000\ncpu,host=b usage=1 1434055562000000000\n',
    /InfluxDB/,
  ),
  refused('metrics.txt', '# HELP x of y, z\n# TYPE x counter\nx{a="b",c="d"} 1027 1395066363000\n', /Prometheus/),
  refused('tweets.js', 'window.YTD.tweet.part0 = [ {"tweet":{"id":"1"}} ]', /JSON within a script/),
  refused('callback.json', 'callback([{"code":"A"},{"code":"B"}]);', /JSON within a script/),
  taken('a bracket in a name.csv', 'code,num1 (x)\nA,1\n', 1, [], columns({ 'num1 (x)': 'num1' })),
  refused('of mysql.txt', '+----+------+\n| id | name |\n+----+------+\n|  1 | Ann  |\n+----+------+\n', /table drawn/),
  taken('a name in brackets.csv', '[code],num1\nA,1\n', 1, [], columns({ '[code]': 'code' })),
  refused('rows.xml', '<?xml version="1.0"?><rows><row><code>A</code></row></rows>', /XML/),
  refused(
    'no places.kml',
    '<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document/></kml>',
    /no placemark/,
  ),
  taken(
    'places.kml',
    `<kml>${['1,2', 'x', '3,4,5']
      .map(
        (at, i) =>
          `<Placemark><ExtendedData><Data name="code"><value>${i}</value></Data></ExtendedData><Point><coordinates>${at}</coordinates></Point></Placemark>`,
      )
      .join('\n')}</kml>`,
    2,
    [2],
  ),
  taken(
    'places.gpx',
    '<?xml version="1.0"?><gpx version="1.1"><wpt lat="1" lon="2"><code>A</code></wpt><wpt lat="91" lon="2"><code>B</code></wpt></gpx>',
    1,
    [2],
    { ignore_unknown: 'true' },
  ),
];

function tarOf(name: string, text: string): Buffer {
  const head = Buffer.alloc(512);
  head.write(name, 0);
  head.write('0000644\0', 100);
  head.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124);
  head.write('ustar\0', 257);
  const body = Buffer.alloc(512);
  body.write(text);
  return Buffer.concat([head, body, Buffer.alloc(1024)]);
}

/** Files of hands, terminals, interfaces and other programs than the usual ones. */
export const BY_HAND: readonly UglyFile[] = [...TYPED, ...ANSWERS, ...SHEETS, ...STRAYS];
