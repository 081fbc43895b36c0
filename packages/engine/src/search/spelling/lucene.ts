import { type MinimumShouldMatch, requiredMatches } from '@datasarana/query';
import { javaDouble } from '../aggregations/shown-value.ts';

/** A query as Lucene writes it. */
export interface Spelt {
  readonly text: string;
  /** Stands in parentheses within another query. */
  readonly isBool?: true;
  /** Whether objects of nested fields could match it, so that they have to be kept out. */
  readonly seesObjects: boolean;
}

/** A query that may match any row. */
export const anywhere = (text: string): Spelt => ({ text, seesObjects: true });

export const ALL = anywhere('*:*');

const nothing = (reason: string): Spelt => ({ text: `MatchNoDocsQuery("${reason}")`, seesObjects: false });

/** What a clause becomes that is known to match nothing before it is a query; a `bool` that needs it is nothing, too. */
export const NONE = nothing('User requested "match_none" query.');
export const NO_WORDS = nothing('Matching no documents because no terms present');
export const NO_PATH = nothing('');
export const unmappedFields = (field: string): Spelt => nothing(`unmapped fields [${field}]`);
export const unfit = (field: string, { message }: Error): Spelt =>
  nothing(`failed [${field}] query, caused by illegal_argument_exception:[${message}]`);
export const noFraction = (value: unknown): Spelt => nothing(`Value [${value}] has a decimal part`);

const within = ({ text, isBool }: Spelt): string => (isBool ? `(${text})` : text);

export const boosted = (of: Spelt, boost: number): Spelt =>
  boost === 1 || of.text.startsWith('MatchNoDocsQuery')
    ? of
    : { text: `(${of.text})^${javaDouble(boost)}`, seesObjects: of.seesObjects };

export const constant = (of: Spelt): Spelt => ({ text: `ConstantScore(${of.text})`, seesObjects: of.seesObjects });

/** Parts of a BooleanQuery. */
export interface BoolParts {
  readonly must?: readonly Spelt[];
  readonly mustNot?: readonly Spelt[];
  readonly should?: readonly Spelt[];
  readonly filter?: readonly Spelt[];
  /** How many of `should` have to match, where that is said; 0 = not said. */
  readonly required?: number;
}

export function bool({ must = [], mustNot = [], should = [], filter = [], required = 0 }: BoolParts): Spelt {
  const signed = (sign: string, of: readonly Spelt[]) => of.map((each) => sign + within(each));
  const text = [...signed('+', must), ...signed('-', mustNot), ...signed('', should), ...signed('#', filter)].join(' ');
  const needed = [...must, ...filter];
  const seesObjects =
    needed.length > 0 ? needed.every((each) => each.seesObjects) : should.some((each) => each.seesObjects);
  return { text: required > 0 ? `(${text})~${required}` : text, isBool: true, seesObjects };
}

interface Choice {
  readonly operator: 'or' | 'and';
  readonly minimumShouldMatch?: MinimumShouldMatch;
}

/** Several words: any of them, or all. */
export function together(words: readonly Spelt[], { operator, minimumShouldMatch: least }: Choice): Spelt {
  const [only] = words;
  if (only !== undefined && words.length === 1) return only;
  if (operator === 'and') return bool({ must: words });
  return bool({ should: words, required: least === undefined ? 0 : requiredMatches(least, words.length) });
}

/** The best of several; of a single one nothing is left to say unless it is `kept`. */
export function disMax(of: readonly Spelt[], tieBreaker: number): Spelt {
  const text = `(${of.map(within).join(' | ')})`;
  return anywhere(tieBreaker === 0 ? text : `${text}~${javaDouble(tieBreaker)}`);
}

/** A query on the documents themselves, objects of nested fields kept out. */
export const onDocuments = (of: Spelt): Spelt =>
  of.seesObjects ? bool({ must: [of], filter: [anywhere('FieldExistsQuery [field=_primary_term]')] }) : of;
