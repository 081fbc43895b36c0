import { barDsl } from '@datasarana/query';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useApi } from '../../session/index.ts';
import type { ViewDefinition } from '../../views/definition.ts';
import { useTemplate } from '../templates/template-calls.ts';
import { type DesignField, designFields, isDate, isNumber } from './designer-fields.ts';
import { type Span, viewOfAddress, viewOfField } from './start-view.ts';

interface Start {
  /** Undefined until everything it is made of is known; stays the same from then on. */
  readonly view: ViewDefinition | undefined;
  /** A name to begin with, when the view has a field. */
  readonly name: string;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The first state of a new view: template, search and field of the address (SCR-07), else the first template. */
export function useStartView(
  address: Readonly<Record<string, string>>,
  templates: readonly { readonly id: string; readonly name: string }[],
): Start {
  const wanted = address.template ?? templates[0]?.id;
  const template = useTemplate(wanted);
  const fields = useMemo(() => template.data && designFields(template.data.items), [template.data]);
  const field = fields?.find(({ name }) => name === address.field);
  const base = useMemo(() => {
    if (!wanted || template.data === undefined) return undefined;
    return viewOfAddress(wanted, address, fields ?? []);
  }, [wanted, address, template.data, fields]);
  const span = useSpan(base, field);
  const [view, setView] = useState<ViewDefinition>();
  const ready = base !== undefined && (field === undefined || span.data !== undefined);
  useEffect(() => {
    if (ready && base) setView((now) => now ?? (field ? viewOfField(base, field, span.data ?? null) : base));
  }, [ready, base, field, span.data]);
  return {
    view,
    name: field && template.data ? `${template.data.name} by ${field.name}` : '',
    error: template.error ?? span.error,
    retry: () => void Promise.all([template.refetch(), ...(field ? [span.refetch()] : [])]),
  };
}

/** From where to where a number or date field reaches among the matches: it decides how wide the first groups are. */
function useSpan(view: ViewDefinition | undefined, field: DesignField | undefined) {
  const api = useApi();
  const spans = field !== undefined && (isNumber(field) || isDate(field));
  return useQuery({
    queryKey: ['view', 'span', view?.dataset, view?.search, field?.name],
    enabled: view !== undefined && field !== undefined,
    queryFn: async ({ signal }): Promise<Span | null> => {
      if (!view || !field || !spans) return null;
      const { data } = await api.found('data.search', {
        query: { template: view.dataset },
        body: { size: 0, query: barDsl(view.search), aggs: { span: { stats: { field: field.name } } } },
        signal,
      });
      const { min, max } = data.aggregations?.span ?? {};
      return typeof min === 'number' && typeof max === 'number' ? { min, max } : null;
    },
  });
}
