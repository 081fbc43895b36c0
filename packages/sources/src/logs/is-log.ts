import { detectDelimiter } from '../csv/dialect.ts';
import { splitRows } from '../csv/split.ts';
import type { Fields } from '../json/fields.ts';
import { accessEntry } from './access-log.ts';
import { balancerEntry } from './balancer-log.ts';
import { chatEntry } from './chat.ts';
import { errorEntry } from './error-log.ts';
import { logfmtEntry } from './logfmt.ts';
import { containerEntry, glogEntry, levelEntry } from './other-logs.ts';
import { goesOnAfterProgram, isOfTrace, momentEntry, programEntry, wholeEntry } from './program-log.ts';
import { syslogEntry } from './syslog.ts';

/** How the entries of a log are written, each beginning a line. */
export interface EntryForm {
  /** What it is called where a line is none. */
  readonly called: string;
  readonly read: (line: string) => Fields | null;
  /** The same for a line that could be one of anything, taken in a file of such entries. */
  readonly readUnsure?: (line: string) => Fields | null;
  /** An entry without the parts that only some of its kind have; what they say is in the message. */
  readonly readWhole?: (line: string) => Fields | null;
  /** Whether a line that is no entry belongs to the message of the one before it. */
  readonly goesOn: (line: string) => boolean;
}

const FORMS: readonly EntryForm[] = [
  { called: 'an access log', read: accessEntry, goesOn: () => false },
  { called: 'the log of a load balancer or a bucket of Amazon', read: balancerEntry, goesOn: () => false },
  { called: 'the error log of a web server', read: errorEntry, goesOn: isOfTrace },
  {
    called: 'the log of a program',
    read: programEntry,
    readUnsure: momentEntry,
    readWhole: wholeEntry,
    goesOn: goesOnAfterProgram,
  },
  { called: 'a chat', read: chatEntry, goesOn: () => true },
  { called: 'a log of a system (syslog)', read: syslogEntry, goesOn: isOfTrace },
  { called: 'a log of names and values (logfmt)', read: logfmtEntry, goesOn: () => false },
  { called: 'the log of a container', read: containerEntry, goesOn: () => false },
  { called: 'the log of a program (glog)', read: glogEntry, goesOn: isOfTrace },
  { called: 'the log of a program', read: levelEntry, goesOn: isOfTrace },
];

/** Lines of a log that nobody knows. */
const LINES: EntryForm = { called: 'a log', read: (message) => ({ message }), goesOn: () => false };

/** What the extended format begins with: its version, and the names of the fields. */
const DIRECTIVES = /^(?=(?:#[^\n]*\n)*#Version:)(?:#[^\n]*\n)*#Fields:(?:[ \t]+[\w()-]+){2,}\s/i;
/** What logs of Zeek begin with: how their cells are parted, and the names of the fields. */
const OF_ZEEK = /^#separator \\x09\s*\n(?:#[^\n]*\n)*#fields\t/;
const LOOKED_AT = 40;
/** Of these at least: a line that a client has broken is in any log. */
const ENTRIES = 2 / 3;

/** The form in which a line is an entry; undefined when there is none. */
const formOf = (line: string): EntryForm | undefined => FORMS.find(({ read }) => read(line) !== null);

/** The first lines of a text but blank ones, and but the last one where it may be cut off. */
function firstLines(text: string): readonly string[] {
  const lines = text.split('\n', LOOKED_AT + 1);
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  return whole.map((line) => line.trimEnd()).filter((line) => line !== '');
}

/** Whether most lines are entries of a form, but for stack traces. */
function areEntries(lines: readonly string[], form: EntryForm): boolean {
  const own = lines.filter((line) => !(isOfTrace(line) && form.goesOn(line)));
  const entries = own.filter((line) => (form.read(line) ?? form.readUnsure?.(line) ?? null) !== null);
  return entries.length >= ENTRIES * own.length;
}

/** The form of the entries of a log by its beginning, whatever its first line is; of one that nobody knows each line is a message. */
export function formOfLog(text: string): EntryForm {
  const lines = firstLines(text);
  const [first = ''] = lines;
  return formOf(first) ?? FORMS.find((form) => areEntries(lines, form)) ?? LINES;
}

const CALLED_LOG = /\.log(?:[.-]\d+)*(?:\.gz)?$/i;
const EVEN = 0.9;

/** Whether a text that is called a log is no table: what would name its columns is a line as any other. */
export function isLinesOfLog(text: string, name: string): boolean {
  if (!CALLED_LOG.test(name) || firstLines(text).length < 2) return false;
  const { rows } = splitRows(text, detectDelimiter(text), LOOKED_AT);
  const width = rows[0]?.length ?? 0;
  return width < 2 || rows.filter((row) => row.length === width).length < EVEN * rows.length;
}

/** Whether a text is a log: its first line leaves no doubt, and most of those behind it do not, but for stack traces. */
export function isLog(text: string): boolean {
  if (DIRECTIVES.test(text) || OF_ZEEK.test(text)) return true;
  const lines = firstLines(text);
  const form = formOf(lines[0] ?? '');
  return form !== undefined && areEntries(lines, form);
}
