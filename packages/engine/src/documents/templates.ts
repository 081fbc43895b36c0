import { fitsPattern } from './expression.ts';
import { type IndexMapping, NO_MAPPING } from './mapping.ts';
import { byNames, layMapping } from './merge-mapping.ts';
import { mergeObjects } from './merge-objects.ts';
import { asBody, type Names } from './names.ts';
import { mappingBody, readMapping, readNewMapping } from './read-mapping.ts';
import { illegalArgument } from './refusal.ts';
import { flatSettings } from './settings.ts';

type Body = Readonly<Record<string, unknown>>;

/** What a new index is made of. */
export interface TemplateParts {
  readonly mapping: IndexMapping;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly aliases: Body;
}

/** What an index is asked to be. */
export interface AskedIndex {
  readonly mappings?: unknown;
  readonly settings?: unknown;
  readonly aliases?: unknown;
}

const NO_TEMPLATE: TemplateParts = { mapping: NO_MAPPING, settings: {}, aliases: {} };

const patternsOf = (body: Body): readonly string[] => [body.index_patterns ?? []].flat().map(String);

const isGiven = (mappings: unknown): boolean => mappings !== undefined && mappings !== null;

const added = (parts: TemplateParts, { mappings, settings, aliases }: Body): TemplateParts => ({
  mapping: isGiven(mappings) ? layMapping(parts.mapping, readMapping(mappings)) : parts.mapping,
  settings: { ...parts.settings, ...flatSettings(settings) },
  aliases: { ...parts.aliases, ...asBody(aliases) },
});

const fits =
  (index: string) =>
  ([, body]: readonly [string, Body]): boolean =>
    patternsOf(body).some((pattern) => fitsPattern(pattern, index));

/** What an index template gives, with its components. */
export function composedTemplate(names: Names, body: Body): TemplateParts {
  const components = [body.composed_of ?? []]
    .flat()
    .map((name) => asBody(names.get('component_template', String(name))?.template));
  return [...components, asBody(body.template)].reduce(added, NO_TEMPLATE);
}

/** Name and body of the index template of the highest priority among those that fit; null where none does. */
export function indexTemplateFor(
  templates: Iterable<readonly [string, Body]>,
  index: string,
): readonly [string, Body] | null {
  const [best = null] = [...templates]
    .filter(fits(index))
    .sort(([, a], [, b]) => Number(b.priority ?? 0) - Number(a.priority ?? 0));
  return best;
}

/** @throws PlatformError for the name of an index that would be a data stream */
export function refuseStreamsOnly(names: Names, index: string): void {
  const [template, body] = indexTemplateFor(names.all('index_template'), index) ?? [];
  if (body?.data_stream === undefined) return;
  throw illegalArgument(
    `cannot create index with name [${index}], because it matches with template [${template}] that creates data streams only, use create data stream api instead`,
  );
}

/** Aliases as a template gives them to an index, whose name they may have in theirs. */
export const aliasesFor = (aliases: Body, index: string): Body =>
  Object.fromEntries(Object.entries(aliases).map(([alias, options]) => [alias.replaceAll('{index}', index), options]));

const olderTemplates = (names: Names, index: string): readonly (readonly [string, Body])[] =>
  [...names.all('template')].filter(fits(index)).sort(([, a], [, b]) => Number(a.order ?? 0) - Number(b.order ?? 0));

/** Name of the template that would give an alias to a new index; null where none does. */
export function templateGiving(names: Names, index: string, alias: string): string | null {
  const best = indexTemplateFor(names.all('index_template'), index);
  const given = best === null ? olderTemplates(names, index) : [[best[0], composedTemplate(names, best[1])] as const];
  const isGiving = (aliases: unknown): boolean => Object.hasOwn(aliasesFor(asBody(aliases), index), alias);
  return given.find(([, { aliases }]) => isGiving(aliases))?.[0] ?? null;
}

/** Mappings of older templates are merged as they were written, a field's parameters with those of the same field below. */
function mergeWritten(under: Body, over: Body): Body {
  const { dynamic_templates: below } = under;
  const { dynamic_templates: above } = over;
  return {
    ...mergeObjects(under, over),
    ...(Array.isArray(below) && Array.isArray(above) && { dynamic_templates: byNames([...above, ...below, ...above]) }),
  };
}

/** What older templates give to an index, with its own mapping over theirs. */
function olderParts(templates: readonly Body[], mappings: unknown): TemplateParts {
  const written = [...templates.map((body) => body.mappings), mappings].filter(isGiven);
  const withoutMappings = templates.map(({ settings, aliases }) => ({ settings, aliases }));
  const [only = {}] = written;
  const merged = written.length > 1 ? written.map((each) => mappingBody(asBody(each))).reduce(mergeWritten) : only;
  return { ...withoutMappings.reduce(added, NO_TEMPLATE), mapping: readNewMapping(merged) };
}

/**
 * What a new index is made of: what the one index template of the highest priority gives with its components, else all
 * older templates in their order, and over that what is asked for.
 */
export function newIndexParts(names: Names, index: string, asked: AskedIndex, fitsTemplates: boolean): TemplateParts {
  const best = fitsTemplates ? indexTemplateFor(names.all('index_template'), index) : null;
  const olders = fitsTemplates && best === null ? olderTemplates(names, index).map(([, body]) => body) : [];
  const given = best === null ? olderParts(olders, asked.mappings) : composedTemplate(names, best[1]);
  const isLaid = best !== null && isGiven(asked.mappings);
  return {
    mapping: isLaid ? layMapping(given.mapping, readNewMapping(asked.mappings)) : given.mapping,
    settings: { ...given.settings, ...flatSettings(asked.settings) },
    aliases: { ...aliasesFor(given.aliases, index), ...asBody(asked.aliases) },
  };
}
