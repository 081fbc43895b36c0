import { analyse } from '@datasarana/query';
import { LIST, listValue, VARCHAR } from '@duckdb/node-api';
import { Breath } from '../../store/breath.ts';
import { columnOf, type FieldSource, fieldOf } from '../index-fields.ts';
import { hasFieldData } from '../mapped-field.ts';
import type { IndexPart } from '../part.ts';
import { rowsOf } from '../run.ts';
import { name, type Sql, sql } from '../sql.ts';
import { tellWords, toldWords } from '../text/turned-words.ts';
import { duplicateFree as withoutDuplicates } from './duplicate-text.ts';
import { type FieldUse, type FieldValues, fieldValues } from './field-values.ts';
import type { PlanContext } from './metrics.ts';

/** Values of a field that terms are made of; words of a text field whose mapping allows that (`fielddata`). */
export async function termValues(use: FieldUse, context: PlanContext): Promise<FieldValues> {
  const isOfWords = context.parts.some(({ layout }) => hasFieldData(layout, use.field));
  return isOfWords ? wordValues(use.field, false, context) : fieldValues(context.parts, use);
}

/** The different words of a text field in each found document. */
export async function wordValues(field: string, isDuplicateFree: boolean, context: PlanContext): Promise<FieldValues> {
  const values: Sql[] = [];
  const sources = context.documents.map(({ layout }) => fieldOf(layout, field));
  for (const [i, part] of context.documents.entries()) {
    const source = sources[i] ?? null;
    const isText = source !== null && source.postings !== null;
    values.push(isText ? await wordsOf(part, source, isDuplicateFree, context) : sql`NULL::VARCHAR[]`);
  }
  const isMapped = sources.some((source) => source !== null);
  return { field, kind: 'text', list: true, values, narrow: false, isMapped, isAddress: false };
}

let tables = 0;

/** The different words of each found document, as a column of its row: the index, turned around. */
async function wordsOf(
  part: IndexPart,
  source: FieldSource,
  isDuplicateFree: boolean,
  { connection }: PlanContext,
): Promise<Sql> {
  const table = name(`found_words_${tables++ % 1000}`);
  const found = sql`SELECT _doc FROM ${name(part.layout.docs)} WHERE ${part.where}`;
  await connection.run(sql`CREATE OR REPLACE TEMP TABLE ${table} (doc BIGINT, words VARCHAR[])`.text);
  if (isDuplicateFree) await analyseAll(part, source, table.text, connection);
  else {
    const postings = source.postings ?? '';
    await tellWords(connection, postings);
    const turned = sql`SELECT doc, list(DISTINCT term) FROM ${toldWords(postings)} WHERE doc IN (${found}) GROUP BY doc`;
    await rowsOf(connection, sql`INSERT INTO ${table} ${turned}`);
  }
  return sql`(SELECT words FROM ${table} WHERE doc = _doc)`;
}

/** Texts are read again, since the index does not tell which words follow each other. */
async function analyseAll(
  part: IndexPart,
  source: FieldSource,
  table: string,
  connection: PlanContext['connection'],
): Promise<void> {
  const rows = await rowsOf(
    connection,
    sql`SELECT _doc, ${columnOf(source)} FROM ${name(part.layout.docs)} WHERE ${part.where} ORDER BY _doc`,
  );
  const breath = new Breath(connection);
  const kept = withoutDuplicates(breath);
  const appender = await connection.createAppender(table, 'main', 'temp');
  for (const [doc, text] of rows) {
    const words = new Set<string>();
    for (const each of Array.isArray(text) ? text : [text]) {
      if (typeof each !== 'string') continue;
      for (const word of await kept(analyse(source.field?.field?.analyser ?? 'standard', each))) words.add(word);
    }
    appender.appendBigInt(BigInt(Number(doc)));
    appender.appendList(listValue([...words]), LIST(VARCHAR));
    appender.endRow();
    if (breath.isDue) await breath.take();
  }
  appender.closeSync();
}
