import { Fields } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { type AggregationForm, type OfField, printOfField, readOfField } from './definition.ts';
import { illegalArgument } from './refusal.ts';
import { printSelection, readSelection, type TermsSelection } from './selection.ts';
import { printTermsOptions, readTermsOptions, type TermsOptions } from './terms-options.ts';

/** The most frequent values, exactly counted. */
export interface TermsAggregation extends OfField, TermsOptions, Selections {
  readonly kind: 'terms';
}

export const termsForm: AggregationForm<TermsAggregation> = {
  shape: 'bucket',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'terms');
    const node: TermsAggregation = {
      kind: 'terms',
      ...readOfField(fields),
      ...readTermsOptions(fields, name),
      ...readSelections(fields),
    };
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      ...printOfField(node),
      ...printTermsOptions(node),
      include: printSelection(node.include),
      exclude: printSelection(node.exclude),
    }),
};

/** Values that have buckets, and values that have none. */
export interface Selections {
  readonly include?: TermsSelection;
  readonly exclude?: TermsSelection;
}

/** @throws PlatformError 32 when the two cannot go together */
export function readSelections(fields: Fields): Selections {
  const include = fields.optional('include', readSelection);
  const exclude = fields.optional('exclude', readSelection);
  if (exclude?.kind === 'partition' || (include?.kind === 'partition' && exclude !== undefined)) {
    throw wrongShape(fields.at('exclude'), 'no partition, which only include takes, alone', exclude);
  }
  if (include !== undefined && exclude !== undefined && include.kind !== exclude.kind) {
    const methods = [include, exclude].map(({ kind }) => (kind === 'pattern' ? 'regex' : 'set'));
    throw illegalArgument(
      `Cannot mix a ${methods[0]}-based include with a ${methods[1]}-based method`,
      `Write ${fields.at('exclude')} as include is written.`,
    );
  }
  return present({ include, exclude }) as Selections;
}
