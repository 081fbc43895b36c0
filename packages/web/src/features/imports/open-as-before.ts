import type { Client } from '../../session/index.ts';
import { fileChoiceOf, type Opening, textChoiceOf } from './opening.ts';
import type { ChosenFile } from './plan.ts';
import { previewText } from './preview-text.ts';
import { readPreview } from './read-preview.ts';
import type { Recipe } from './recipes.ts';

async function reopen({ file, opened }: ChosenFile, opening: Opening): Promise<ChosenFile> {
  if (opened) return readPreview(file, fileChoiceOf(opening));
  return { file, preview: await previewText(file, textChoiceOf(opening)) };
}

/** The last recipe for a file that shows these columns by itself; null when there is none. */
async function recipeFor(api: Client, columns: readonly string[]): Promise<Recipe | null> {
  if (!api.may('source.converter.search')) return null;
  const body = { detected_columns: columns, from: 0, to: 20 };
  // without an answer the file is opened by itself, as one that was never seen
  const found = await api.call<readonly Recipe[]>('source.converter.search', { body }).catch(() => null);
  return found?.data?.find(({ template }) => template !== null) ?? null;
}

/** A file that shows the columns of one imported before is opened as that one was: its sheet, entry, path, header row. */
export async function openAsBefore(api: Client, chosen: ChosenFile): Promise<ChosenFile> {
  const recipe = await recipeFor(api, chosen.preview.columns);
  if (!recipe?.opening) return chosen;
  const { name, columns } = recipe;
  try {
    const reopened = await reopen(chosen, recipe.opening);
    const isAlike = columns.some((column) => reopened.preview.columns.includes(column.name));
    if (isAlike) return { ...reopened, detected: chosen, before: { name, fault: null } };
    return { ...chosen, before: { name, fault: 'its columns are not there' } };
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    return { ...chosen, before: { name, fault: cause.message } };
  }
}
