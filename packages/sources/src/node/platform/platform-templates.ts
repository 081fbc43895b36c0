import { ValueType } from '@datasarana/schema';
import type { SendRest } from '../rest/rest-settings.ts';
import { PlatformClient, type PlatformSettings } from './platform-client.ts';

/** A template of another platform. */
export interface PlatformTemplate {
  readonly id: string;
  readonly name: string;
}

/** A field of it, as far as columns go. */
export interface PlatformField {
  readonly name: string;
  readonly display_name: string;
  readonly value_type: number;
  readonly is_key: boolean;
  readonly mandatory: boolean;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const field = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const PAGE = 500;
/** Who has more finds the one meant by its name. */
const MOST = 5000;

/** Deployed templates of another platform that the token may see, by name. @throws PlatformRefused */
export async function platformTemplates(
  settings: PlatformSettings,
  send: SendRest,
): Promise<readonly PlatformTemplate[]> {
  const client = new PlatformClient(settings, send);
  const found: PlatformTemplate[] = [];
  for (let from = 0; from < MOST; from += PAGE) {
    const { data, total } = await client.call('POST', '/schema/data/template', { from, to: from + PAGE });
    for (const each of list(data))
      if (field(each, 'deployed') === true)
        found.push({ id: text(field(each, 'id')), name: text(field(each, 'name')) });
    if (list(data).length === 0 || from + PAGE >= total) break;
  }
  return found.sort((a, b) => a.name.localeCompare(b.name));
}

/** A template and its top fields, in their order. @throws PlatformRefused */
export async function platformFields(
  client: PlatformClient,
  template: string,
): Promise<{ readonly name: string; readonly fields: readonly PlatformField[] }> {
  const { data } = await client.call('GET', `/schema/data/template/${encodeURIComponent(template)}`);
  if (data === null) throw client.noTemplate();
  const items = list(field(data, 'items')).filter(
    (item) => field(item, 'system') !== true && field(item, 'value_type') !== ValueType.Header,
  );
  const fields = items.map((item) => ({
    name: text(field(item, 'name')),
    display_name: text(field(item, 'display_name')) || text(field(item, 'name')),
    value_type: Number(field(item, 'value_type')),
    is_key: field(item, 'is_key') === true,
    mandatory: field(item, 'mandatory') === true,
  }));
  return { name: text(field(data, 'name')), fields: fields.filter(({ name }) => name !== '' && !name.startsWith('_')) };
}
