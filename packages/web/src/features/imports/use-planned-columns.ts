import { useLayoutEffect, useMemo, useState } from 'react';
import { useTemplate, useTemplates } from '../templates/template-calls.ts';
import { fileFaults } from './file-faults.ts';
import { offeredName } from './offered-name.ts';
import {
  type ChosenFile,
  type ColumnPlan,
  faultsOf,
  type ImportPlan,
  planExisting,
  planNew,
  type Target,
} from './plan.ts';
import { type Recipe, recipeAmong, useRecipes, withRecipe } from './recipes.ts';

/** Where the rows are to go: a new template of this name, or one that is there. */
export interface AimedTarget {
  readonly kind: Target['kind'];
  readonly templateId: string | null;
  readonly name: string;
}

type PickedTarget = Omit<AimedTarget, 'name'>;

/** Where the rows of a file like this one went before, or a new template. */
const offered = (used: Recipe | null): PickedTarget =>
  used ? { kind: 'existing', templateId: used.template } : { kind: 'new', templateId: null };

/** Whether a plan is one of these rows for this template. */
const isOf = ({ preview, target }: ImportPlan, rows: ChosenFile['preview'], template: string | null): boolean =>
  preview === rows && target.kind === 'existing' && target.template.id === template;

/**
 * What becomes of the columns of a file: planned anew for each target, then changed by hand. `wanted` = template of the
 * address; `tried` = the plan of the last dry run, which stands as it was while it is of this template.
 */
export function usePlannedColumns(chosen: ChosenFile, wanted: string | undefined, tried: ImportPlan | undefined) {
  const [earlier] = useState(tried);
  const { file, preview, opened } = chosen;
  const templates = useTemplates();
  const deployed = templates.data?.filter((template) => template.deployed) ?? [];
  const [picked, setPicked] = useState<PickedTarget | null>(wanted ? { kind: 'existing', templateId: wanted } : null);
  const [name, setName] = useState(() => offeredName(file.name));
  const recipes = useRecipes(preview.columns);
  const usable = recipes.data?.filter((recipe) => deployed.some(({ id }) => id === recipe.template)) ?? [];
  const used = recipeAmong(usable, chosen, picked?.templateId ?? null);
  const { kind, templateId } = picked ?? offered(used);
  const template = useTemplate(kind === 'existing' ? (templateId ?? undefined) : undefined);
  const items = kind === 'existing' ? (template.data?.items ?? null) : null;
  const [columns, setColumns] = useState<readonly ColumnPlan[]>([]);
  // Where the rows went before is not known yet: what is shown until then would move when it is.
  const isOpening = recipes.isLoading || templates.isLoading;
  const isGone =
    kind === 'existing' && templateId !== null && templates.isSuccess && !deployed.some(({ id }) => id === templateId);
  useLayoutEffect(() => {
    if (isOpening) return;
    if (kind === 'new') setColumns(planNew(preview, opened));
    else if (earlier && isOf(earlier, preview, templateId)) setColumns(earlier.columns);
    else if (items) {
      const plan = planExisting(preview, items);
      setColumns(used && used.template === templateId ? withRecipe(plan, used) : plan);
    }
  }, [isOpening, kind, preview, opened, items, used, templateId, earlier]);

  const faults = useMemo(
    () => [
      ...fileFaults(chosen),
      ...(isGone ? [GONE] : targetFaults(kind, name, templateId)),
      ...faultsOf(columns, items),
      ...(opened?.format === 'generic' ? keptFaults(columns) : []),
    ],
    [chosen, opened, kind, name, templateId, isGone, columns, items],
  );
  const target: AimedTarget = { kind, templateId, name };
  const aim = (change: Partial<AimedTarget>): void => {
    if (change.name !== undefined) setName(change.name);
    else setPicked({ kind, templateId, ...change });
  };
  return {
    target,
    aim,
    deployed,
    template: template.data,
    items,
    columns,
    setColumns,
    faults,
    /** What the columns were taken over from. */
    recipe: kind === 'existing' && used?.template === templateId ? used : null,
    isGone,
    isWaiting: isOpening || (template.isLoading && columns.length === 0),
  };
}

/** The record finds its file by the checksum. */
function keptFaults(columns: readonly ColumnPlan[]): readonly string[] {
  const sum = columns.find(({ column }) => column === 'sha256');
  if (columns.length === 0 || (sum?.field && (sum.transforms ?? []).length === 0)) return [];
  return ['sha256 must go into a field as it is: by it the record finds its file.'];
}

const GONE = 'The template of this address is not there or not deployed: choose another, or make a new one.';

function targetFaults(kind: Target['kind'], name: string, templateId: string | null): readonly string[] {
  if (kind === 'new') return name.trim() ? [] : ['Name the new template.'];
  return templateId ? [] : ['Choose the template the rows go into.'];
}
