import type { SearchRequest, Suggestion } from '@datasarana/query';
import type { IndexPart, PartContext } from '../part.ts';
import type { SuggestEntry } from '../response.ts';
import { suggestCompletions } from './completion.ts';
import type { SuggestContext } from './context.ts';
import { suggestPhrases } from './phrase.ts';
import { suggestTerms } from './term.ts';

/** Answers the suggestions of a search by their names. */
export async function suggestionsOf(
  parts: readonly IndexPart[],
  request: SearchRequest,
  context: PartContext,
): Promise<Readonly<Record<string, readonly SuggestEntry[]>>> {
  const answered: Record<string, readonly SuggestEntry[]> = {};
  for (const suggestion of request.suggest ?? []) {
    answered[suggestion.name] = await suggestBy(suggestion, { ...context, parts, request });
  }
  return answered;
}

function suggestBy(suggestion: Suggestion, context: SuggestContext): Promise<readonly SuggestEntry[]> {
  const { by } = suggestion;
  switch (by.kind) {
    case 'term':
      return suggestTerms(suggestion.text, by, context);
    case 'phrase':
      return suggestPhrases(suggestion.text, by, context);
    case 'completion':
      return suggestCompletions(suggestion, by, context);
  }
}
