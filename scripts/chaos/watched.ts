import type { ChildIngestor } from './child-ingestor.ts';
import type { ChildPlatform } from './child-platform.ts';
import type { Digest } from './digest.ts';
import { call } from './uploads.ts';

/** What a source holds at the end: the truth everything else is compared with. */
export interface Truth {
  readonly good: Digest;
  readonly bad: number;
}

/** A folder or a table that an ingestor follows into a template of its own. */
export interface Watched {
  readonly id: string;
  readonly template: string;
  /** Rows are changed after they were read: one may be read more than once. */
  readonly changes: boolean;
  readonly truth: () => Promise<Truth>;
}

const FIELDS = [
  { name: 'file', value_type: 8, mandatory: true },
  { name: 'row_no', value_type: 2, mandatory: true },
  { name: 'proof', value_type: 3, mandatory: true },
  { name: 'note', value_type: 7 },
];

/**
 * Makes a template and has the ingestor follow a source into it. Without a key a row sent twice is stored twice; with one it
 * would be counted as unchanged. Answers the template's id.
 */
export async function follow(
  platform: ChildPlatform,
  ingestor: ChildIngestor,
  id: string,
  keyed: boolean,
  source: object,
): Promise<string> {
  const items = FIELDS.map((field) =>
    keyed && ['file', 'row_no'].includes(field.name) ? { ...field, is_key: true } : field,
  );
  const added = await call(platform, 'PUT', '/schema/data/template', { name: `Chaos ${id}`, items });
  const template: string = added.data.id;
  await call(platform, 'PATCH', '/schema/data/template?mode=deploy', { id: template });
  const { token } = (await call(platform, 'PUT', '/session/token', { name: id, templates: [template] })).data;
  const whole = { id, name: id, type: 'Data', columns: [], task: { id }, ...source };
  await ingestor.call('POST', 'add', { template: { id: template, name: id, token }, source: whole });
  await ingestor.call('POST', 'start', { id });
  return template;
}
