import { barDsl } from '@datasarana/query';
import { type QueryFunctionContext, useQueryClient } from '@tanstack/react-query';
import { type Client, useApi } from '../../session/index.ts';
import type { ViewBucket, ViewDefinition } from '../../views/definition.ts';
import { searched } from '../../views/own-clocks.ts';
import { type DesignField, isDate, isNumber } from './designer-fields.ts';
import { type Span, withWidth } from './start-view.ts';

/** The query for where a number or date field reaches among the matches of a view; null when it is neither, or has no values there. */
export const spanQuery = (api: Client, view: ViewDefinition, field: DesignField) => ({
  queryKey: ['view', 'span', view.dataset, view.search, field.name],
  queryFn: async ({ signal, client }: QueryFunctionContext): Promise<Span | null> => {
    if (!isNumber(field) && !isDate(field)) return null;
    const body = { size: 0, query: barDsl(view.search), aggs: { span: { stats: { field: field.name } } } };
    const { aggregations } = await searched({ api, client, template: view.dataset }, body, signal);
    const { min, max } = aggregations?.span ?? {};
    return typeof min === 'number' && typeof max === 'number' ? { min, max } : null;
  },
});

type SetView = (change: (view: ViewDefinition) => ViewDefinition) => void;

/** Whether a group has a width, and is new in a view or another than before. */
const isNewIn =
  ({ buckets }: ViewDefinition) =>
  (bucket: ViewBucket): boolean =>
    (bucket.function === 'date_histogram' || bucket.function === 'histogram') &&
    !buckets.some((other) => other.field === bucket.field && other.function === bucket.function);

/** Changes a view; groups over time or numbers that are new in it become as wide as makes a drawing, unless somebody was quicker. */
export function useFittedChange(
  view: ViewDefinition,
  fields: readonly DesignField[],
  setView: SetView,
): (next: ViewDefinition) => void {
  const api = useApi();
  const queries = useQueryClient();
  const fit = async (next: ViewDefinition, bucket: ViewBucket, field: DesignField): Promise<void> => {
    const span = await queries.fetchQuery(spanQuery(api, next, field));
    if (!span) return;
    const fitted = withWidth(bucket, field, span);
    setView((now) => ({ ...now, buckets: now.buckets.map((other) => (other === bucket ? fitted : other)) }));
  };
  return (next) => {
    setView(() => next);
    for (const bucket of next.buckets.filter(isNewIn(view))) {
      const field = fields.find(({ name }) => name === bucket.field);
      // what cannot be searched is told by the drawing
      if (field) fit(next, bucket, field).catch(() => undefined);
    }
  };
}
