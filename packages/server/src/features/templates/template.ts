import type { Classification, TemplateField } from '@datasarana/schema';
import type { StoredRecord } from '../../stores/records/port.ts';

export const TEMPLATE_KIND = 'data.template';
export const VERSION_KIND = 'data.template.version';
/** Edge from a group to a template shared with it. */
export const SHARED_LABEL = 'group.template';

/** A field of a template (TPL-01). */
export type TemplateItem = TemplateField;

export type TemplateConfig = Readonly<Record<string, unknown>>;

/** A template as its record holds it (TPL-11). */
export interface Template {
  readonly name: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly type: string | null;
  readonly category: string | null;
  readonly minor_category: string | null;
  readonly classification: Classification;
  readonly avatar: string | null;
  readonly is_public: boolean;
  readonly version_major: number;
  readonly version_minor: number;
  readonly deployed: boolean;
  readonly owner: string;
  readonly config: TemplateConfig;
  readonly items: readonly TemplateItem[];
  /** Type of every field that ever was deployed, by path: what the index holds cannot change its type. */
  readonly stored_types: Readonly<Record<string, string>>;
}

/** One saved state of a template (TPL-33). */
export interface TemplateVersion extends Template {
  readonly template: string;
  readonly mode: 'deep' | 'deploy';
  readonly saved_by: string;
}

export const versionId = (template: string, major: number, minor: number): string => `${template}:${major}.${minor}`;

export const templateOf = (record: StoredRecord): Template => record.doc as unknown as Template;

/** A template record as it is answered: the stored types stay inside. */
export function templateReply(record: StoredRecord): Readonly<Record<string, unknown>> {
  const { stored_types: _, ...template } = templateOf(record);
  return {
    id: record.id,
    label: record.kind,
    ...template,
    status: record.status,
    ts: record.ts,
    ts_modified: record.ts_modified,
    ts_status: record.ts_status,
    changed: template.deployed && template.version_minor > 0,
  };
}
