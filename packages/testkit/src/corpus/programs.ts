import { gzipSync } from 'node:zlib';
import { refused, taken, type UglyFile } from './ugly-file.ts';
import { zipOf } from './zip.ts';

const columns = (mapped: Readonly<Record<string, string | null>>) => ({ columns: JSON.stringify(mapped) });
const ofLog = { ignore_unknown: 'true', ...columns({ thread: 'code', message: 'txt1', time: 'day1' }) };

/** Logs as programs write them, their level before the thread and behind it. */
const LOGS: readonly UglyFile[] = [
  taken(
    'log4j.log',
    '2024-05-05 10:00:00,123 INFO  [main] com.x.Y - up, at last\n2024-05-05 10:00:01,123 ERROR [pool-1] com.x.Z - bad\njava.io.IOException: x\n\tat com.x.Z.run(Z.java:1)\n2024-05-05 10:00:02,123 WARN slow\n',
    2,
    [5],
    ofLog,
  ),
  taken(
    'spring.log',
    '2024-05-05 10:00:00.123  INFO 123 --- [           main] c.x.Y                  : up\n2024-05-05 10:00:01.123 ERROR 123 --- [nio-1] o.C.[.[.[/]              : a : b\n\njava.lang.IllegalStateException: x\n',
    2,
    [],
    ofLog,
  ),
  taken(
    'logback.log',
    '2024-05-05 10:00:00,123 [main] INFO  c.x.Y - up\n2024-05-05 10:00:00,123 [t-1] INFO  c.x.Y - up\n',
    2,
    [],
    ofLog,
  ),
  taken(
    'opensearch.log',
    '[2024-05-05T10:00:00,123][INFO ][o.o.n.Node               ] [node-1] initialized\n[2024-05-05T10:00:01,123][WARN ][o.o.m.j.JvmGcMonitorService] [node-2] [gc][1] overhead\n',
    2,
    [],
    { ignore_unknown: 'true', ...columns({ node: 'code', message: 'txt1', time: 'day1' }) },
  ),
  taken(
    'container.log',
    '2024-01-05T10:00:00.123456789Z stdout F on :80, at last\nstray\n2024-01-05T10:00:01Z stderr F x\n',
    2,
    [2],
    { ignore_unknown: 'true', ...columns({ stream: 'code', message: 'txt1', time: 'day1' }) },
  ),
  taken(
    'django.log',
    'INFO 2024-01-05 10:00:00,123 basehttp 1 "GET /a, b"\nERROR 2024-01-05 10:00:01,123 x 2 bad\nTraceback (most recent call last):\n  File "x"\n',
    2,
    [],
    { ignore_unknown: 'true', ...columns({ level: 'code', message: 'txt1', time: 'day1' }) },
  ),
  taken('lines that nobody knows.log', 'just text\nmore, with a comma\n\nend\n', 3, [], columns({ message: 'code' })),
  taken('table of a device.log', 'code,num1\nA,1\nB,x\nC,3\n', 2, [3]),
];

const A = '{"code":"A","num1":1}';

/** JSON as pandas, Firebase and others write it. */
const OBJECTS: readonly UglyFile[] = [
  taken('lists of values without names.json', '[["A",1],["B","x"],["C",3],["D",4,5]]', 2, [2, 4], {
    ...columns({ column_1: 'code', column_2: 'num1' }),
  }),
  taken(
    'objects by their day, as rows.json',
    `{"2024-01-01":[${A},{"code":"B"}],"2024-01-02":[7,{"code":"C","num1":"x"}]}`,
    2,
    [3, 4],
    {
      path: '*',
      ...columns({ key: 'txt1' }),
    },
  ),
];

const INDEXED = '{"data":[["A",1]],"columns":["code","num1"],"index":["r1"]}';
const FLOW = [
  'version account-id srcaddr srcport start bytes action',
  '2 123456789010 10.0.0.1 443 1418530010 20 ACCEPT',
  '2 123456789011 - - 1418530011 x NODATA',
];

/** Text as services, systems of accounting and devices write it. */
const TEXTS: readonly UglyFile[] = [
  taken('split of pandas.json', INDEXED, 1),
  taken(
    'load balancer.log',
    ['503', '200', '5o3']
      .map(
        (status, i) =>
          `http 2024-01-31T10:00:0${i}.123456Z lb-${i} 10.1.1.1:2817 - -1 -1 -1 ${status} - 34 366 "GET http://x:80/ HTTP/1.1" "x" - - - "-" "-" "-" 0 2024-01-31T10:00:00Z "forward" "-" "-" "-" "-" "-" "-"\n`,
      )
      .join(''),
    2,
    [3],
    { ...columns({ elb: 'code', status: 'num1', time: 'day1' }), ignore_unknown: 'true' },
  ),
  taken(
    'events of Windows.csv',
    'Level,Date and Time,Source,Event ID\nError,1/31/2024 10:00:00 AM,Disk,7,"Bad block, twice"\nError,1/31/2024 10:00:01 AM,Disk,x,Late\nError,1/31/2024 10:00:02 AM,Net,9,\n',
    2,
    [3],
    columns({ Level: 'txt1', 'Date and Time': 'day1', Source: 'code', 'Event ID': 'num1', column_5: null }),
  ),
  taken(
    'shapes of PostGIS.csv',
    'code,area\nA,0101000020E6100000000000000000F03F0000000000000040\nB,0101000020110F0000000000000000F03F0000000000000040\nC,0101000020E6100000\nD,CIRCULARSTRING(0 0)\n',
    1,
    [3, 4, 5],
  ),
  taken('flow.log', `${FLOW.join('\n')}\n`, 1, [3], {
    ignore_unknown: 'true',
    ...columns({ 'account-id': 'code', bytes: 'num1', start: 'long1' }),
  }),
  taken('days without end.csv', 'code,day1\nA,9999-12-31\nB,0001-01-01\nC,2024-01-31\nD,9999-12-32\n', 3, [5]),
  refused('device.nmea.txt', '$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\n', /NMEA 0183/),
  refused(
    'table.tex.txt',
    '% made by x\n\\begin{tabular}{lr}\ncode & num1 \\\\\nA & 1 \\\\\n\\end{tabular}\n',
    /LaTeX/,
  ),
];

const zeros = (count: number): readonly number[] => new Array<number>(count).fill(0);
const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

/** What programs of statistics keep for themselves. */
const BINARY: readonly UglyFile[] = [
  refused('data.dta', '<stata_dta><header><release>118</release></header></stata_dta>', /data file of Stata/),
  refused('data.sav', bytes('$FL2@(#) SPSS DATA FILE', zeros(100)), /data file of SPSS/),
  refused('data.zsav', bytes('$FL3@(#) SPSS DATA FILE', zeros(100)), /data file of SPSS/),
  refused('data.duckdb', bytes(zeros(8), 'DUCK', zeros(100)), /database of DuckDB/),
  refused('old data.dta', bytes([0x72, 2, 1, 0, 5, 0], zeros(100)), /data file of Stata/),
  refused('data.sas7bdat', bytes(zeros(12), [0xc2, 0xea, 0x81, 0x60, 0xb3, 0x14], zeros(100)), /data set of SAS/),
  refused('data.xpt', `HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!${'0'.repeat(30)}  `, /transport file of SAS/),
  refused('data.mat', bytes('MATLAB 5.0 MAT-file, Platform: PCWIN64', zeros(100)), /MATLAB/),
  refused('data.npy', bytes([0x93], 'NUMPY', [1, 0, 0x76, 0], '{}'), /array of NumPy/),
  refused('data.pkl', bytes([0x80, 4, 0x95, 0x10], zeros(8)), /pickle/),
  refused('data.rds', gzipSync(bytes('X\n', [0, 0, 0, 3, 0, 4])), /object of R \(RDS\)/),
  refused('data.RData', gzipSync(bytes('RDX3\nX\n', [0, 0, 0, 3])), /data of R/),
];

const CSV = Buffer.from('code,num1\nA,1\nB,x\n');
const spark = (...names: readonly string[]): Buffer =>
  zipOf([
    { name: 'out/_SUCCESS', bytes: Buffer.alloc(0), stored: true },
    { name: 'out/._SUCCESS.crc', bytes: Buffer.from('crc\0') },
    ...names.flatMap((name) => [
      { name: `out/.${name}.crc`, bytes: Buffer.from('crc\0') },
      { name: `out/${name}`, bytes: CSV },
    ]),
  ]);

/** Folders of Spark. */
const FOLDERS: readonly UglyFile[] = [
  taken('one part of spark.zip', spark('part-00000.csv'), 1, [3]),
  {
    name: 'two parts of spark.zip',
    bytes: spark('part-00000-1a2b-c000.csv', 'part-00001-1a2b-c000.csv'),
    expected: { read: 4, accepted: 1, unchanged: 1, rejected: 2, lines: [3, 5] },
  },
  taken('one of two parts of spark.zip', spark('part-00000.csv', 'part-00001.csv'), 1, [3], {
    entry: 'out/part-00001.csv',
  }),
  refused(
    'parts of two kinds of spark.zip',
    spark('part-00000.csv', 'part-00001.json'),
    /holds 2 files: 'out\/part-00000\.csv'/,
  ),
  {
    name: 'parts of lines of spark.zip',
    bytes: zipOf([
      { name: 'part-00001.json', bytes: Buffer.from('{"code":"A"}\n{"code":"C"}') },
      { name: 'part-00000.json', bytes: Buffer.from('{"code":"A"}\n{"code":"B"}') },
    ]),
    expected: { read: 4, accepted: 3, unchanged: 1, rejected: 0 },
  },
];

/** What programs write for themselves, or for others of their kind. */
export const PROGRAMS: readonly UglyFile[] = [...LOGS, ...OBJECTS, ...TEXTS, ...BINARY, ...FOLDERS];
