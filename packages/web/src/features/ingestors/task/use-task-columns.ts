import type { IngestorLook } from '@datasarana/schema';
import type { SourceColumn } from '@datasarana/sources';
import { useEffect, useMemo, useState } from 'react';
import { type ColumnPlan, planExisting, previewOf, type SampledRows } from '../../imports/plan.ts';
import { sourceColumnsOf, withColumns } from '../../imports/recipes.ts';
import type { TemplateRecord } from '../../templates/template-calls.ts';

const NO_ROWS: SampledRows = { columns: [], rows: [] };
const NONE: readonly ColumnPlan[] = [];

/** How the columns that a look found go into the template; `held` are those of the task that is changed. */
export function useTaskColumns(
  look: IngestorLook | null,
  template: TemplateRecord | null,
  held: readonly SourceColumn[],
) {
  const sampled = useMemo(() => (look && look.columns.length > 0 ? previewOf(look.columns, look.rows) : null), [look]);
  const planned = useMemo(
    () => (sampled && template ? withColumns(planExisting(sampled, template.items), held) : NONE),
    [sampled, template, held],
  );
  const [columns, setColumns] = useState(planned);
  useEffect(() => setColumns(planned), [planned]);
  const kept = columns.length > 0 ? sourceColumnsOf(columns) : held;
  return { columns, setColumns, changed: columns !== planned, sampled: sampled ?? NO_ROWS, kept };
}
