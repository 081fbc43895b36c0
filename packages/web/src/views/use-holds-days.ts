import { useQueries, useQuery } from '@tanstack/react-query';
import { useApi } from '../session/index.ts';
import { dateFields, daysQuery, withDays } from './days.ts';
import type { ViewDefinition } from './definition.ts';
import { viewerZone } from './viewer-zone.ts';

/** Whether a date field holds days of the calendar; undefined where it is not known, or makes no difference; null asks nothing. */
export function useHoldsDays(template: string, field: string | null) {
  const api = useApi();
  const asked = field !== null && field !== '_ts' && viewerZone() !== 'UTC';
  const { data, isLoading } = useQuery({ ...daysQuery(api, template, field ?? ''), enabled: asked });
  return { days: field === '_ts' ? false : data, waits: isLoading };
}

/** A view as it is asked for: its groups know which of their fields hold days. */
export function useWithDays(view: ViewDefinition): ViewDefinition {
  const api = useApi();
  const fields = dateFields(view);
  const enabled = viewerZone() !== 'UTC';
  const found = useQueries({ queries: fields.map((field) => ({ ...daysQuery(api, view.dataset, field), enabled })) });
  return withDays(
    view,
    fields.filter((_, at) => found[at]?.data),
  );
}
