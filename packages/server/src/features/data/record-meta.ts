import {
  checkPoint,
  decodeDate,
  invalid,
  isStorableText,
  MUST_BE_TEXT,
  newId,
  POST_TYPES,
  parseGeoPoint,
} from '@datasarana/schema';
import type { Call } from '../../http/call.ts';
import type { DataAccess } from './data-access.ts';

type Fields = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What a member may say about a record; the rest is the server's to fill (TPL-27). */
export const META = new Set([
  'id',
  'user_id',
  'user_name',
  'location',
  'group_id',
  'group_name',
  'template_id',
  'schema_version',
  'template_name',
  'device_id',
  'post_type',
  'tags',
  'title',
  'ts',
]);

const isText = (value: unknown): boolean => typeof value === 'string' && isStorableText(value);
const textFault = (value: unknown): string | null => (isText(value) ? null : MUST_BE_TEXT);

/** Why a value cannot be kept; null and nothing at all always can. */
const CHECKS: Readonly<Record<string, (value: unknown) => string | null>> = {
  group_id: textFault,
  group_name: textFault,
  device_id: textFault,
  title: textFault,
  location: checkPoint,
  post_type: (value) => (POST_TYPES.some((type) => type === value) ? null : `'${value}' is not known`),
  ts: (value) => (typeof value === 'number' && decodeDate(value) !== null ? null : 'must be a moment in epoch ms'),
  tags: (value) => (isText(value) || (Array.isArray(value) && value.every(isText)) ? null : 'must be a list of texts'),
};

/** @throws PlatformError 31/422 naming what cannot be kept, rather than leaving it out */
function refuseFaults(meta: Fields, groups: readonly string[]): void {
  const faults: Record<string, string> = {};
  for (const [name, faultOf] of Object.entries(CHECKS)) {
    const fault = meta[name] === undefined || meta[name] === null ? null : faultOf(meta[name]);
    if (fault !== null) faults[`meta.${name}`] = `${name} ${fault}`;
  }
  const group = text(meta.group_id);
  if (group !== null && !groups.includes(group)) faults['meta.group_id'] = 'group_id is not one of your groups';
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

const tagsOf = (value: unknown): readonly unknown[] =>
  (Array.isArray(value) ? value : [value]).filter((tag) => text(tag) !== null);

/** How what is told of a record is compared. */
const TOLD: Readonly<Record<string, (value: unknown) => unknown>> = {
  location: (value) => {
    const point = parseGeoPoint(value);
    return point && [point.lat, point.lon];
  },
  tags: tagsOf,
  title: text,
  device_id: text,
};

/** Whether meta says something else of a record than what is stored of it; what it does not name says nothing. */
export const isToldAnew = (meta: Fields, stored: Fields): boolean =>
  Object.entries(TOLD).some(
    ([name, plain]) =>
      meta[name] !== undefined && JSON.stringify(plain(meta[name])) !== JSON.stringify(plain(stored[`_${name}`])),
  );

/** Meta of a record as stored: user, template and time are never taken from the caller (TPL-27); a record stays in its group. */
export function systemOf(meta: Fields, { scope }: Call, access: DataAccess, now: number, before?: Fields): Fields {
  refuseFaults(meta, scope.groups);
  const group = text(meta.group_id);
  return {
    _batch: newId(),
    _user_id: scope.user,
    _user_name: access.userName,
    _group_id: group ?? (before ? text(before._group_id) : (scope.groups[0] ?? null)),
    _group_name: text(meta.group_name) ?? (group === null ? text(before?._group_name) : null),
    _template_id: access.template.id,
    _template_name: access.template.template.name,
    _schema_version: access.template.schemaVersion,
    _ts: typeof meta.ts === 'number' ? meta.ts : now,
    _device_id: text(meta.device_id),
    _post_type: text(meta.post_type) ?? 'single',
    _location: meta.location ?? null,
    _tags: meta.tags ?? null,
    _title: text(meta.title),
  };
}
