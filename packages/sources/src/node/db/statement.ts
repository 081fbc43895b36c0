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
  /** Stands for a name, which may be that of a function. */
  readonly names?: boolean;
  readonly comment?: boolean;
}

const QUOTES: Readonly<Record<Dialect, readonly Skipper[]>> = {
  mysql: [
    { open: "'", close: "'", escapes: true },
    { open: '"', close: '"', escapes: true, names: true },
    { open: '`', close: '`', names: true },
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

/** MySQL takes two hyphens for a comment only in front of a blank: `1--1` is 2 there. */
const opens = (sql: string, at: number, { open }: Skipper, dialect: Dialect): boolean =>
  sql.startsWith(open, at) && !(dialect === 'mysql' && open === '--' && sql.charCodeAt(at + 2) > 0x20);

/** A number ends where no digit follows: behind `1e0` begins a word, also in `1e0INTO`. */
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d*)?/iy;

const WORD = /[\p{L}_@$][\p{L}\p{N}_@$]*/uy;
/** A dollar is money of SQL Server: what follows it is a word. */
const WORD_THERE = /[\p{L}_@][\p{L}\p{N}_@$]*/uy;

function matchAt(pattern: RegExp, sql: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0] ?? '';
}

const DEPTHS: Readonly<Record<string, number>> = { '(': 1, ')': -1 };

interface Scanned {
  /** Words outside of quotes and comments, upper-case, in order, with the brackets they stand in. */
  readonly words: readonly { readonly word: string; readonly depth: number }[];
  /**
   * The text up to a final semicolon, with a blank for each comment: a server that saw a comment end elsewhere would run what
   * nobody looked at here.
   */
  readonly text: string;
}

/** Reads a statement as the server would: what stands in quotes and comments is no word of it, but the name of a function is. */
class StatementScan {
  readonly #sql: string;
  readonly #dialect: Dialect;
  readonly #words: { readonly word: string; readonly depth: number }[] = [];
  #text = '';
  #at = 0;
  #depth = 0;
  #isOver = false;

  constructor(sql: string, dialect: Dialect) {
    this.#sql = sql;
    this.#dialect = dialect;
  }

  /** @throws DatabaseRefused */
  scan(): Scanned {
    const skippers = [...COMMENTS, ...QUOTES[this.#dialect]];
    while (this.#at < this.#sql.length) {
      const skipper = skippers.find((one) => opens(this.#sql, this.#at, one, this.#dialect));
      if (skipper) this.#skip(skipper);
      else this.#step();
    }
    if (this.#depth > 0) throw refused('A bracket is not closed.');
    return { words: this.#words, text: this.#text.trim() };
  }

  #skip(skipper: Skipper): void {
    const from = this.#at;
    if (/^\/\*M?!/.test(this.#sql.slice(from, from + 4)))
      throw refused('Comments that the server executes (/*! … */) are not run here.');
    this.#at = endOf(this.#sql, from, skipper);
    if (!skipper.comment && this.#isOver) throw refused('There is more than one statement.');
    if (skipper.names && /^\s*\(/.test(this.#sql.slice(this.#at))) this.#word(this.#sql.slice(from + 1, this.#at - 1));
    this.#text += skipper.comment ? ' ' : this.#sql.slice(from, this.#at);
  }

  #step(): void {
    const letter = this.#sql[this.#at] as string;
    if (this.#isOver && !/[\s;]/.test(letter)) throw refused('There is more than one statement.');
    if (letter === ';') this.#isOver = true;
    this.#depth += DEPTHS[letter] ?? 0;
    if (this.#depth < 0) throw refused(`The bracket at character ${this.#at + 1} closes none.`);
    const word = matchAt(this.#dialect === 'sqlserver' ? WORD_THERE : WORD, this.#sql, this.#at);
    if (word) this.#word(word);
    const piece = word || matchAt(NUMBER, this.#sql, this.#at) || letter;
    if (!this.#isOver) this.#text += piece;
    this.#at += piece.length;
  }

  #word(word: string): void {
    this.#words.push({ word: word.toUpperCase(), depth: this.#depth });
  }
}

const scanStatement = (sql: string, dialect: Dialect): Scanned => new StatementScan(sql, dialect).scan();

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
 * The one read-only statement in `sql`, without comments and a final semicolon. This is a first look with a clear message; what keeps a
 * statement from writing is the database: a read-only transaction, a file opened for reading, a derived table.
 *
 * @throws DatabaseRefused for several statements, or one that is not a query
 */
export function readOnlyStatement(sql: string, dialect: Dialect): string {
  const { words: found, text } = scanStatement(sql, dialect);
  const words = found.map(({ word }) => word);
  const [first] = words;
  if (first === undefined) throw refused('There is no statement.');
  if (!BEGINNINGS[dialect].includes(first)) throw refused(`A statement that begins with ${first} is not run here.`);
  if (first !== 'SHOW') {
    const write = words.find((word) => WRITES.has(word) || (dialect === 'sqlserver' && WRITES_THERE.has(word)));
    if (write)
      throw refused(`${write} has no place in a statement that only reads; put quotes around it when it is a name.`);
  }
  return text;
}

/** Whether a statement that may stand alone has an order of its own without saying how many rows. */
export function isOrderedWhole(sql: string, dialect: Dialect): boolean {
  const outer = scanStatement(sql, dialect).words.flatMap(({ word, depth }) => (depth === 0 ? [word] : []));
  return outer.includes('ORDER') && !outer.includes('OFFSET') && !outer.includes('TOP');
}
