import { type AggregationKinds, analyse } from '@datasarana/query';
import { LIST, listValue, VARCHAR } from '@duckdb/node-api';
import { columnOf, type FieldSource, fieldOf, unfit } from '../index-fields.ts';
import type { IndexPart } from '../part.ts';
import { rowsOf } from '../run.ts';
import { name, type Sql, sql, TRUE } from '../sql.ts';
import { keysList } from './distinct-keys.ts';
import { duplicateFree } from './duplicate-text.ts';
import type { FieldValues } from './field-values.ts';
import type { PlanContext } from './metrics.ts';
import type { KeysPlan } from './plan.ts';
import { selectedValues } from './selection.ts';
import { addUp, backgroundTests, significantPlan } from './significant-terms.ts';

/** Words of the found documents come out of the index, turned around: words by document. */
export async function significantText(
  node: AggregationKinds['significant_text'],
  context: PlanContext,
): Promise<KeysPlan> {
  const sources = context.documents.map((part) => textField(part, node.field));
  const words: Sql[] = [];
  for (const [i, part] of context.documents.entries()) {
    const source = sources[i] ?? null;
    words.push(source === null ? sql`NULL::VARCHAR[]` : await wordsOf(part, source, node, context));
  }
  const values: FieldValues = {
    field: node.field,
    kind: 'text',
    list: true,
    values: words,
    narrow: false,
    isMapped: sources.some((source) => source !== null),
    isAddress: false,
  };
  const key = { value: await selectedValues(values, node, { ...context, parts: context.documents }), list: true };
  const tests = await backgroundTests(node.background, { ...context, parts: context.documents });
  const countBackground = async (keys: readonly unknown[]): Promise<ReadonlyMap<string, number>> => {
    const found = new Map<string, number>();
    for (const [i, part] of context.documents.entries()) {
      const postings = sources[i]?.postings;
      if (!postings || keys.length === 0) continue;
      const live = sql`SELECT _doc FROM ${name(part.layout.docs)} WHERE ${tests[i] ?? TRUE}`;
      const all = sql`SELECT term, unnest(docs) AS doc FROM ${name(postings)} WHERE term IN (SELECT unnest(${keysList(keys)}))`;
      const counted = sql`SELECT term, count(DISTINCT doc) FROM (${all}) WHERE doc IN (${live}) GROUP BY term`;
      addUp(found, await rowsOf(context.connection, counted));
    }
    return found;
  };
  const label = (word: unknown) => ({ key: word });
  return significantPlan({ node, key, type: 'sigsterms', isMapped: true, label, countBackground }, context);
}

function textField({ layout }: IndexPart, field: string): FieldSource | null {
  const source = fieldOf(layout, field);
  if (source === null || source.postings !== null) return source;
  throw unfit(source, 'aggregation [significant_text]', 'Name a text field, or use significant_terms.');
}

let tables = 0;

/** The different words of each found document, as a column of its row. */
async function wordsOf(
  part: IndexPart,
  source: FieldSource,
  node: AggregationKinds['significant_text'],
  { connection }: PlanContext,
): Promise<Sql> {
  const table = name(`found_words_${tables++ % 1000}`);
  const found = sql`SELECT _doc FROM ${name(part.layout.docs)} WHERE ${part.where}`;
  await connection.run(sql`CREATE OR REPLACE TEMP TABLE ${table} (doc BIGINT, words VARCHAR[])`.text);
  if (node.filterDuplicateText) await analyseAll(part, source, table.text, connection);
  else {
    const all = sql`SELECT term, unnest(docs) AS doc FROM ${name(source.postings ?? '')}`;
    const turned = sql`SELECT doc, list(DISTINCT term) FROM (${all}) WHERE doc IN (${found}) GROUP BY doc`;
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
  const kept = duplicateFree();
  const appender = await connection.createAppender(table, 'main', 'temp');
  for (const [doc, text] of rows) {
    const texts = Array.isArray(text) ? text : [text];
    const words = texts.flatMap((each) =>
      typeof each === 'string' ? kept(analyse(source.field?.field?.analyser ?? 'standard', each)) : [],
    );
    appender.appendBigInt(BigInt(Number(doc)));
    appender.appendList(listValue([...new Set(words)]), LIST(VARCHAR));
    appender.endRow();
  }
  appender.closeSync();
}
