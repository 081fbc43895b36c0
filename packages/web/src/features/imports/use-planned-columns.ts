import { useLayoutEffect, useMemo, useState } from 'react';
import { useTemplate, useTemplates } from '../templates/template-calls.ts';
import { fileFaults } from './file-faults.ts';
import { offeredName } from './offered-name.ts';
import { type ChosenFile, type ColumnPlan, faultsOf, planExisting, planNew, type Target } from './plan.ts';
import { type Recipe, recipeAmong, useRecipes, withRecipe } from './recipes.ts';

/** Where the rows are to go: a new template of this name, or one that is there. */
export interface AimedTarget {
  readonly kind: Target['kind'];
  readonly templateId: string | null;
  readonly name: string;
}

type PickedTarget = Omit<AimedTarget, 'name'>;

/** Columns as they were changed by hand or went into a dry run, and the rows they were read from. */
export interface Draft {
  readonly preview: ChosenFile['preview'];
  readonly target: AimedTarget;
  readonly columns: readonly ColumnPlan[];
}

/** Where the rows of a file like this one went before, or a new template. */
const offered = (used: Recipe | null): PickedTarget =>
  used ? { kind: 'existing', templateId: used.template } : { kind: 'new', templateId: null };

/** Whether columns were chosen for this template, or for a new one. */
const isFor = ({ target }: Draft, { kind, templateId }: PickedTarget): boolean =>
  target.kind === kind && (kind === 'new' || target.templateId === templateId);

const ofTemplate = (id: string | undefined): PickedTarget | null => (id ? { kind: 'existing', templateId: id } : null);

/**
 * What becomes of the columns of a file: planned anew for each target, then changed by hand. `wanted` = template of the
 * address; `draft` = what was decided before this step was left, which stands as it was while it is of these rows and this
 * target; `onChange` is told of what is changed.
 */
export function usePlannedColumns(
  chosen: ChosenFile,
  wanted: string | undefined,
  draft: Draft | undefined,
  onChange: (draft: Draft) => void,
) {
  const { file, preview, opened } = chosen;
  const [before] = useState(draft);
  const earlier = before?.preview === preview ? before : undefined;
  const templates = useTemplates();
  const deployed = templates.data?.filter((template) => template.deployed) ?? [];
  const [picked, setPicked] = useState<PickedTarget | null>(earlier?.target ?? ofTemplate(wanted));
  const [name, setName] = useState(() => earlier?.target.name ?? offeredName(file.name));
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
    if (earlier && isFor(earlier, { kind, templateId })) setColumns(earlier.columns);
    else if (kind === 'new') setColumns(planNew(preview, opened));
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
    if (change.name === undefined) setPicked({ kind, templateId, ...change });
    else {
      setName(change.name);
      onChange({ preview, target: { ...target, name: change.name }, columns });
    }
  };
  const change = (next: readonly ColumnPlan[]): void => {
    setColumns(next);
    onChange({ preview, target, columns: next });
  };
  return {
    target,
    aim,
    deployed,
    template: template.data,
    items,
    columns,
    setColumns: change,
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
