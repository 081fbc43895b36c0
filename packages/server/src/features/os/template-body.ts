import {
  flatSettings,
  type NameKind,
  nestedSettings,
  readMapping,
  refuseTemplateSettings,
  timestampFieldOf,
} from '@datasarana/engine';
import { tokenOf } from '@datasarana/query';
import { isObject, isTrue, type Texts } from './call.ts';
import { refuseUnreadParts } from './given-parts.ts';
import type { Body } from './json-object.ts';
import { illegal, incomplete, unparsed, unreadable } from './refusals.ts';
import { refuseTyped } from './typed-mapping.ts';

const KNOWN: Readonly<Record<string, ReadonlySet<string>>> = {
  template: new Set(['template', 'order', 'index_patterns', 'settings', 'mappings', 'aliases', 'version']),
  index_template: new Set([
    ...['index_patterns', 'template', 'composed_of', 'priority', 'version', '_meta', 'data_stream', 'context'],
  ]),
  component_template: new Set(['template', 'version', '_meta']),
};

const CAUSE = 'x_content_parse_exception';

/** Why a field cannot be the one a data stream tells its time in; null where it can. */
function timestampFault(field: unknown): Body | null {
  if (!isObject(field))
    return {
      type: CAUSE,
      reason: `[data_stream_template] timestamp_field doesn't support values of type: ${tokenOf(field)}`,
    };
  const unknown = Object.keys(field).find((name) => name !== 'name');
  const cause =
    unknown === undefined
      ? { type: 'illegal_argument_exception', reason: 'Required [name]' }
      : { type: CAUSE, reason: `[timestamp_field] unknown field [${unknown}]` };
  if (unknown === undefined && field.name !== undefined) return null;
  return { type: CAUSE, reason: '[data_stream_template] failed to parse field [timestamp_field]', caused_by: cause };
}

/** @throws PlatformError for what does not say which field of a data stream tells the time */
function checkDataStream(given: unknown): void {
  if (given === undefined || given === null) return;
  if (!isObject(given))
    throw unreadable(`[index_template] data_stream doesn't support values of type: ${tokenOf(given)}`);
  const fault = given.timestamp_field === undefined ? null : timestampFault(given.timestamp_field);
  if (fault !== null) throw unreadable('[index_template] failed to parse field [data_stream]', { caused_by: fault });
}

/** A template as it came with a request. @throws PlatformError for what no template has */
export function readTemplate(kind: NameKind, given: Body): Body {
  const unknown = Object.keys(given).find((name) => KNOWN[kind]?.has(name) === false);
  if (unknown !== undefined && kind === 'template') throw unparsed(`unknown key [${unknown}] in the template `);
  if (unknown !== undefined) throw unreadable(`[${kind}] unknown field [${unknown}]`);
  const parts = kind === 'template' ? given : given.template;
  if (parts !== undefined && !isObject(parts))
    throw unreadable(`[${kind}] template doesn't support values of type: ${tokenOf(parts)}`);
  if (parts !== undefined) refuseUnreadParts(parts);
  if (isObject(parts)) refuseTemplateSettings(parts.settings);
  if (isObject(parts)) refuseTyped(parts.mappings);
  if (isObject(parts) && parts.mappings !== undefined && parts.mappings !== null) readMapping(parts.mappings);
  if (kind === 'component_template' && parts === undefined) throw illegal('Required [template]');
  if (kind === 'component_template') return given;
  // an older template may name its only pattern so
  const { template, ...rest } = given;
  const body = kind === 'template' && typeof template === 'string' ? { index_patterns: [template], ...rest } : given;
  if (kind === 'index_template') checkDataStream(body.data_stream);
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
    ...(isObject(body.data_stream) && { data_stream: { timestamp_field: { name: timestampFieldOf(body) } } }),
    ...(patterns !== undefined && { index_patterns: [patterns].flat().map(String) }),
    ...Object.fromEntries(
      Object.entries(whole).flatMap(([name, value]) => (typeof value === 'string' ? [[name, Number(value)]] : [])),
    ),
  };
}
