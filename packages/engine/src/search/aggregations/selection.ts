import {
  illegalArgument,
  MAX_REGEXP,
  parseRegexp,
  REGEXP_FLAGS,
  re2Of,
  regexpMatcher,
  type Scalar,
  type TermsSelection,
} from '@datasarana/query';
import { indexLimit } from '../clauses/index-limit.ts';
import { booleanOf, numberOf } from '../clauses/values.ts';
import { and, bool, double, FALSE, joined, not, type Sql, sql, TRUE, text } from '../sql.ts';
import { distinctKeys, keysList } from './distinct-keys.ts';
import { type FieldValues, momentOf } from './field-values.ts';
import type { PlanContext } from './metrics.ts';
import { partitionOf } from './partition.ts';
import type { Expression } from './plan.ts';

interface Selections {
  readonly include?: TermsSelection;
  readonly exclude?: TermsSelection;
  readonly format?: string;
}

/** The values of a field that an aggregation of terms is about. */
export async function selectedValues(
  values: FieldValues,
  { include, exclude, format }: Selections,
  context: PlanContext,
): Promise<Expression> {
  // without a field there is nothing to choose from, whatever the type of the choices
  if ((include === undefined && exclude === undefined) || !values.isMapped) return values.values;
  const isAll = include === undefined || isEmptyOfNumbers(include, values);
  const kept = isAll ? ALL : await testFor(include, values, format, context);
  const left = exclude === undefined ? NONE : await testFor(exclude, values, format, context);
  const wanted = (value: Sql) => and([kept.holds(value), not(left.holds(value))]);
  if (!values.list) return values.values.map((value) => sql`CASE WHEN ${wanted(value)} THEN ${value} END`);
  const some = kept.isLookup || left.isLookup ? someLookedUp : someOfList;
  return values.values.map((value) => some(value, wanted(sql`x`)));
}

/** As in OpenSearch, where no number at all stands for every one of them. */
const isEmptyOfNumbers = (include: TermsSelection, { kind }: FieldValues): boolean =>
  include.kind === 'values' && include.values.length === 0 && kind !== 'text';

const someOfList = (list: Sql, wanted: Sql): Sql => sql`list_filter(${list}, lambda x: ${wanted})`;

/** DuckDB takes no statement within a lambda. */
const someLookedUp = (list: Sql, wanted: Sql): Sql =>
  sql`(SELECT list(x) FROM (SELECT unnest(${list}) AS x) WHERE ${wanted})`;

interface ValueTest {
  readonly holds: (value: Sql) => Sql;
  /** The value is looked up by a statement of its own. */
  readonly isLookup?: true;
}

const ALL: ValueTest = { holds: () => TRUE };
const NONE: ValueTest = { holds: () => FALSE };

async function testFor(
  selection: TermsSelection,
  values: FieldValues,
  format: string | undefined,
  context: PlanContext,
): Promise<ValueTest> {
  switch (selection.kind) {
    case 'values':
      return oneOf(selection.values.map((each) => exact(each, values, format, context.now)));
    case 'partition': {
      const { partition, partitions } = selection;
      return among(values, (key) => partitionOf(key, values, partitions) === partition, context);
    }
    case 'pattern': {
      if (values.kind !== 'text' || values.isAddress) throw notTexts(context.name);
      checkLength(selection.pattern, context);
      const expression = parseRegexp(selection.pattern, REGEXP_FLAGS, `include or exclude of ${context.name}`);
      const re2 = re2Of(expression);
      if (re2 !== null) return { holds: (value) => sql`regexp_full_match(${value}, ${text(re2)})` };
      const fits = regexpMatcher(expression);
      return among(values, (key) => fits(String(key)), context);
    }
  }
}

/** @throws PlatformError where an index allows no expression of that length */
function checkLength({ length }: string, { parts }: PlanContext): void {
  for (const { layout } of parts) {
    const most = indexLimit(layout, 'index.max_regex_length', MAX_REGEXP);
    if (length > most)
      throw illegalArgument(
        `The length of regex [${length}] used in the request has exceeded the allowed maximum of [${most}]. This maximum can be set by changing the [index.max_regex_length] index level setting.`,
        'Use a shorter expression, or a list of values.',
      );
  }
}

const notTexts = (aggregation: string) =>
  illegalArgument(
    `Aggregation [${aggregation}] cannot support regular expression style include/exclude settings as they can only be applied to string fields. Use an array of values for include/exclude clauses`,
    'Give a list of values.',
  );

const oneOf = (exactly: readonly Sql[]): ValueTest =>
  exactly.length === 0 ? NONE : { holds: (value) => sql`${value} IN (${joined(exactly, ', ')})` };

/** Values that SQL cannot tell apart are looked at once each. */
async function among(
  values: FieldValues,
  isWanted: (key: unknown) => boolean,
  context: PlanContext,
): Promise<ValueTest> {
  const keys = (await distinctKeys(values.values, values.list, context)).filter(isWanted);
  if (keys.length === 0) return NONE;
  const list = keysList(keys);
  return { holds: (value) => sql`(${value} IN (SELECT unnest(${list})))`, isLookup: true };
}

function exact(value: Scalar, values: FieldValues, format: string | undefined, now: number): Sql {
  const named = { path: values.field, type: 'double', list: false, columns: [], postings: null, field: null } as const;
  switch (values.kind) {
    case 'text':
      return text(String(value));
    case 'boolean':
      return bool(value === 1 || (value !== 0 && booleanOf(named, value)));
    case 'date':
      return double(momentOf(value, { field: values.field, format: format ?? values.format, now }));
    case 'whole':
    case 'decimal':
      return double(numberOf(named, value));
  }
}
