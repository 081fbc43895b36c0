import { smallPostings } from '../../index/tables.ts';
import { name, type Sql, sql } from '../sql.ts';

/** All segments of a text field. */
export const allPostings = (postings: string): Sql =>
  sql`(FROM ${name(postings)} UNION ALL FROM ${name(smallPostings(postings))})`;
