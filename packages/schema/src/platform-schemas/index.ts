import { INGESTOR_ADDRESS } from '../limits.ts';
import type { Schema } from '../schema.ts';
import {
  boolean,
  booleans,
  common,
  double,
  type ItemDraft,
  integer,
  keyword,
  keywords,
  list,
  long,
  object,
  oneOf,
  reference,
  systemSchema,
} from '../system-schemas/items.ts';
import { userReference } from '../system-schemas/user.ts';
import { TEMPLATE_CONFIG } from '../template/config.ts';

const platformSchema = (name: string, description: string, items: readonly ItemDraft[]): Schema => ({
  ...systemSchema(name, description, items),
  name_space: 'platform',
});

const configItem = (name: string, value: unknown): ItemDraft => {
  if (typeof value === 'boolean') return boolean(name, { default_value: value });
  if (typeof value === 'number') return long(name, { default_value: value });
  return Array.isArray(value) ? list(name) : keyword(name, { default_value: value });
};

/** A template without its fields (TPL-11…18); `items` is a tree of its own, checked field by field with `fieldFaults`. */
export const dataTemplate = platformSchema('data.template', 'What the records of one kind look like', [
  ...common(),
  keyword('name', { mandatory: true }),
  keyword('description'),
  list('tags'),
  ...keywords('type category minor_category'),
  keyword('classification', { default_value: 'Internal' }),
  ...booleans('is_public'),
  integer('version_major'),
  integer('version_minor'),
  ...booleans('deployed'),
  userReference('owner'),
  object(
    'config',
    Object.entries(TEMPLATE_CONFIG).map(([name, value]) => configItem(name, value)),
  ),
]);

/** VIS-02, VIS-04, VIS-21; `aggregate` holds the designer's definition as JSON text. */
export const visualView = platformSchema('visual.view', 'A drawing of the answers to one question', [
  ...common(),
  keyword('name', { mandatory: true }),
  keyword('type', oneOf('chart', 'metric', 'map', 'minimal-map')),
  keyword('mode', oneOf('chart', 'data', 'query')),
  ...keywords('title description'),
  keyword('scope', { default_value: 'personal', ...oneOf('personal', 'group', 'tenant', 'public') }),
  keyword('dataset', { relationship: 'data.template#id' }),
  keyword('aggregate'),
  userReference('owner'),
  list('groups'),
  ...booleans('is_public'),
]);

/** A question kept for later (QRY-22); `body` is the search as JSON text. */
export const dataQuery = platformSchema('data.query', 'A saved search', [
  ...common(),
  keyword('name', { mandatory: true }),
  ...keywords('description body'),
  keyword('dataset', { relationship: 'data.template#id' }),
  userReference('owner'),
  list('groups'),
]);

/** ENT-48: meta of a data record; the body follows its template. */
export const DATA_RECORD_META = platformSchema('data.record', 'A data record', [
  object('meta', [
    keyword('id'),
    keyword('user_id', { relationship: 'user#id' }),
    keyword('user_name'),
    object('location', [...['lat', 'lon'].map((name) => double(name))]),
    keyword('group_id', { relationship: 'user.group#id' }),
    keyword('group_name'),
    keyword('template_id', { relationship: 'data.template#id' }),
    ...keywords('schema_version template_name'),
  ]),
]);

/** Where a local ingestor service is reached from this tenant's browsers (ING-20). */
const ingestor = platformSchema('ingestor', 'A local ingestor service', [
  ...common(),
  keyword('name', { mandatory: true }),
  keyword('service_id', { mandatory: true }),
  keyword('service_ip', { mandatory: true, default_value: INGESTOR_ADDRESS }),
  ...keywords('version host platform'),
]);

/** TSK-01, TSK-02, TSK-05: what a task is meant to do; what it does now, its ingestor reports. */
export const ingestorTask = platformSchema('ingestor.task', 'A task of a local ingestor service', [
  ...common('Created'),
  keyword('name', { mandatory: true }),
  keyword('type', { default_value: 'Local Ingestor Service', ...oneOf('Local Ingestor Service') }),
  keyword('mode', { default_value: 'Continuous', ...oneOf('Continuous', 'Once') }),
  keyword('schedule', { default_value: 'Immediately', ...oneOf('Immediately', 'At time', 'Cron') }),
  keyword('at', { description: 'Date and time of a schedule At time, or the five fields of a Cron' }),
  boolean('bulk', { default_value: true }),
  boolean('adaptive', { default_value: false, description: 'Batches grow while the platform keeps up' }),
  list('watch_events', { default_value: ['Created', 'Modified'], ...oneOf('Created', 'Modified', 'Deleted') }),
  keyword('on_error', { default_value: 'Ignore', ...oneOf('Ignore', 'Stop', 'Retry') }),
  boolean('slow_mo', { default_value: false }),
  keyword('service_ip', { default_value: INGESTOR_ADDRESS }),
  keyword('service_id'),
  keyword('token_id', { description: 'The API token the ingestor writes with; revoked with the task' }),
  userReference('user'),
  reference('group', 'user.group'),
  reference('template', 'data.template'),
  object('source', [...keywords('id name type format provider settings')]),
]);

/** Kinds of the platform beyond the 31 of the seed. */
export const PLATFORM_SCHEMAS: readonly Schema[] = [dataTemplate, visualView, dataQuery, ingestor, ingestorTask];
