import type { IngestorLook } from '@datasarana/client';
import type { CsvPreview, SourceColumn } from '@datasarana/sources';
import { useEffect, useMemo, useState } from 'react';
import { type ColumnPlan, planExisting, type SampledRows } from '../../imports/plan.ts';
import { sourceColumnsOf, withColumns } from '../../imports/recipes.ts';
import type { TemplateRecord } from '../../templates/template-calls.ts';

const asPreview = ({ columns, rows }: IngestorLook): CsvPreview => ({
  encoding: 'utf-8',
  delimiter: ',',
  columns,
  rows: rows.map((row) => row.map((cell) => cell ?? '')),
  tooWide: [],
  tooShort: [],
});

const NO_ROWS: SampledRows = { columns: [], rows: [] };
const NONE: readonly ColumnPlan[] = [];

/** How the columns that a look found go into the template; `held` are those of the task that is changed. */
export function useTaskColumns(
  look: IngestorLook | null,
  template: TemplateRecord | null,
  held: readonly SourceColumn[],
) {
  const sampled = useMemo(() => (look && look.columns.length > 0 ? asPreview(look) : null), [look]);
  const planned = useMemo(
    () => (sampled && template ? withColumns(planExisting(sampled, template.items), held) : NONE),
    [sampled, template, held],
  );
  const [columns, setColumns] = useState(planned);
  useEffect(() => setColumns(planned), [planned]);
  const kept = columns.length > 0 ? sourceColumnsOf(columns) : held;
  return { columns, setColumns, changed: columns !== planned, sampled: sampled ?? NO_ROWS, kept };
}
