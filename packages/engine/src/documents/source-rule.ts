import { filterSource, type SourceFilter } from '@datasarana/query';
import type { IndexLayout } from '../index/layout.ts';
import { sourceText } from '../index/shapes/rebuild.ts';
import { keepDigits } from './keep-digits.ts';
import type { IndexMapping } from './mapping.ts';
import { illegalArgument, unreadable } from './refusal.ts';

type Body = Readonly<Record<string, unknown>>;
type WithRule = Pick<IndexMapping, 'parameters'>;

const NAME = '_source';
const ALL: SourceFilter = { kind: 'all' };

/** What `_source` of a mapping says: whether documents may be shown, and which of their fields. */
interface SourceRule {
  readonly enabled: boolean;
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
  /** One object for all documents, of which is remembered what their paths are. */
  readonly filter: SourceFilter;
}

const rules = new WeakMap<Body, SourceRule>();

function ruleOf({ parameters }: WithRule): SourceRule {
  const known = rules.get(parameters);
  if (known !== undefined) return known;
  const { enabled, ...given } = Object(parameters[NAME]);
  const [includes, excludes] = [patternsOf(given.includes), patternsOf(given.excludes)];
  const isAll = includes.length + excludes.length === 0;
  const filter: SourceFilter = isAll ? ALL : { kind: 'fields', includes, excludes };
  const rule = { enabled: String(enabled) !== 'false', includes, excludes, filter };
  rules.set(parameters, rule);
  return rule;
}

/** Mappings were once stored as they came. */
const patternsOf = (value: unknown): readonly string[] =>
  value === undefined || value === null ? [] : [value].flat().map(String);

/** Whether documents of an index may be shown: its mapping may say no to that, though they are kept. */
export const isSourceEnabled = (mapping: WithRule): boolean => ruleOf(mapping).enabled;

/** Which fields the mapping of an index leaves of the documents it shows; the others are kept, found and counted all the same. */
export function keptFields({
  definition: { stored },
  isWhole,
}: Pick<IndexLayout, 'definition' | 'isWhole'>): SourceFilter {
  return stored === undefined || isWhole === true ? ALL : ruleOf(stored.mapping).filter;
}

/** The text of a stored document as it is shown, from a row with the columns of `sourceColumns`. */
export const keptText = (layout: IndexLayout, row: Body): string =>
  filtered(sourceText(layout, row), keptFields(layout));

/** What is shown of a document that was read. */
export function keptPart(layout: Parameters<typeof keptFields>[0], document: Body): Body {
  const filter = keptFields(layout);
  return filter.kind === 'fields' ? (filterSource(document, filter) as Body) : document;
}

/** What an index with the mapping leaves of a document that was sent. */
export const keptOf = (mapping: WithRule, text: string): string => filtered(text, ruleOf(mapping).filter);

const filtered = (text: string, filter: SourceFilter): string =>
  filter.kind === 'fields' ? JSON.stringify(filterSource(JSON.parse(text, keepDigits), filter)) : text;

const LISTS = ['includes', 'excludes'] as const;

/** Reads `_source` of a mapping. @throws PlatformError for what is none */
export function readSourceRule(parameters: Body): Body {
  const given = parameters[NAME];
  if (given === undefined) return parameters;
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw failed(`[${NAME}] must be an object with [enabled], [includes] or [excludes]`);
  const read = Object.entries(given).map(([name, value]) => [name, readPart(name, value)] as const);
  return { ...parameters, [NAME]: Object.fromEntries(read) };
}

function readPart(name: string, value: unknown): unknown {
  const isList = LISTS.some((each) => each === name);
  if (!isList && name !== 'enabled') throw unreadable(`unknown parameter [${name}] on mapper [${NAME}] of type [null]`);
  if (value === null) throw unreadable(`[${name}] on mapper [${NAME}] of type [null] must not have a [null] value`);
  if (!isList && !/^(?:true|false)$/.test(String(value)))
    throw failed(`Failed to parse value [${value}] as only [true] or [false] are allowed.`);
  if (!isList) return value;
  if (!Array.isArray(value)) throw failed(`[${name}] of [${NAME}] must be a list of fields or patterns`);
  return value.map((each) => (typeof each === 'object' ? JSON.stringify(each) : String(each)));
}

const failed = (why: string) => unreadable(`Failed to parse mapping [_doc]: ${why}`);

/** @throws PlatformError for a change of what documents show, which would be true of those that are there, too */
export function refuseOtherSource(known: IndexMapping, added: IndexMapping): void {
  if (added.parameters[NAME] === undefined) return;
  const [before, after] = [ruleOf(known), ruleOf(added)];
  const changes = [
    ...(before.enabled === after.enabled ? [] : [changeOf('enabled', before.enabled, after.enabled)]),
    ...LISTS.flatMap((name) => {
      const [old, asked] = [listed(before[name]), listed(after[name])];
      return old === asked ? [] : [changeOf(name, old, asked)];
    }),
  ];
  if (changes.length === 0) return;
  throw illegalArgument(`Mapper for [${NAME}] conflicts with existing mapper:\n\t${changes.join('\n\t')}`);
}

const listed = (patterns: readonly string[]): string => `[${patterns.join(', ')}]`;

const changeOf = (name: string, before: unknown, after: unknown): string =>
  `Cannot update parameter [${name}] from [${before}] to [${after}]`;
