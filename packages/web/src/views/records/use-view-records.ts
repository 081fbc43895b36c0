import type { ViewDefinition } from '../definition.ts';
import { missingFor } from '../missing.ts';
import { recordsRequest } from '../request.ts';
import { useHitPages } from './use-hit-pages.ts';

/** The records of a table of records, page by page. */
export const useViewRecords = (view: ViewDefinition, enabled = true) =>
  useHitPages('view', view.dataset, recordsRequest(view), enabled && missingFor(view) === null);
