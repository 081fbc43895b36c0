import type { SourceColumn } from '@datasarana/sources';
import { useQuery } from '@tanstack/react-query';
import { type Client, useApi } from '../../session/index.ts';
import type { ColumnPlan, ImportPlan } from './plan.ts';

/** How the columns of a file went into a template before. */
export interface Recipe {
  readonly id: string;
  readonly name: string;
  readonly template: string | null;
  readonly columns: readonly SourceColumn[];
}

/** The last recipe for a file of these columns, whatever their order; null when there is none. */
export function useRecipe(columns: readonly string[]) {
  const api = useApi();
  return useQuery({
    queryKey: ['recipe', ...columns],
    enabled: columns.length > 0 && api.may('source.converter.search'),
    retry: false,
    queryFn: async ({ signal }) => {
      const body = { columns, from: 0, to: 20 };
      const { data } = await api.call<readonly Recipe[]>('source.converter.search', { body, signal });
      return data?.find(({ template }) => template !== null) ?? null;
    },
  });
}

/** A plan with the fields, formats and functions of a recipe; columns it does not know stay as planned. */
export const withRecipe = (plan: readonly ColumnPlan[], recipe: Recipe): readonly ColumnPlan[] =>
  plan.map((column) => {
    const known = recipe.columns.find(({ name }) => name === column.column);
    if (!known) return column;
    const field = known.selected ? known.item_id : null;
    const dateFormat = known.format === null ? column.dateFormat : (known.format as ColumnPlan['dateFormat']);
    return { ...column, field, transforms: known.transform, dateFormat };
  });

/** Keeps how a file goes into its template, so that the next one like it needs no choices. */
export async function keepRecipe(api: Client, { file, columns }: ImportPlan, template: string): Promise<void> {
  if (!api.may('source.converter.save')) return;
  const body = {
    name: file.name.slice(0, 200),
    source: null,
    template,
    columns: columns.map(({ column, field, value_type, dateFormat = null, transforms = [], guess }, index) => ({
      name: column,
      index,
      value_type,
      item_id: field,
      selected: field !== null,
      format: dateFormat,
      transform: transforms,
      sample: guess.sample.slice(0, 10),
    })),
  };
  const names = columns.map(({ column }) => column);
  const { data } = await api.call<readonly Recipe[]>('source.converter.search', {
    body: { columns: names, template, from: 0, to: 1 },
  });
  const known = data?.[0];
  await api.call('source.converter.save', { body: { ...body, ...(known && { id: known.id }) } });
}
