import type { CsvPreview } from '@datasarana/sources';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { notifyFailure } from '../../design/index.ts';
import { useApi, useSession } from '../../session/index.ts';
import { type ColumnPlan, faultsOf, planExisting, previewOf } from '../imports/plan.ts';
import { keepRecipe, type Recipe, sourceColumnsOf, withRecipe } from '../imports/recipes.ts';
import { followed } from '../imports/running/followed.ts';
import { useTemplate } from '../templates/template-calls.ts';
import type { SourceRecord } from './source-calls.ts';

interface FirstRows {
  readonly columns: readonly string[];
  readonly types?: CsvPreview['types'];
  readonly before: readonly (readonly (string | null)[])[];
}

/** The first ten rows of what a source leads to, fetched by the platform. */
function useFirstRows({ id, ts_modified }: SourceRecord) {
  const api = useApi();
  return useQuery({
    queryKey: ['source-rows', id, ts_modified],
    retry: false,
    queryFn: async ({ signal }) => {
      const body = { source: id, columns: [], preview: true };
      const { data } = await api.call<FirstRows>('source.converter.save', { body, signal });
      return { ...previewOf(data.columns, data.before), ...(data.types && { types: data.types }) };
    },
  });
}

/** The converters of a source, the last one first. */
function useConverters({ id }: SourceRecord) {
  const api = useApi();
  return useQuery({
    queryKey: ['source-converters', id],
    queryFn: async ({ signal }) => {
      const body = { source: id, from: 0, to: 100 };
      return (await api.call<readonly Recipe[]>('source.converter.search', { body, signal })).data ?? [];
    },
  });
}

/** Columns as they were changed here. */
interface Changed {
  readonly template: string;
  readonly columns: readonly ColumnPlan[];
}

/** What was chosen for columns, beside the values they have by now; null where they are other columns. */
function withValuesOf(chosen: readonly ColumnPlan[], planned: readonly ColumnPlan[]): readonly ColumnPlan[] | null {
  const isOfThem = chosen.length === planned.length && planned.every(({ column }, at) => column === chosen[at]?.column);
  return isOfThem ? chosen.map((choice, at) => ({ ...choice, guess: planned[at]?.guess ?? choice.guess })) : null;
}

/** What is chosen of columns, without the values they were chosen by. */
const choicesOf = (columns: readonly ColumnPlan[]): string =>
  JSON.stringify(sourceColumnsOf(columns).map(({ sample: _, ...choice }) => choice));

/** How the columns of a source go into the chosen template: as kept, as changed here; and the import itself. */
export function useSourceColumns(source: SourceRecord) {
  const api = useApi();
  const user = useSession().session?.user.id;
  const client = useQueryClient();
  const rows = useFirstRows(source);
  const converters = useConverters(source);
  const [chosen, setTemplateId] = useState<string | null>(null);
  const [changed, setChanged] = useState<Changed | null>(null);
  const [working, setWorking] = useState(false);
  const templateId = chosen ?? converters.data?.find(({ template }) => template !== null)?.template ?? null;
  const template = useTemplate(templateId ?? undefined);
  const known = converters.data?.find((one) => one.template === templateId);
  const items = template.data?.items;
  const planned = useMemo(() => (rows.data && items ? planExisting(rows.data, items) : []), [rows.data, items]);
  const kept = known ? withRecipe(planned, known) : planned;
  const chosenHere = useMemo(
    () => (changed?.template === templateId ? withValuesOf(changed.columns, planned) : null),
    [changed, templateId, planned],
  );
  const columns = chosenHere ?? kept;
  /** Keeps the columns as the converter of this source and template; answers what a run is asked with. */
  const keep = async (template: string) => {
    const converter = await keepRecipe(api, { name: source.name, source: source.id, columns }, template);
    await client.invalidateQueries({ queryKey: ['source-converters', source.id] });
    setChanged((now) => (now === changed ? null : now));
    return { source: source.id, template, ...(converter && { converter }) };
  };
  /** Keeps the columns and imports by them; answers the batch. */
  const start = async (): Promise<string | null> => {
    if (templateId === null) return null;
    setWorking(true);
    try {
      const query = { ...(await keep(templateId)), wait: 'started' };
      const { batch } = (await api.call<{ batch: string }>('source.run', { query })).data;
      if (user !== undefined) followed.add(user, batch);
      return batch;
    } catch (error) {
      notifyFailure(error);
      return null;
    } finally {
      setWorking(false);
    }
  };
  return {
    rows,
    preview: rows.data,
    template,
    templateId,
    setTemplateId,
    columns,
    setColumns: (next: readonly ColumnPlan[]) => templateId && setChanged({ template: templateId, columns: next }),
    /** Whether columns were changed here that no import has kept. */
    isChanged: chosenHere !== null && choicesOf(chosenHere) !== choicesOf(kept),
    faults: template.data && columns.length > 0 ? faultsOf(columns, template.data.items) : [],
    working,
    keep,
    start,
  };
}
