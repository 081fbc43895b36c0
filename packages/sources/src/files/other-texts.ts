import { FileRefused } from '../refusal.ts';

/** Remarks of a dump and the first statement behind them, as `pg_dump`, `mysqldump` and `.dump` of SQLite write them. */
const STATEMENT =
  /^(?:\s|--[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/;?)*(?:ALTER|BEGIN|COPY|CREATE|DROP|INSERT|LOCK|PRAGMA|SET|START|USE)\s[^\n]*/i;
const OF_ROWS = /^(?:CREATE (?:TEMPORARY )?TABLE|INSERT INTO|COPY)\s/im;
const isDump = (text: string): boolean => STATEMENT.test(text) && OF_ROWS.test(text);

/** A line of the head of a mail, or what goes on from the line before. */
const HEAD_LINE = /^(?:[A-Za-z][\w-]*:|[ \t]|From )/;
const OF_MAIL = /^(?:MIME-Version|Received|Message-ID|Return-Path|Delivered-To):/im;
const MAIL_BEGINS = 8192;

function isMail(text: string): boolean {
  const [head = ''] = text.slice(0, MAIL_BEGINS).split(/\r?\n\r?\n/, 1);
  return (
    OF_MAIL.test(head) &&
    /^(?:From|Subject|Date):/im.test(head) &&
    head.split('\n').every((line) => HEAD_LINE.test(line))
  );
}

const isYaml = (text: string, name: string): boolean =>
  /^---\s*\n(?:- )?[\w"']+: ?/.test(text) || (/\.ya?ml(?:\.gz)?$/i.test(name) && !/^[[{]/.test(text));

const STATEMENT_OF_BANK =
  /^(?:OFXHEADER:|!(?:Account|Option:\w+|Type:(?:Bank|Cash|CCard|Invst|Oth [AL]))\s|(?:\{1:[^\n]*\s+)?:20:[^\n]*\s+(?::2[158]C?:[^\n]*\s+)+:60[FM]:)/;
const REFERENCES = /^(?:@[a-z]+\s*\{[^,\s]*,\s*\n\s*[a-z]+\s*=|TY {2}- [A-Z]+\s*\n[A-Z][A-Z0-9] {2}- )/i;

/** A line of the protocol: what is measured, its tags, its values and when, in ns as a rule; without a tag the moment has to be there. */
const MEASURED =
  /^(?:[^\s,="\\]|\\.)+(?:(?:,[^\s,="]+=[^\s,="]+)+(?= )|(?=.* \d{10,19}$)) [^\s,="]+=(?:"[^"]*"|[-\w.+]+)(?:,[^\s,="]+=(?:"[^"]*"|[-\w.+]+))*(?: \d{10,19})?$/;
const LINES_LOOKED_AT = 3;

function isLineProtocol(text: string): boolean {
  const lines = text
    .split(/\r?\n/, LINES_LOOKED_AT + 1)
    .slice(0, LINES_LOOKED_AT)
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.length > 0 && lines.every((line) => MEASURED.test(line));
}

const METRICS =
  /^(?:# (?:HELP|TYPE) [A-Za-z_:][\w:]*[ \n]|[A-Za-z_:][\w:]*\{\w+="(?:[^"\\\n]|\\.)*"(?:,\w+="(?:[^"\\\n]|\\.)*")*\} [-+\w.]+(?: \d+)?\s)/;
/** A section in brackets, and below it a name with a value, remarks and blank lines between. */
const SETTINGS = /^(?:[;#][^\n]*\n\s*)*\[[^\][\n,"]+\][ \t]*\r?\n(?:[;#][^\n]*\n|\s)*[\w.-]+ ?[=:]/;
/** Rules around a table, or below its names, of mysql, psql and Markdown. */
const DRAWN = /^(?:\+-[-+]+\+\s*\n\s*\||(?=[^\n|]*\|)[^\n]*\n(?:-+(?:\+-+)+\s*\n|\|(?: ?:?-{2,}:? ?\|)+\s*\n))/;

/** Sentences of navigation devices: who sends what, and at the end a sum. */
const NMEA = /^[$!][A-Z]{5},[^\n]*\*[\dA-F]{2}\s/;
/** What one system of trade or of hospitals tells another: the first segment of each kind. */
const MESSAGE = /^(?:UN(?:A.{6}\s*UNB|B\+UNO[A-Z])|ISA([^\w\s])\d\d\1.{10}\1\d\d\1|(?:MSH|FHS|BHS)\|\^~\\&)/;
/** Letters of genes below their names, of proteins where there are many of them. */
const SEQUENCES = /^(?:>\S[^\n]*\n(?:[ACGTUN*-]{20,}|[A-Z*-]{40,})\s*\n|@\S[^\n]*\n[ACGTN]+\s*\n\+)/i;
const SUBTITLES = /^(?:WEBVTT\s|1\s*\n\d\d:\d\d:\d\d[,.]\d{3} --> )/;
const LDIF = /^(?:version: \d+\s+)?dn::? [^\n]+\n\w[\w;-]*::? /;
const ARFF = /^(?:%[^\n]*\n|\s)*@relation\s/i;

const LATEX = /^(?:%[^\n]*\n)*\\(?:begin|documentclass|usepackage|centering|hline|toprule)\b/;

/** A name to which a list or an object is given, or a call with one. */
const SCRIPT =
  /^(?:(?:var|let|const|export default|return)\s+)?(?:[A-Za-z_$][\w$]*(?:\.[\w$]+)*\s*(?:=|\()|\(|module\.exports\s*=)\s*(?:\[\s*[[{"\]]|\{\s*["}])/;

const POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v\d\noid sha\d+:/;
const SYLK = /^ID;P[^\n]*\n(?:[A-Z]+;[^\n]*\n)*[BCFOP];[^\n]*\n/;
const DIF = /^TABLE\r?\n0,1\r?\n"[^\n]*\n(?:VECTORS|TUPLES)\r?\n/;
const DXF = /^(?:999\r?\n[^\n]*\n)?0\r?\nSECTION\r?\n[ \t]*2\r?\n/;

/** What Excel puts beside a workbook while it is open: who has it open. */
const isLock = (_: string, name: string): boolean => /(?:^|[/\\])~\$[^/\\]*\.xls[xmb]?$/i.test(name);

/** Texts whose lines are no rows, what they are, and the way on from there. */
const OTHERS: readonly (readonly [is: (text: string, name: string) => boolean, what: string, advice: string])[] = [
  [
    isDump,
    'a dump of a database, statements of SQL',
    'Export its table as CSV and send that, or read the table where it stands.',
  ],
  [
    (text) => POINTER.test(text),
    'what Git keeps in place of a large file (a pointer of Git LFS), and not the file',
    'Fetch it, for example with git lfs pull, and send that.',
  ],
  [
    isLock,
    'what Excel keeps beside a workbook that is open',
    'Send the workbook itself, whose name does not begin with ~$.',
  ],
  [
    (text) => SYLK.test(text) || DIF.test(text),
    'a workbook as text (SYLK or DIF)',
    'Open it in a spreadsheet, save it as XLSX or CSV and send that.',
  ],
  [(text) => DXF.test(text), 'a drawing (DXF)', 'Export its shapes as GeoJSON (in degrees, WGS 84) and send that.'],
  [(text) => /^BEGIN:VCARD\s/i.test(text), 'an address book (vCard)', 'Export the contacts as CSV and send that.'],
  [(text) => /^BEGIN:VCALENDAR\s/i.test(text), 'a calendar (iCalendar)', 'Export its entries as CSV and send that.'],
  [
    (text) => text.startsWith('{\\rtf'),
    'a document of a text program (RTF)',
    'Save its table as XLSX or CSV and send that.',
  ],
  [
    (text) => STATEMENT_OF_BANK.test(text),
    'a bank statement (OFX, QIF or MT940)',
    'Export the bookings as CSV and send that.',
  ],
  [(text) => REFERENCES.test(text), 'a list of references (BibTeX or RIS)', 'Export it as CSV and send that.'],
  [(text) => MESSAGE.test(text), 'a message of EDIFACT, X12 or HL7', 'Save its rows as CSV and send that.'],
  [(text) => SEQUENCES.test(text), 'sequences of genes (FASTA or FASTQ)', 'Save them as a table (CSV) and send that.'],
  [(text) => SUBTITLES.test(text), 'subtitles (SRT or WebVTT)', 'Save them as a table (CSV) and send that.'],
  [(text) => LDIF.test(text), 'entries of a directory (LDIF)', 'Export them as CSV and send that.'],
  [
    (text) => ARFF.test(text),
    'a data set of Weka (ARFF)',
    'Write the names of its attributes, with commas between, above the rows below @data, and send these as CSV.',
  ],
  [isLineProtocol, 'line protocol of InfluxDB', 'Export the measurement as CSV and send that.'],
  [
    (text) => SCRIPT.test(text),
    'JSON within a script (JavaScript)',
    'Take out what stands before its first bracket and behind its last one, and send the rest as JSON.',
  ],
  [
    (text) => METRICS.test(text),
    'metrics of Prometheus',
    'Ask its server for them (/api/v1/query) and send the JSON of that, or export them as CSV.',
  ],
  [
    (text) => DRAWN.test(text),
    'a table drawn for reading, as mysql, psql and Markdown have it',
    'Export it as CSV (psql: \\copy, mysql: --batch), or take its lines of dashes out, and send that.',
  ],
  [
    (text) => NMEA.test(text),
    'a log of a navigation device (NMEA 0183)',
    'Convert it to GPX or CSV, for example with gpsbabel, and send that.',
  ],
  [(text) => LATEX.test(text), 'a text for LaTeX', 'Save the rows of its table as CSV and send that.'],
  [(text) => SETTINGS.test(text), 'a file of settings (INI or TOML)', 'Save its rows as CSV or JSON and send that.'],
  [isMail, 'a mail', 'Save the file that is attached to it and send that.'],
  [isYaml, 'YAML, which is not read', 'Save its rows as JSON or CSV and send that.'],
];

/** @throws FileRefused for a text whose lines are no rows; it has no spaces in front */
export function refuseOtherText(text: string, name: string): void {
  for (const [is, what, advice] of OTHERS)
    if (is(text, name)) throw new FileRefused('binary', `The file is ${what}. ${advice}`);
}
