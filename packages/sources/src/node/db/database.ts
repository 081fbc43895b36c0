import type { Socket } from 'node:net';
import type { Cell, RowBlock, RowReader } from '../../rows/row-reader.ts';

/** A column as the database describes it (SRC-15). */
export interface DatabaseColumn {
  readonly name: string;
  /** As the database writes it: `decimal(12,2) unsigned`. */
  readonly type: string;
  readonly nullable: boolean;
  readonly key: 'primary' | 'unique' | 'index' | '';
}

/** Where reading stands: a value for each column of `TableReader.order`, as text, null = NULL. Plain JSON, to be kept. */
export type Position = readonly (string | null)[];

/** Rows of a table and where reading may go on after them; null when the table gives no order to go on by. */
export interface TableBlock extends RowBlock {
  readonly position: Position | null;
  /** The position before its last eight rows; null when it has no more, or gives no order. */
  readonly beforeLast: Position | null;
  /** What is to be told of its rows. */
  readonly note?: string | null;
}

/** Rows at the end of a block, before which its position is told. */
export const LAST_ROWS = 8;

/** A `RowReader` over a table; `lines` count rows from 1. */
export interface TableReader {
  readonly columns: readonly string[];
  /** Columns the rows are ordered by; empty when the table has no key and no cursor was chosen. */
  readonly order: readonly string[];
  readonly types?: RowReader['types'];
  readonly blocks: AsyncIterable<TableBlock>;
}

/** Which table is read, in what order and from where on. */
export interface ReadTable {
  readonly table: string;
  /** Key or timestamp column to read by; the table's key breaks ties. Default: the key alone. */
  readonly cursor?: string;
  /** A position an earlier reader of the same order gave. */
  readonly after?: Position | null;
  /** First value of such a position: rows that have it in the cursor, or more, are read. */
  readonly since?: string | null;
  /** With `since`: and those that have none. */
  readonly nulls?: boolean;
  /** Rows in one block, 1000 when left out. */
  readonly blockRows?: number;
  readonly signal?: AbortSignal;
}

/** First rows of a query (SRC-16). */
export interface QuerySample {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** How much a statement of the query helper may answer, and how long it may take. */
export interface QueryLimits {
  readonly rows: number;
  /** ms until the statement is given up. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
}

/** One database that is read from; nothing is ever written to it. Every method throws `DatabaseRefused`. */
export interface Database {
  databases(): Promise<readonly string[]>;
  tables(): Promise<readonly string[]>;
  columns(table: string): Promise<readonly DatabaseColumn[]>;
  /** Runs one read-only statement and answers its first rows. */
  query(sql: string, limits: QueryLimits): Promise<QuerySample>;
  read(request: ReadTable): Promise<TableReader>;
  /** Ends every connection, also those of readers. */
  close(): Promise<void>;
}

/** Opens the connection to a server; the platform hands in one that keeps to its allow list (SEC-07). */
export type Connect = (host: string, port: number, signal?: AbortSignal) => Promise<Socket>;

/** What stood in the way: which setting to look at, or what happened to the connection. */
export type DatabaseFault =
  | 'host'
  | 'uid'
  | 'database'
  | 'table'
  | 'cursor'
  | 'tls'
  | 'file'
  | 'rewritten'
  | 'statement'
  | 'timeout'
  | 'lost';

const UNANSWERED: ReadonlySet<DatabaseFault> = new Set(['host', 'timeout', 'lost']);

/** A database that could not be reached or did not answer as asked; the message says what to do. */
export class DatabaseRefused extends Error {
  readonly fault: DatabaseFault;

  constructor(fault: DatabaseFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseRefused';
    this.fault = fault;
  }

  /** Whether nothing answered, which is another thing than a wrong setting. */
  get isUnanswered(): boolean {
    return UNANSWERED.has(this.fault);
  }
}

/** ms until a question about the schema is given up. */
export const ASKING_MS = 30_000;

/** The message of whatever was thrown. */
export const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
