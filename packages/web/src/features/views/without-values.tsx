import type { SchemaItem } from '@datasarana/schema';
import type { ViewDefinition } from '../../views/definition.ts';
import { useTemplate } from '../templates/template-calls.ts';

interface WithoutValuesProps {
  readonly view: ViewDefinition;
  /** What is said where the template has all fields of the view. */
  readonly words: string;
}

/** Why a view of documents that match draws nothing: a field of it may be gone from the template. */
export function WithoutValues({ view, words }: WithoutValuesProps) {
  const { data } = useTemplate(view.dataset);
  const asked = [...view.buckets, ...view.metrics].flatMap(({ field }) => field ?? []);
  const gone = data && asked.find((field) => !holds(data.items, field));
  return gone ? `${data.name} has no field ${gone} any more, or not for you. Choose another one in the view.` : words;
}

/** Whether fields hold one of a dotted name; what begins with _ every record has. */
const holds = (items: readonly SchemaItem[], name: string): boolean =>
  name.startsWith('_') ||
  items.some(
    (item) =>
      name === item.name ||
      (name.startsWith(`${item.name}.`) &&
        (item.items.length === 0 || holds(item.items, name.slice(item.name.length + 1)))),
  );
