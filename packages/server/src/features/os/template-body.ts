import { checkTimes, flatSettings, type NameKind, nestedSettings, readMapping } from '@datasarana/engine';
import { isObject, isTrue, type Texts } from './call.ts';
import type { Body } from './json-object.ts';
import { illegal, incomplete, unparsed, unreadable } from './refusals.ts';

const KNOWN: Readonly<Record<string, ReadonlySet<string>>> = {
  template: new Set(['template', 'order', 'index_patterns', 'settings', 'mappings', 'aliases', 'version']),
  index_template: new Set([
    ...['index_patterns', 'template', 'composed_of', 'priority', 'version', '_meta', 'data_stream', 'context'],
  ]),
  component_template: new Set(['template', 'version', '_meta']),
};

/** A template as it came with a request. @throws PlatformError for what no template has */
export function readTemplate(kind: NameKind, given: Body): Body {
  const unknown = Object.keys(given).find((name) => KNOWN[kind]?.has(name) === false);
  if (unknown !== undefined && kind === 'template') throw unparsed(`unknown key [${unknown}] in the template `);
  if (unknown !== undefined) throw unreadable(`[${kind}] unknown field [${unknown}]`);
  const parts = kind === 'template' ? given : given.template;
  if (isObject(parts)) checkTimes(parts.settings);
  if (isObject(parts) && parts.mappings !== undefined && parts.mappings !== null) readMapping(parts.mappings);
  if (kind === 'component_template' && parts === undefined) throw illegal('Required [template]');
  if (kind === 'component_template') return given;
  // an older template may name its only pattern so
  const { template, ...rest } = given;
  const body = kind === 'template' && typeof template === 'string' ? { index_patterns: [template], ...rest } : given;
  if (body.index_patterns === undefined)
    throw kind === 'template' ? incomplete('index patterns are missing') : illegal('Required [index_patterns]');
  if ([body.index_patterns].flat().length === 0 && kind === 'index_template')
    throw illegal('There must be at least one pattern, zero given');
  return body;
}

/** Settings as texts, within each other or by their whole names. */
const shownSettings = (settings: unknown, query: Texts): Body => {
  const flat = flatSettings(settings);
  return isTrue(query.flat_settings) ? flat : nestedSettings(flat);
};

/** An alias says apart what its routing is for. */
function shownAlias(given: unknown): unknown {
  if (!isObject(given)) return given;
  const { routing, ...rest } = given;
  return routing === undefined ? given : { index_routing: String(routing), search_routing: String(routing), ...rest };
}

const shownParts = (parts: Body, query: Texts): Body => ({
  ...parts,
  ...(isObject(parts.settings) && { settings: shownSettings(parts.settings, query) }),
  ...(isObject(parts.aliases) && {
    aliases: Object.fromEntries(Object.entries(parts.aliases).map(([name, alias]) => [name, shownAlias(alias)])),
  }),
});

/** A template as it is shown, whatever the spelling it came in. */
export function shownTemplate(kind: NameKind, body: Body, query: Texts): Body {
  const { index_patterns: patterns, priority, order, version } = body;
  const whole = { priority, order, version };
  return {
    ...(kind === 'template' ? shownParts(body, query) : body),
    ...(isObject(body.template) && { template: shownParts(body.template, query) }),
    ...(patterns !== undefined && { index_patterns: [patterns].flat().map(String) }),
    ...Object.fromEntries(
      Object.entries(whole).flatMap(([name, value]) => (typeof value === 'string' ? [[name, Number(value)]] : [])),
    ),
  };
}
