import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useApi } from '../../session/index.ts';
import type { ViewDefinition } from '../../views/definition.ts';
import { useTemplate } from '../templates/template-calls.ts';
import { type DesignField, designFields } from './designer-fields.ts';
import { viewOfAddress, viewOfField } from './start-view.ts';
import { spanQuery } from './use-span.ts';

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
  return useQuery(view && field ? spanQuery(api, view, field) : { queryKey: ['view', 'span'], queryFn: skipToken });
}
