import type { ValueType } from '@datasarana/schema';
import { useApi } from '../../session/index.ts';
import type { TemplateRecord } from '../templates/template-calls.ts';
import { type ImportPlan, newItems, withType } from './plan.ts';
import type { EmptyTemplates } from './use-empty-templates.ts';
import { useMakeTemplate } from './use-make-template.ts';

/** The columns as they went into the last dry run, and the template they are for, which that round made or chose. */
export interface Planned {
  readonly plan: ImportPlan;
  readonly template: TemplateRecord;
}

/** Plans the columns of a template that was made for a dry run with another type for one field: stored types never change, so it makes way for a new one. */
export function useRetyped(empty: EmptyTemplates) {
  const api = useApi();
  const { run, working } = useMakeTemplate();
  const make = async ({ plan, template }: Planned, field: string, type: ValueType): Promise<Planned | null> => {
    const columns = withType(plan.columns, field, type);
    const made = await run(template.name, newItems(columns));
    if (!made) return null;
    empty.add(made);
    await api.call('template.delete', { params: { id: template.id }, query: { empty: true } }).then(
      () => empty.drop(template.id),
      // who leaves the wizard is offered to remove it
      () => undefined,
    );
    return { plan: { ...plan, columns, target: { kind: 'existing', template: made } }, template: made };
  };
  return { make, working };
}
