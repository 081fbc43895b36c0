import type { DuckDBConnection } from '@duckdb/node-api';

/**
 * The same connection, with something done before the first statement, and before rows are added to a table. The methods given here are
 * those every other one of node-api goes through.
 */
export function beforeFirst(
  connection: DuckDBConnection,
  begin: () => Promise<unknown>,
  beforeAppending: () => void,
): DuckDBConnection {
  let begun: Promise<unknown> | null = null;
  const after =
    <A extends unknown[], R>(statement: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      begun ??= begin();
      await begun;
      return statement(...given);
    };
  return Object.create(connection, {
    run: { value: after(connection.run.bind(connection)) },
    prepare: { value: after(connection.prepare.bind(connection)) },
    extractStatements: { value: after(connection.extractStatements.bind(connection)) },
    createAppender: {
      value: after((...given: Parameters<DuckDBConnection['createAppender']>) => {
        beforeAppending();
        return connection.createAppender(...given);
      }),
    },
  });
}
