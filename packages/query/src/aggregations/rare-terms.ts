import { Fields, readInteger, readNumber } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { type AggregationForm, type OfField, printOfField, readOfField } from './definition.ts';
import { illegalArgument } from './refusal.ts';
import { printSelection, type TermsSelection } from './selection.ts';
import { readSelections } from './terms.ts';

/** Values that at most so many documents have, the rarest first; exact, so that `precision` says nothing. */
export interface RareTermsAggregation extends OfField {
  readonly kind: 'rare_terms';
  readonly maxDocCount: number;
  readonly include?: TermsSelection;
  readonly exclude?: TermsSelection;
}

export const rareTermsForm: AggregationForm<RareTermsAggregation> = {
  shape: 'bucket',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'rare_terms');
    const node: RareTermsAggregation = {
      kind: 'rare_terms',
      ...readOfField(fields),
      maxDocCount: fields.optional('max_doc_count', (given, at) => readMost(given, at, name)) ?? 1,
      ...readSelections(fields),
    };
    fields.optional('precision', (given, at) => readNumber(given, at, { min: Number.MIN_VALUE }));
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      ...printOfField(node),
      max_doc_count: node.maxDocCount === 1 ? undefined : node.maxDocCount,
      include: printSelection(node.include),
      exclude: printSelection(node.exclude),
    }),
};

function readMost(value: unknown, path: string, name: string): number {
  const most = readInteger(value, path);
  if (most < 1) {
    throw illegalArgument(`[max_doc_count] must be greater than 0. Found [${most}] in [${name}]`, `Correct ${path}.`);
  }
  if (most > 100) throw illegalArgument(`[max_doc_count] must be smaller than 100 in [${name}]`, `Correct ${path}.`);
  return most;
}
