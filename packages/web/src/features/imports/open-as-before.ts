import type { Client } from '../../session/index.ts';
import { fileChoiceOf, type Opening, openingIn, textChoiceOf } from './opening.ts';
import type { ChosenFile } from './plan.ts';
import { previewText } from './preview-text.ts';
import { readPreview } from './read-preview.ts';
import { type Recipe, searchRecipes } from './recipes.ts';

async function reopen({ file, opened }: ChosenFile, opening: Opening): Promise<ChosenFile> {
  if (opened) return readPreview(file, fileChoiceOf(opening));
  return { file, preview: await previewText(file, textChoiceOf(opening)) };
}

/** The recipes for a file that shows these columns by itself, the last first. */
export async function recipesOpening(api: Client, columns: readonly string[]): Promise<readonly Recipe[]> {
  if (!api.may('source.converter.search')) return [];
  // without an answer the file is opened by itself, as one that was never seen
  return searchRecipes(api, { detected_columns: columns }).catch(() => []);
}

/** A file as it opens by itself, opened as that of a recipe was. */
export async function openBy(detected: ChosenFile, { name, opening, columns }: Recipe): Promise<ChosenFile> {
  if (!opening) return detected;
  try {
    const reopened = await reopen(detected, openingIn(detected, opening));
    const isAlike = columns.some((column) => reopened.preview.columns.includes(column.name));
    if (isAlike) return { ...reopened, detected, before: { name, fault: null } };
    return { ...detected, before: { name, fault: 'its columns are not there' } };
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    return { ...detected, before: { name, fault: cause.message } };
  }
}

/**
 * A file that shows the columns of one imported before is opened as that one was: its sheet, entry, path, header row.
 * `template` = that of the address: one that went into it comes before the last.
 */
export async function openAsBefore(api: Client, chosen: ChosenFile, template: string | undefined): Promise<ChosenFile> {
  const recipes = await recipesOpening(api, chosen.preview.columns);
  const recipe = recipes.find((each) => each.template === template) ?? recipes[0];
  return recipe ? openBy(chosen, recipe) : chosen;
}
