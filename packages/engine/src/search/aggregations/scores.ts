import { eachScored } from '../part.ts';
import { name, type Sql, sql } from '../sql.ts';
import type { PlanContext } from './metrics.ts';

/** Scores of the matches of one index as a column of its rows. */
export interface ScoreTable {
  readonly value: Sql;
}

/** Puts the scores of matches that differ into temporary tables of this connection; null where all score the same. */
export async function scoreTables(context: PlanContext): Promise<readonly (ScoreTable | null)[]> {
  const { parts, connection } = context;
  const tables: (ScoreTable | null)[] = [];
  for (const [i, part] of parts.entries()) {
    if (part.constant !== null) {
      tables.push(null);
      continue;
    }
    const table = `match_scores_${i}`;
    await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} (doc BIGINT, score FLOAT)`);
    const appender = await connection.createAppender(table, 'main', 'temp');
    await eachScored(part, connection, [], (doc, score) => {
      appender.appendBigInt(BigInt(doc));
      appender.appendFloat(score);
      appender.endRow();
    });
    appender.closeSync();
    tables.push({ value: sql`(SELECT score FROM ${name(table)} WHERE doc = _doc)` });
  }
  return tables;
}
