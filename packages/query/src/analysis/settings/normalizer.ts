import { malformed } from '@datasarana/schema';
import { Fields } from '../../reading/fields.ts';
import type { CharFilterStep, CustomAnalyser, FilterStep } from '../chain.ts';

/** Filters that leave a value one word. */
const WHOLE: ReadonlySet<FilterStep['kind']> = new Set([
  'lowercase',
  'uppercase',
  'trim',
  'asciifolding',
  'decimal_digit',
  'cjk_width',
  'elision',
  'german_normalization',
  'scandinavian_normalization',
  'scandinavian_folding',
  'arabic_normalization',
  'persian_normalization',
  'hindi_normalization',
  'serbian_normalization',
  'sorani_normalization',
]);

const WHOLE_BEFORE: ReadonlySet<CharFilterStep['kind']> = new Set(['mapping', 'pattern_replace']);

/** The normalizer every index has. */
export const LOWERCASE: CustomAnalyser = { tokenizer: 'keyword', filters: [{ kind: 'lowercase' }] };

interface Readers {
  readonly charFilters: (fields: Fields) => readonly CharFilterStep[];
  readonly filters: (fields: Fields) => readonly FilterStep[];
}

/** Reads one normalizer of the settings. */
export function readNormalizer(value: unknown, path: string, read: Readers): CustomAnalyser {
  const fields = new Fields(value, path, 'a normalizer', 'all');
  const name = path.slice(path.lastIndexOf('.') + 1);
  const type = fields.text('type') ?? 'custom';
  if (type !== 'custom' && type !== 'lowercase') {
    throw malformed(`Unknown normalizer type [${type}] for [${name}]`, 'Use custom or lowercase.');
  }
  if (fields.take('tokenizer') !== undefined) {
    throw malformed(`Custom normalizer [${name}] cannot configure a tokenizer`, 'Leave the tokenizer out.');
  }
  const charFilters = read.charFilters(fields);
  const filters = read.filters(fields);
  fields.done();
  refuseOthers(name, 'char filter', charFilters, WHOLE_BEFORE);
  refuseOthers(name, 'filter', filters, WHOLE);
  return type === 'lowercase' ? LOWERCASE : { tokenizer: 'keyword', filters, charFilters };
}

function refuseOthers<Kind extends string>(
  normalizer: string,
  what: string,
  steps: readonly { readonly kind: Kind }[],
  fit: ReadonlySet<Kind>,
): void {
  const unfit = steps.find(({ kind }) => !fit.has(kind));
  if (unfit === undefined) return;
  throw malformed(
    `Custom normalizer [${normalizer}] may not use ${what} [${unfit.kind}]`,
    `Use ${[...fit].join(', ')}.`,
  );
}
