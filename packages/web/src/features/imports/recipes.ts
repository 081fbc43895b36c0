import type { SourceColumn } from '@datasarana/sources';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Client, useApi } from '../../session/index.ts';
import { isOpenedSo, type Opening, openingOf } from './opening.ts';
import { type ChosenFile, type ColumnPlan, formatOf, type ImportPlan } from './plan.ts';

/** How the columns of a file went into a template before. */
export interface Recipe {
  readonly id: string;
  readonly name: string;
  readonly source: string | null;
  readonly template: string | null;
  readonly columns: readonly SourceColumn[];
  /** Null where the file opens so by itself. */
  readonly opening: Opening | null;
}

/** Recipes that a search finds are few: a template has one for each way its files are opened. */
const MOST_RECIPES = 100;

/** The recipes that a search finds, the last first; those without a template tell nothing of a file. */
export async function searchRecipes(
  api: Client,
  of: { readonly columns: readonly string[] } | { readonly detected_columns: readonly string[] },
  signal?: AbortSignal,
): Promise<readonly Recipe[]> {
  const body = { ...of, from: 0, to: MOST_RECIPES };
  const { data } = await api.call<readonly Recipe[]>('source.converter.search', { body, ...(signal && { signal }) });
  return data?.filter(({ template }) => template !== null) ?? [];
}

/** The recipes for a file of these columns, whatever their order, the last first. */
export function useRecipes(columns: readonly string[]) {
  const api = useApi();
  return useQuery({
    queryKey: ['recipe', ...columns],
    enabled: columns.length > 0 && api.may('source.converter.search'),
    retry: false,
    placeholderData: keepPreviousData,
    // the import before may have kept one
    staleTime: 0,
    queryFn: ({ signal }) => searchRecipes(api, { columns }, signal),
  });
}

/** The recipe for a file opened so: of the template where one was chosen, and rather of a file opened alike than the last. */
export function recipeAmong(recipes: readonly Recipe[], chosen: ChosenFile, template: string | null): Recipe | null {
  const own = template === null ? recipes : recipes.filter((recipe) => recipe.template === template);
  return own.find(({ opening }) => isOpenedSo(chosen, opening)) ?? own[0] ?? null;
}

/** A plan with the fields, formats and functions of columns as they are kept; those not among them stay as planned. */
export const withColumns = (plan: readonly ColumnPlan[], kept: readonly SourceColumn[]): readonly ColumnPlan[] =>
  plan.map((column) => {
    const known = kept.find(({ name }) => name === column.column);
    if (!known) return column;
    const field = known.selected ? known.item_id : null;
    const dateFormat = known.format === null ? column.dateFormat : (known.format as ColumnPlan['dateFormat']);
    return { ...column, field, transforms: known.transform, dateFormat };
  });

export const withRecipe = (plan: readonly ColumnPlan[], { columns }: Recipe): readonly ColumnPlan[] =>
  withColumns(plan, columns);

/** Columns as a recipe, a source or a task keeps them. */
export const sourceColumnsOf = (columns: readonly ColumnPlan[]): readonly SourceColumn[] =>
  columns.map((plan, index) => ({
    name: plan.column,
    index,
    value_type: plan.value_type,
    item_id: plan.field,
    selected: plan.field !== null,
    format: formatOf(plan) ?? null,
    transform: plan.transforms ?? [],
    sample: plan.guess.sample.slice(0, 10),
  }));

/** What a recipe is kept of. */
interface KeptColumns {
  readonly name: string;
  /** Id of a source; null for a file that was dropped. */
  readonly source: string | null;
  readonly columns: readonly ColumnPlan[];
  /** It is kept how it was opened, and the columns it shows by itself. */
  readonly file?: ChosenFile;
}

/** The recipe of a file that was dropped. */
export const recipeOf = (plan: ImportPlan): KeptColumns => ({
  name: plan.file.name,
  source: null,
  columns: plan.columns,
  file: plan,
});

/** Keeps how columns go into a template, so that the next rows like them need no choices; answers its id, null without the right. */
export async function keepRecipe(
  api: Client,
  { name, source, columns, file }: KeptColumns,
  template: string,
): Promise<string | null> {
  if (!api.may('source.converter.save')) return null;
  const detected = file && { detected_columns: (file.detected ?? file).preview.columns };
  const body = {
    name: name.slice(0, 200),
    source,
    template,
    columns: sourceColumnsOf(columns),
    ...(file && { opening: openingOf(file) }),
    ...detected,
  };
  const ofFile = { columns: columns.map(({ column }) => column), ...detected };
  const { data } = await api.call<readonly Recipe[]>('source.converter.search', {
    body: { ...(source === null ? ofFile : { source }), template, from: 0, to: MOST_RECIPES },
  });
  const known = data?.find((recipe) => recipe.source === source && (!file || isOpenedSo(file, recipe.opening)));
  const kept = await api.call<Recipe>('source.converter.save', { body: { ...body, ...(known && { id: known.id }) } });
  return kept.data.id;
}
