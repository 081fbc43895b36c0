import { gzipSync } from 'node:zlib';
import { refused, taken, type UglyFile } from './ugly-file.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const columns = (names: Readonly<Record<string, string | null>>) => ({ columns: JSON.stringify(names) });

/** Files that were printed, put together or filled in by others, with what stands in them beside the rows. */
export const PUT_TOGETHER: readonly UglyFile[] = [
  taken(
    'answers to a form of the web.csv',
    '"day1","code","txt1"\n"2023/12/31 4:05:06 PM GMT+7","A","Mon, Tue;Wed"\n"2024/01/02 9:00:00 AM GMT+7","B","Good\n\nreally ""good"""\n',
    2,
  ),
  taken(
    'hours of no zone.csv',
    'code,day1\nA,2023/12/31 16:05 GMT+15\nB,2023/12/31 16:05 UTC\nC,2023/12/31 GMT\n',
    1,
    [2, 4],
  ),
  taken(
    'answers in groups.csv',
    'start;"about/code";"about/num1";_id\n2023-12-31T10:00:00.000+07:00;"A; B";34;1\n2024-01-01T10:00:00.000+07:00;"B";n/a;2\n',
    1,
    [3],
    columns({ start: 'day1', 'about/code': 'code', 'about/num1': 'num1', _id: null }),
  ),
  taken(
    'account of a bank.csv',
    latin1(
      '"Konto:";"DE00 1234"\n"Inhaber:";"Müller"\n\n"Nr";"Tag";"Betrag"\n"A";"31.12.2023";"-1.200,00"\n"B";"30.12.2023";"3.000,00"\n"";"Kontostand";"1.800,00"\n',
    ),
    2,
    [7],
    {
      header_row: '4',
      ...columns({ Nr: 'code', Tag: 'day1', Betrag: 'dbl1' }),
      formats: '{"Tag":"dd.MM.yyyy"}',
      transforms: '{"Betrag":[{"kind":"number","decimal":",","group":"."}]}',
    },
  ),
  taken(
    'a list drawn with lines.txt',
    '20.11.2023      List      1\r\n\r\n-----------------\r\n|Material |  Qty|\r\n-----------------\r\n|100-100  |    5|\r\n|100-200  |  x 7|\r\n-----------------\r\n',
    1,
    [5, 7, 8],
    {
      header_row: '4',
      ...columns({ Material: 'code', Qty: 'num1' }),
      ignore_unknown: 'true',
    },
  ),
  taken('line ends of three systems.csv', 'code,num1\r\nA,1\nB,2\rC,3\r\n\r\nD,4', 4),
  taken('inches.csv', 'code,txt1\nA,5" pipe\nB,"6"" pipe"\nC,"7" pipe"\nD,x\n', 3, [4]),
  taken('two files one behind another, each with its mark.csv', '\uFEFFcode,num1\nA,1\n\uFEFFcode,num1\nB,2\n', 2, [3]),
  taken(
    'a list drawn with lines below its title.txt',
    '20.11.2023      List      1\r\n\r\n-----------------\r\n|code     | num1|\r\n-----------------\r\n|100-100  |    5|\r\n|100-200  |  x 7|\r\n-----------------\r\n',
    1,
    [7],
  ),
  taken(
    'below each other with rules.txt',
    'code     num1 txt1\n-------- ---- ----\nA           1 x, y\nB           x z\nC           3\n(3 rows affected)\n',
    2,
    [4, 6],
  ),
  taken('below each other.txt', '  code  num1 txt1\n   A      1  x, y\n   B      x  z\n', 1, [3]),
  taken('printed pages.csv', 'code,num1\nA,1\nPage 1,\ncode,num1\nB,2\n', 3, [4]),
  taken(
    'what is kept of four days, nothing of one.csv.gz',
    Buffer.concat(['code,num1\nA,1\n', 'B,2\n', '', 'C,x\n'].map((text) => gzipSync(text))),
    2,
    [4],
  ),
  taken(
    'numbers beyond measure.ndjson',
    '{"code":"A","long1":9007199254740993}\n\n  \n{"code":"B","long1":12345678901234567890},\n{"code":"C","dbl1":1e309}\n{"code":"D","num1":-0.0}\n',
    2,
    [4, 5],
  ),
  taken(
    'features over several lines behind separators.geojson',
    ['A', 'B', 'C']
      .map((code) => `\u001e{\n "type": "Feature",\n "properties": {\n  "code": "${code}"\n },\n "geometry": null\n}\n`)
      .join(''),
    3,
    [],
    columns({ code: 'code', geometry: null }),
  ),
  taken(
    'access.log',
    '10.0.0.1 - A [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.1" 200 5 "-" "Mozilla/5.0 (X11; Linux)"\n10.0.0.2 - B [31/Feb/2000:13:55:36 +0000] "\\x16" 400 - "-" "-"\n10.0.0.4 - D [10/Oct/2000:13:55:37 -0700] "-" 408 0 "-" "-"\n10.0.0.3 - C [10/Oct/2000\n',
    2,
    [2, 4],
    {
      format: 'ndjson',
      ignore_unknown: 'true',
      ...columns({ user: 'code', agent: 'txt1', status: 'num1', bytes: 'long1', time: 'day1' }),
    },
  ),
  taken('of R.txt', '"code" "txt1" "num1"\n"r 1" "A" "a ""b" 1\n"r2" "B" "c" x\n"r3" "C" "d" NA\n', 1, [3, 4], {
    ignore_unknown: 'true',
  }),
  taken('spaces between numbers.xyz', 'num1 dbl1 code\n1 1.5 7\n2 2.5 8\nx 3.5 9\n', 2, [4], { delimiter: 'space' }),
  taken(
    'error.log',
    '2024/01/31 10:00:00 [error] 12#34: *5 open() "/x" failed, client: 1.2.3.4\n2024/01/31 10:00:01 [notice] 13#1: start, x\n  goes on\n',
    2,
    [],
    { ignore_unknown: 'true', ...columns({ process: 'code', message: 'txt1', connection: 'num1', time: 'day1' }) },
  ),
  taken(
    'syslog',
    'Oct 10 13:55:36 A sshd[1]: in\nOct 10 13:55:37 B kernel: [ 1.0] up\n--- cut ---\n2024-01-31T10:00:00.5+01:00 C cron[2]: run\n',
    3,
    [3],
    { ignore_unknown: 'true', ...columns({ host: 'code', message: 'txt1', process: 'num1' }) },
  ),
  taken(
    'logfmt.log',
    'ts=2024-01-31T10:00:00Z level=info msg="a \\"b\\"" id=A n=1\nts=2024-01-31T10:00:01Z level=warn msg=b id=B n=x\n\nlevel=info msg=c id=C\n',
    2,
    [2],
    { ignore_unknown: 'true', ...columns({ id: 'code', msg: 'txt1', n: 'num1', ts: 'day1' }) },
  ),
  taken(
    'ex240101.log',
    '#Software: IIS 10.0\r\n#Version: 1.0\r\n#Fields: date time cs-username sc-status\r\n2024-01-01 00:00:01 A 200\r\n2024-01-01 00:00:02 B\r\n2024-01-01 00:00:03 C -\r\n',
    2,
    [5],
    { ignore_unknown: 'true', ...columns({ 'cs-username': 'code', 'sc-status': 'num1', timestamp: 'day1' }) },
  ),
  refused(
    'dump.sql',
    '/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19\n\n/*!40101 SET NAMES utf8 */;\nDROP TABLE IF EXISTS `t`;\nCREATE TABLE `t` (\n `code` int\n);\nINSERT INTO `t` VALUES (1),(2);\n',
    /^The file is a dump of a database, statements of SQL\. Export its table as CSV/,
  ),
  refused(
    'dump of PostgreSQL.sql',
    '--\n-- PostgreSQL database dump\n--\n\nSET lock_timeout = 0;\n\nCOPY public.t (code, num1) FROM stdin;\nA\t1\nB\t\\N\n\\.\n',
    /^The file is a dump of a database/,
  ),
  taken('a header like SQL.csv', 'code,txt1\nA,CREATE TABLE x\nB,"INSERT INTO x\nINSERT INTO y"\n', 2),
  taken('a dump of MySQL.txt', 'code\tnum1\ttxt1\nA\t\\N\tx\\ty\nB\t2\t\\N\n', 2),
];
