import type { Classification, TemplateField } from '@datasarana/schema';
import type { Scope } from '../../access/scope.ts';
import type { RecordStore, StoredRecord } from '../../stores/records/port.ts';

export const TEMPLATE_KIND = 'data.template';
export const VERSION_KIND = 'data.template.version';

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
  readonly owner: Owner;
  readonly config: TemplateConfig;
  readonly items: readonly TemplateItem[];
  /** Made for a dry run: it goes when nothing comes into it, until it is saved a second time. */
  readonly provisional?: true;
}

/** Reference to the user who owns a template. */
export interface Owner {
  readonly id: string;
  readonly full_name?: string;
}

/** One saved state of a template (TPL-33). */
export interface TemplateVersion extends Omit<Template, 'provisional'> {
  readonly template: string;
  readonly mode: 'deep' | 'deploy';
  readonly saved_by: string;
}

export const versionId = (template: string, major: number, minor: number): string => `${template}:${major}.${minor}`;

export const templateOf = (record: StoredRecord): Template => record.doc as unknown as Template;

/** The template as it was deployed last; null when it is not there or never was. */
export async function deployedVersion(records: RecordStore, scope: Scope, id: string): Promise<StoredRecord | null> {
  const record = await records.get(scope, TEMPLATE_KIND, id);
  if (!record || !templateOf(record).deployed) return null;
  return records.get(scope, VERSION_KIND, versionId(id, templateOf(record).version_major, 0));
}

/** A template record as it is answered. */
export function templateReply(record: StoredRecord): Readonly<Record<string, unknown>> {
  const template = templateOf(record);
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
