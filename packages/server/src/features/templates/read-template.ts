import {
  CLASSIFICATIONS,
  configFault,
  invalid,
  isStorableText,
  keyFields,
  MUST_BE_TEXT,
  nameFault,
  storageFaults,
  TEMPLATE_CONFIG,
} from '@datasarana/schema';
import { type Faults, type Maker, readItems } from './read-item.ts';
import type { Owner, Template, TemplateConfig } from './template.ts';

type Input = Readonly<Record<string, unknown>>;

/** Sent along by clients (TPL-22) but counted, stamped or kept by the server. */
const KEPT_BY_SERVER: ReadonlySet<string> = new Set([
  'id',
  'label',
  'status',
  'ts',
  'ts_modified',
  'ts_status',
  'version',
  'version_major',
  'version_minor',
  'deployed',
  'changed',
  'working',
  'fetched',
  'modified',
  'saved',
]);

const isText = (value: unknown): value is string => typeof value === 'string';
const storable = (value: unknown): boolean => isText(value) && isStorableText(value);
const text = (value: unknown): boolean => value === null || storable(value);

const wrongName = (value: unknown): string | null =>
  isText(value) && value.trim() !== '' ? nameFault(value.trim()) : 'must not be empty';

const PROPERTIES: Readonly<Record<string, readonly [(value: unknown) => boolean, string]>> = {
  name: [(v) => wrongName(v) === null, ''],
  description: [text, MUST_BE_TEXT],
  tags: [
    (v) => Array.isArray(v) && v.every(storable),
    'must be a list of texts, without NUL or half of a pair of characters',
  ],
  type: [text, MUST_BE_TEXT],
  category: [text, MUST_BE_TEXT],
  minor_category: [text, MUST_BE_TEXT],
  classification: [(v) => CLASSIFICATIONS.some((c) => c === v), `must be one of ${CLASSIFICATIONS.join(', ')}`],
  avatar: [text, MUST_BE_TEXT],
  is_public: [(v) => typeof v === 'boolean', 'must be true or false'],
};

/** A configuration over the one before; unknown settings and values out of their list or range are noted. */
export function readConfig(value: unknown, before: TemplateConfig, faults: Faults): TemplateConfig {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    faults.config = 'config must be an object';
    return before;
  }
  for (const [name, setting] of Object.entries(value)) {
    const fault = configFault(name, setting);
    if (fault !== null) faults[`config.${name}`] = fault;
  }
  return { ...before, ...value };
}

function readOwner(value: unknown, before: Owner, faults: Faults): Owner {
  const id: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'id') : value;
  if (id === before.id) return before;
  if (isText(id) && id !== '') return { id };
  faults.owner = 'owner must be a user id';
  return before;
}

const emptyTemplate = (owner: Owner): Template => ({
  name: '',
  description: null,
  tags: [],
  type: null,
  category: null,
  minor_category: null,
  classification: 'Internal',
  avatar: null,
  is_public: false,
  version_major: 0,
  version_minor: 0,
  deployed: false,
  owner,
  config: TEMPLATE_CONFIG,
  items: [],
});

function readProperties(body: Input, faults: Faults): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    if (KEPT_BY_SERVER.has(name) || ['config', 'items', 'owner'].includes(name)) continue;
    const rule = Object.hasOwn(PROPERTIES, name) ? PROPERTIES[name] : undefined;
    if (!rule) faults[name] = `Unknown property '${name}' of a template`;
    else if (rule[0](value)) read[name] = isText(value) ? value.trim() : value;
    else faults[name] = `${name} ${name === 'name' ? wrongName(value) : rule[1]}`;
  }
  return read;
}

/**
 * A template from what was sent over the one before (`null` = a new one): only what the body names changes.
 * @throws PlatformError 31/422 with every fault by path
 */
export function readTemplate(body: Input, before: Template | null, owner: Owner, maker: Maker): Template {
  const faults: Faults = {};
  const base = before ?? emptyTemplate(owner);
  const template: Template = {
    ...base,
    ...readProperties(body, faults),
    ...(body.owner !== undefined && body.owner !== null && { owner: readOwner(body.owner, base.owner, faults) }),
    ...(body.config !== undefined && { config: readConfig(body.config, base.config, faults) }),
    ...(body.items !== undefined && { items: readItems(body.items, { path: 'items' }, maker, faults) }),
  };
  if (template.name === '' && !faults.name) faults.name = 'name must not be empty';
  if (template.is_public && template.classification === 'Restricted') {
    faults.is_public = 'A Restricted template is never public';
  }
  for (const [name, fault] of Object.entries(storageFaults(template.config, keyFields(template.items))))
    faults[`config.${name}`] ??= fault;
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return template;
}
