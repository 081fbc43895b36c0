import { malformed } from '@datasarana/schema';
import { type Fields, readInteger, readOneOrMany, readText } from '../../reading/fields.ts';
import { CHARACTER_KINDS, classOfCharacters } from '../java-characters.ts';
import {
  type Cuttable,
  LONGEST_CUT,
  TOKENIZERS,
  type TokenizerName,
  type TokenizerStep,
  tokenizerOf,
} from '../tokenizers.ts';
import { type GramLimits, readGramLengths } from './grams.ts';
import { type PartNames, readPart } from './names.ts';

type Read = (fields: Fields, limits: GramLimits) => TokenizerName | TokenizerStep;

const READ: Readonly<Record<string, Read>> = {
  ngram: (fields, limits) => ({ kind: 'ngram', ...readGrams(fields, limits) }),
  edge_ngram: (fields) => ({ kind: 'edge_ngram', ...readGrams(fields, null) }),
  pattern: (fields) => ({
    kind: 'pattern',
    pattern: fields.text('pattern') ?? String.raw`\W+`,
    flags: fields.text('flags') ?? '',
    group: fields.optional('group', readInteger) ?? -1,
  }),
  path_hierarchy: (fields) => {
    const delimiter = fields.text('delimiter') ?? '/';
    return {
      kind: 'path_hierarchy',
      delimiter: oneCharacter('delimiter', delimiter),
      replacement: oneCharacter('replacement', fields.text('replacement') ?? delimiter),
      skip: fields.optional('skip', (value, path) => readInteger(value, path, { min: 0 })) ?? 0,
      reverse: fields.flag('reverse', false),
    };
  },
  char_group: (fields) => {
    const signs = fields.required('tokenize_on_chars', (list, at) => readOneOrMany(list, at, readText));
    return cut({ kind: 'char_group', separators: signs.map(separatorOf).join('') }, fields);
  },
};

const OTHER_NAMES: Readonly<Record<string, string>> = {
  nGram: 'ngram',
  edgeNGram: 'edge_ngram',
  PathHierarchy: 'path_hierarchy',
};

/** Reads a tokenizer by name or as an object. @throws PlatformError for one that is not offered, or cannot be made */
export function readTokenizer(
  value: unknown,
  path: string,
  names: PartNames,
  limits: GramLimits,
): TokenizerName | TokenizerStep {
  const found = readPart(value, path, names, (type, fields) => {
    const named = TOKENIZERS.find((name) => name === type);
    if (named === 'keyword') fields.hints('buffer_size', 'max_token_length');
    if (named !== undefined) return cut(named, fields);
    const name = Object.hasOwn(OTHER_NAMES, type) ? (OTHER_NAMES[type] ?? type) : type;
    return Object.hasOwn(READ, name) ? (READ[name]?.(fields, limits) ?? null) : null;
  });
  tokenizerOf(found);
  return found;
}

/** Words longer than `max_token_length` are cut, where that is given. */
function cut(of: Cuttable, fields: Fields): TokenizerName | TokenizerStep {
  const longest = fields.optional('max_token_length', (value, path) =>
    readInteger(value, path, { min: 1, max: LONGEST_CUT }),
  );
  return longest === undefined ? of : { kind: 'cut', of, longest };
}

function readGrams(fields: Fields, limits: GramLimits | null) {
  const kinds = fields.optional('token_chars', (list, at) => readOneOrMany(list, at, readText)) ?? [];
  const custom = fields.text('custom_token_chars');
  const classes = kinds.map((kind) => {
    if (kind === 'custom' && custom !== undefined) return classOfCharacters(custom);
    if (Object.hasOwn(CHARACTER_KINDS, kind)) return CHARACTER_KINDS[kind];
    throw malformed(
      `Unknown token type: '${kind}', must be one of [${[...Object.keys(CHARACTER_KINDS), 'custom'].join(', ')}]`,
    );
  });
  return {
    ...readGramLengths(fields, limits),
    tokenChars: classes.length === 0 ? null : classes.join(''),
  };
}

function oneCharacter(name: string, text: string): string {
  if (text.length === 1) return text;
  throw malformed(`${name} must be a one char value`, 'Write one character.');
}

const ESCAPES: Readonly<Record<string, string>> = { '\\n': '\n', '\\t': '\t', '\\r': '\r', '\\b': '\b', '\\f': '\f' };

function separatorOf(sign: string): string {
  if (Object.hasOwn(CHARACTER_KINDS, sign)) return CHARACTER_KINDS[sign] ?? '';
  const character = ESCAPES[sign] ?? (sign.startsWith('\\') ? sign.slice(1) : sign);
  const code = /^\\u([0-9a-fA-F]{4})$/.exec(sign)?.[1];
  if (code !== undefined) return `\\u{${code}}`;
  if (character.length === 1) return classOfCharacters(character);
  throw malformed(
    `Invalid escaped char in [${sign}]`,
    'Write one character, or letter, digit, whitespace, punctuation or symbol.',
  );
}
