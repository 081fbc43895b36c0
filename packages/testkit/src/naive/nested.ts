import type { RawDocument } from './documents.ts';
import type { Rows } from './metrics.ts';

/** The nested rows of rows, each as a row that has nothing else. */
export function nestedDocuments({ documents }: Rows, path: string): readonly RawDocument[] {
  const steps = path.split('.');
  return documents.flatMap((parent) => {
    const found = steps.reduce<unknown>(
      (inside, step) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, step) : undefined),
      parent.source,
    );
    const list = Array.isArray(found) ? found : found === undefined || found === null ? [] : [found];
    return list.map(
      (one): RawDocument => ({ id: parent.id, source: within(steps, one), parent: parent.parent ?? parent }),
    );
  });
}

const within = (steps: readonly string[], value: unknown): Readonly<Record<string, unknown>> =>
  steps.toReversed().reduce<unknown>((inside, step) => ({ [step]: inside }), value) as Readonly<
    Record<string, unknown>
  >;

/** The rows that nested rows stand in, each once. */
export const parentsOf = (documents: readonly RawDocument[]): readonly RawDocument[] => [
  ...new Set(documents.map((document) => document.parent ?? document)),
];
