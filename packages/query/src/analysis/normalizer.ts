import { malformed } from '@datasarana/schema';
import { Fields, readOneOrMany, readText } from '../reading/fields.ts';
import { isObject } from '../reading/json.ts';
import type { CustomAnalyser, FilterStep } from './chain.ts';
import { mappingRules } from './filters/mapping.ts';

type Named = Readonly<Record<string, unknown>>;

/** Filters that leave a value one word. */
const WHOLE: ReadonlySet<FilterStep['kind']> = new Set([
  'lowercase',
  'uppercase',
  'trim',
  'asciifolding',
  'decimal_digit',
  'cjk_width',
]);

/** The normalizer every index has. */
export const LOWERCASE: CustomAnalyser = { tokenizer: 'keyword', filters: [{ kind: 'lowercase' }] };

/** Reads one normalizer of the settings; `filters` reads its token filters. */
export function readNormalizer(
  value: unknown,
  path: string,
  charFilters: Named,
  filters: (fields: Fields) => readonly FilterStep[],
): CustomAnalyser {
  const fields = new Fields(value, path, 'a normalizer', 'all');
  const name = path.slice(path.lastIndexOf('.') + 1);
  const type = fields.text('type') ?? 'custom';
  if (type !== 'custom' && type !== 'lowercase') {
    throw malformed(`Unknown normalizer type [${type}] for [${name}]`, 'Use custom or lowercase.');
  }
  if (fields.take('tokenizer') !== undefined) {
    throw malformed(`Custom normalizer [${name}] cannot configure a tokenizer`, 'Leave the tokenizer out.');
  }
  const given = fields.optional('char_filter', (list, at) => readOneOrMany(list, at, readText)) ?? [];
  const before = given.map((each) => readCharFilter(each, name, charFilters));
  const after = filters(fields);
  fields.done();
  const unfit = after.find(({ kind }) => !WHOLE.has(kind));
  if (unfit !== undefined) {
    throw malformed(`Custom normalizer [${name}] may not use filter [${unfit.kind}]`, `Use ${[...WHOLE].join(', ')}.`);
  }
  return type === 'lowercase' ? LOWERCASE : { tokenizer: 'keyword', filters: [...before, ...after] };
}

function readCharFilter(wanted: string, normalizer: string, known: Named): FilterStep {
  const body = Object.hasOwn(known, wanted) ? known[wanted] : { type: wanted };
  const type = isObject(body) ? body.type : undefined;
  if (type !== 'mapping') {
    throw malformed(
      `Custom normalizer [${normalizer}] may not use char filter [${wanted}]`,
      'Use one of type mapping.',
    );
  }
  const fields = new Fields(body, `char_filter.${wanted}`, 'a character filter', 'all');
  fields.hints('type');
  const rules = fields.required('mappings', (list, at) => readOneOrMany(list, at, readText));
  fields.done();
  return { kind: 'mapping', rules: mappingRules(rules) };
}
