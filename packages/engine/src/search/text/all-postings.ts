import { smallPostings } from '../../index/tables.ts';
import { name, type Sql, sql } from '../sql.ts';

/**
 * All segments of a text field. Rows without a term only fill row groups: a statement about all terms leaves them out by itself, since a
 * condition here would keep DuckDB from finding single terms by their index.
 */
export const allPostings = (postings: string): Sql =>
  sql`(FROM ${name(postings)} UNION ALL FROM ${name(smallPostings(postings))})`;
