import { type Query, type SignificantOptions, significanceOf } from '@datasarana/query';
import { type IndexPart, predicateOn } from '../part.ts';
import { rowsOf } from '../run.ts';
import { name, type Sql, sql, TRUE } from '../sql.ts';
import { compareKeys } from './empty-keys.ts';
import { extendPath } from './key-path.ts';
import type { PlanContext } from './metrics.ts';
import type { BucketBody, KeyColumn, KeysPlan } from './plan.ts';
import { figure } from './shown-value.ts';

/** What counts as background in each index. */
export async function backgroundTests(background: Query | undefined, context: PlanContext): Promise<readonly Sql[]> {
  const tests: Sql[] = [];
  for (const part of context.parts) {
    tests.push(background === undefined ? TRUE : await predicateOn(part, background, context));
  }
  return tests;
}

export function addUp(found: Map<string, number>, rows: readonly (readonly unknown[])[]): void {
  for (const [key, count] of rows) {
    const at = extendPath('', key);
    found.set(at, (found.get(at) ?? 0) + Number(count));
  }
}

export interface Significant {
  readonly node: SignificantOptions;
  readonly key: KeyColumn;
  readonly type: string;
  readonly isMapped: boolean;
  readonly label: (key: unknown) => object;
  /** How many documents of the background have each key. */
  readonly countBackground: (keys: readonly unknown[]) => Promise<ReadonlyMap<string, number>>;
}

/** Keys of the found documents, scored against how often the background has them. */
export async function significantPlan(given: Significant, context: PlanContext): Promise<KeysPlan> {
  const { node, label } = given;
  const all = await documentsIn(context.documents, node.background, context);
  const fresh = (): KeysPlan => {
    let background: ReadonlyMap<string, number> = new Map();
    const scored = (key: unknown, subset: number, subsetSize: number) => {
      const superset = background.get(extendPath('', key)) ?? 0;
      const score = significanceOf(node.significance, { subset, subsetSize, superset, supersetSize: all });
      return { key, superset, score };
    };
    return {
      kind: 'keys',
      fresh,
      type: given.type,
      keys: [given.key],
      size: null,
      minDocCount: node.minDocCount,
      order: [],
      around: () => [{ call: sql`count(*)`, figure: { kind: 'rows' } }],
      after: async (keys) => {
        background = await given.countBackground([...new Set(keys.map(([key]) => key))]);
      },
      read: ({ buckets, around: [count] }) => {
        if (!given.isMapped) return { buckets: [] };
        const size = figure(count) ?? 0;
        const unusual = buckets
          .map((bucket) => ({ ...scored(bucket.key, bucket.docCount, size), body: bucket.body }))
          .filter(({ score }) => score > 0)
          .sort((a, b) => b.score - a.score || compareKeys(a.key, b.key))
          .slice(0, node.size);
        return {
          doc_count: size,
          bg_count: all,
          buckets: unusual.map(({ key, score, superset, body }) => {
            const { doc_count, ...inside }: BucketBody = body();
            return { ...label(key), doc_count, score, bg_count: superset, ...inside };
          }),
        };
      },
    };
  };
  return fresh();
}

async function documentsIn(
  parts: readonly IndexPart[],
  background: Query | undefined,
  context: PlanContext,
): Promise<number> {
  const tests = await backgroundTests(background, { ...context, parts });
  let all = 0;
  for (const [i, part] of parts.entries()) {
    const where = tests[i] ?? TRUE;
    if (where === TRUE) {
      all += part.version.documents;
      continue;
    }
    const [row] = await rowsOf(context.connection, sql`SELECT count(*) FROM ${name(part.layout.docs)} WHERE ${where}`);
    all += Number(row?.[0] ?? 0);
  }
  return all;
}
