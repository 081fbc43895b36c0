import { fitsPattern } from './expression.ts';
import { type IndexMapping, NO_MAPPING } from './mapping.ts';
import { mergeMapping } from './merge-mapping.ts';
import { asBody, type Names } from './names.ts';
import { readMapping } from './read-mapping.ts';
import { illegalArgument } from './refusal.ts';
import { flatSettings } from './settings.ts';

type Body = Readonly<Record<string, unknown>>;

/** What templates give to a new index. */
export interface TemplateParts {
  readonly mapping: IndexMapping;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly aliases: Body;
}

/** An index no template fits. */
export const NO_TEMPLATE: TemplateParts = { mapping: NO_MAPPING, settings: {}, aliases: {} };

const patternsOf = (body: Body): readonly string[] => [body.index_patterns ?? []].flat().map(String);

const added = (parts: TemplateParts, { mappings, settings, aliases }: Body): TemplateParts => ({
  mapping: mappings === undefined ? parts.mapping : mergeMapping(parts.mapping, readMapping(mappings)),
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

/** The one index template of the highest priority with its components, else all older templates in their order. */
export function matchingTemplate(names: Names, index: string): TemplateParts {
  const best = indexTemplateFor(names.all('index_template'), index);
  if (best !== null) return composedTemplate(names, best[1]);
  return [...names.all('template')]
    .filter(fits(index))
    .sort(([, a], [, b]) => Number(a.order ?? 0) - Number(b.order ?? 0))
    .map(([, body]) => body)
    .reduce(added, NO_TEMPLATE);
}
