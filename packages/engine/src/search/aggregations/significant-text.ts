import type { SignificantOptions } from '@datasarana/query';
import { type FieldSource, fieldOf, unfit } from '../index-fields.ts';
import type { IndexPart } from '../part.ts';
import { rowsOf } from '../run.ts';
import { name, sql, TRUE } from '../sql.ts';
import { tellWords, toldWords } from '../text/turned-words.ts';
import { keysList } from './distinct-keys.ts';
import type { PlanContext } from './metrics.ts';
import type { KeysPlan } from './plan.ts';
import { selectedValues } from './selection.ts';
import { addUp, backgroundTests, significantPlan } from './significant.ts';
import { wordValues } from './words.ts';

type Node = SignificantOptions & { readonly field: string; readonly filterDuplicateText: boolean };

/** Words of the found documents, scored against how many documents of the background have them. */
export async function significantText(node: Node, context: PlanContext): Promise<KeysPlan> {
  const sources = context.documents.map((part) => textField(part, node.field));
  const values = await wordValues(node.field, node.filterDuplicateText, context);
  const key = { value: await selectedValues(values, node, { ...context, parts: context.documents }), list: true };
  const tests = await backgroundTests(node.background, { ...context, parts: context.documents });
  const countBackground = async (keys: readonly unknown[]): Promise<ReadonlyMap<string, number>> => {
    const found = new Map<string, number>();
    for (const [i, part] of context.documents.entries()) {
      const postings = sources[i]?.postings;
      if (!postings || keys.length === 0) continue;
      const live = sql`SELECT _doc FROM ${name(part.layout.docs)} WHERE ${tests[i] ?? TRUE}`;
      await tellWords(context.connection, postings, sql`term IN (SELECT unnest(${keysList(keys)}))`);
      const counted = sql`SELECT term, count(*) FROM ${toldWords(postings)} WHERE doc IN (${live}) GROUP BY term`;
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
