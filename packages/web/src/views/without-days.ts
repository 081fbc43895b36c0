import type { ViewDefinition } from './definition.ts';

/** The view as it is kept. */
export const withoutDays = (view: ViewDefinition): ViewDefinition => ({
  ...view,
  buckets: view.buckets.map(({ days: _, ...bucket }) => bucket),
});
