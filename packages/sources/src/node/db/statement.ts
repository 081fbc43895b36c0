import { DatabaseRefused } from './database.ts';

/** How the three databases write what is not a word of a statement. */
export type Dialect = 'mysql' | 'sqlite' | 'sqlserver';

const refused = (why: string): DatabaseRefused =>
  new DatabaseRefused('statement', `${why} Write one SELECT statement that only reads.`);

interface Skipper {
  readonly open: string;
  readonly close: string;
  /** A backslash hides the next character (MySQL). */
  readonly escapes?: boolean;
  readonly comment?: boolean;
}

const QUOTES: Readonly<Record<Dialect, readonly Skipper[]>> = {
  mysql: [
    { open: "'", close: "'", escapes: true },
    { open: '"', close: '"', escapes: true },
    { open: '`', close: '`' },
    { open: '#', close: '\n', comment: true },
  ],
  sqlite: [
    { open: "'", close: "'" },
    { open: '"', close: '"' },
    { open: '`', close: '`' },
    { open: '[', close: ']' },
  ],
  sqlserver: [
    { open: "'", close: "'" },
    { open: '"', close: '"' },
    { open: '[', close: ']' },
  ],
};

const COMMENTS: readonly Skipper[] = [
  { open: '--', close: '\n', comment: true },
  { open: '/*', close: '*/', comment: true },
];

/** End of what `skipper` opens at `from`. @throws DatabaseRefused when it is never closed */
function endOf(sql: string, from: number, { open, close, escapes, comment }: Skipper): number {
  for (let at = from + open.length; at < sql.length; at++) {
    if (escapes && sql[at] === '\\') at++;
    else if (sql.startsWith(close, at)) {
      if (comment || sql[at + 1] !== close) return at + close.length;
      at++;
    }
  }
  if (close === '\n') return sql.length;
  throw refused(
    `The ${comment ? 'comment' : 'quote'} that begins with ${open} at character ${from + 1} is not closed.`,
  );
}

const WORD = /[\p{L}_@$][\p{L}\p{N}_@$]*/uy;

const DEPTHS: Readonly<Record<string, number>> = { '(': 1, ')': -1 };

interface Scanned {
  /** Words outside of quotes and comments, upper-case, in order, with the brackets they stand in. */
  readonly words: readonly { readonly word: string; readonly depth: number }[];
  /** Length of the text up to a final semicolon. */
  readonly end: number;
}

/** Reads a statement as the server would: what stands in quotes and comments is no word of it. */
function scanStatement(sql: string, dialect: Dialect): Scanned {
  const words: { readonly word: string; readonly depth: number }[] = [];
  const skippers = [...COMMENTS, ...QUOTES[dialect]];
  let end = -1;
  let depth = 0;
  for (let at = 0; at < sql.length; ) {
    const skipper = skippers.find(({ open }) => sql.startsWith(open, at));
    if (skipper) {
      if (/^\/\*M?!/.test(sql.slice(at, at + 4)))
        throw refused('Comments that the server executes (/*! … */) are not run here.');
      at = endOf(sql, at, skipper);
      if (!skipper.comment && end >= 0) throw refused('There is more than one statement.');
      continue;
    }
    const letter = sql[at] as string;
    if (end >= 0 && !/[\s;]/.test(letter)) throw refused('There is more than one statement.');
    if (letter === ';' && end < 0) end = at;
    depth += DEPTHS[letter] ?? 0;
    if (depth < 0) throw refused(`The bracket at character ${at + 1} closes none.`);
    WORD.lastIndex = at;
    const word = WORD.exec(sql)?.[0];
    if (word) words.push({ word: word.toUpperCase(), depth });
    at += word?.length ?? 1;
  }
  if (depth > 0) throw refused('A bracket is not closed.');
  return { words, end: end < 0 ? sql.length : end };
}

const BEGINNINGS: Readonly<Record<Dialect, readonly string[]>> = {
  mysql: ['SELECT', 'WITH', 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN', 'VALUES', 'TABLE'],
  sqlite: ['SELECT', 'WITH', 'EXPLAIN', 'VALUES'],
  sqlserver: ['SELECT'],
};

/** Words that no reading statement holds outside of quotes. REPLACE and INSERT are functions too, so only their statements count. */
const WRITES = new Set(
  'UPDATE DELETE DROP ALTER CREATE TRUNCATE GRANT REVOKE CALL EXEC EXECUTE INTO LOCK UNLOCK ATTACH DETACH PRAGMA VACUUM REINDEX COMMIT ROLLBACK SAVEPOINT BEGIN HANDLER LOAD MERGE OPENROWSET OPENQUERY OPENDATASOURCE SHUTDOWN KILL WAITFOR LOAD_FILE LOAD_EXTENSION GET_LOCK SLEEP BENCHMARK NEXTVAL SETVAL'.split(
    ' ',
  ),
);

/** Reserved words of SQL Server, which begins a second statement without a semicolon. */
const WRITES_THERE = new Set('INSERT DENY BACKUP RESTORE DBCC USE BULK SET DECLARE RECONFIGURE'.split(' '));

/**
 * The one read-only statement in `sql`, without a final semicolon. This is a first look with a clear message; what keeps a
 * statement from writing is the database: a read-only transaction, a file opened for reading, a derived table.
 *
 * @throws DatabaseRefused for several statements, or one that is not a query
 */
export function readOnlyStatement(sql: string, dialect: Dialect): string {
  const { words: found, end } = scanStatement(sql, dialect);
  const words = found.map(({ word }) => word);
  const [first] = words;
  if (first === undefined) throw refused('There is no statement.');
  if (!BEGINNINGS[dialect].includes(first)) throw refused(`A statement that begins with ${first} is not run here.`);
  if (first !== 'SHOW') {
    const write = words.find((word) => WRITES.has(word) || (dialect === 'sqlserver' && WRITES_THERE.has(word)));
    if (write)
      throw refused(`${write} has no place in a statement that only reads; put quotes around it when it is a name.`);
  }
  return sql.slice(0, end).trim();
}

/** Whether a statement that may stand alone has an order of its own without saying how many rows. */
export function isOrderedWhole(sql: string, dialect: Dialect): boolean {
  const outer = scanStatement(sql, dialect).words.flatMap(({ word, depth }) => (depth === 0 ? [word] : []));
  return outer.includes('ORDER') && !outer.includes('OFFSET') && !outer.includes('TOP');
}
