import { DuckDBConnection } from '@duckdb/node-api';

type Given<Method extends 'run' | 'prepare' | 'extractStatements' | 'createAppender'> = Parameters<
  DuckDBConnection[Method]
>;

/** The methods that are overridden are those every other one of node-api goes through. */
class BeforeFirst extends DuckDBConnection {
  readonly #connection: DuckDBConnection;
  readonly #begin: () => Promise<unknown>;
  readonly #beforeAppending: () => void;
  #begun: Promise<unknown> | null = null;

  constructor(connection: DuckDBConnection, begin: () => Promise<unknown>, beforeAppending: () => void) {
    // node-api keeps what it hands to DuckDB to itself; an object with another one as its prototype takes V8 a twentieth of a millisecond
    super(Reflect.get(connection, 'connection'));
    this.#connection = connection;
    this.#begin = begin;
    this.#beforeAppending = beforeAppending;
  }

  get #start(): Promise<unknown> {
    this.#begun ??= this.#begin();
    return this.#begun;
  }

  override async run(...given: Given<'run'>) {
    await this.#start;
    return this.#connection.run(...given);
  }

  override async prepare(...given: Given<'prepare'>) {
    await this.#start;
    return this.#connection.prepare(...given);
  }

  override async extractStatements(...given: Given<'extractStatements'>) {
    await this.#start;
    return this.#connection.extractStatements(...given);
  }

  override async createAppender(...given: Given<'createAppender'>) {
    await this.#start;
    this.#beforeAppending();
    return this.#connection.createAppender(...given);
  }
}

/** The same connection, with something done before the first statement, and before rows are added to a table. */
export const beforeFirst = (
  connection: DuckDBConnection,
  begin: () => Promise<unknown>,
  beforeAppending: () => void,
): DuckDBConnection => new BeforeFirst(connection, begin, beforeAppending);
