import type { SearchRequest } from '@datasarana/query';
import type { IndexPart, PartContext } from '../part.ts';

/** What every suggester works on. */
export interface SuggestContext extends PartContext {
  readonly parts: readonly IndexPart[];
  readonly request: SearchRequest;
}
