import { invalid, newFieldName, notFound, SYSTEM_FIELD_NAMES, systemFields } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { absent } from '../../http/envelope.ts';
import { IdReply } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import { type TemplateItem, templateOf } from './template.ts';
import { ItemReply } from './template-replies.ts';
import type { Templates } from './templates.ts';

type Fields = Readonly<Record<string, unknown>>;

const ItemBody = Type.Record(Type.String(), Type.Unknown());
const IdQuery = Type.Object({ id: Type.String({ minLength: 1 }) });
const PlaceQuery = Type.Object({
  id: Type.String({ minLength: 1 }),
  /** data_id of the Object or Nested field the new one goes under. */
  parent: Type.Optional(Type.String()),
});
const ItemQuery = Type.Object({ id: Type.String({ minLength: 1 }), data_id: Type.Optional(Type.String()) });

/** The tree with the field `dataId` replaced, or left out when `change` answers null; null when it is not in the tree. */
export function withItem(
  items: readonly TemplateItem[],
  dataId: string,
  change: (item: TemplateItem) => Fields | null,
): readonly Fields[] | null {
  let found = false;
  const walk = (list: readonly TemplateItem[]): readonly Fields[] =>
    list.flatMap((item) => {
      if (item.data_id === dataId) {
        found = true;
        const changed = change(item);
        return changed ? [changed] : [];
      }
      return [{ ...item, items: walk(item.items) }];
    });
  const walked = walk(items);
  return found ? walked : null;
}

const noField = (dataId: unknown) => notFound(`The template has no field with data_id '${String(dataId ?? '')}'.`);

/** The fields a new one would stand beside; none under a parent that is not there. */
function siblingsIn(items: readonly TemplateItem[], parent: string | undefined): readonly TemplateItem[] {
  if (parent === undefined) return items;
  return allItems(items).find(({ data_id }) => data_id === parent)?.items ?? [];
}

/** A field as it was sent, at its place and named `new_field` when it has no name (TPL-05). @throws PlatformError 422 for a system field */
function newField({ sequence, ...field }: Fields, siblings: readonly TemplateItem[]): Fields {
  const { name = newFieldName(siblings.map((item) => item.name)) } = field;
  if (field.system === true || SYSTEM_FIELD_NAMES.some((known) => known === name))
    throw invalid({ name: `'${String(name)}' is a system field, which every template has` });
  return { ...field, name, ...(typeof sequence === 'number' && { sequence: sequence - 0.5 }) };
}

/** Single fields of a template (API-79, API-80); each change is an ordinary save. */
export function registerTemplateItems(app: FastifyInstance, templates: Templates): void {
  route(app, 'template.item.list', {
    schema: { querystring: IdQuery, reply: Type.Array(ItemReply) },
    handler: async ({ scope, reach, query }) => {
      const record = await templates.find({ scope, reach }, query.id);
      if (!record) return absent();
      const { items } = templateOf(record);
      return [...items, ...systemFields(items.length, record.ts)];
    },
  });
  route(app, 'template.item.add', {
    schema: { querystring: PlaceQuery, body: ItemBody, reply: ItemReply },
    handler: async ({ scope, reach, query, body }) => {
      const access = { scope, reach };
      const { items } = templateOf(await templates.get(access, query.id));
      const added = newField(body, siblingsIn(items, query.parent));
      const changed =
        query.parent === undefined
          ? [...items, added]
          : withItem(items, query.parent, (parent) => ({ ...parent, items: [...parent.items, added] }));
      if (!changed) throw noField(query.parent);
      const saved = templateOf(await templates.save(access, query.id, { items: changed }));
      const known = new Set(allItems(items).map((item) => item.data_id));
      return allItems(saved.items).find((item) => !known.has(item.data_id)) ?? null;
    },
  });
  route(app, 'template.item.change', {
    schema: { querystring: ItemQuery, body: ItemBody, reply: ItemReply },
    handler: async ({ scope, reach, query, body }) => {
      const access = { scope, reach };
      const dataId = query.data_id ?? body.data_id;
      if (typeof dataId !== 'string') throw invalid({ data_id: 'data_id must not be empty' });
      const { items } = templateOf(await templates.get(access, query.id));
      const changed = withItem(items, dataId, (item) => ({ ...item, ...body, id: item.id, data_id: dataId }));
      if (!changed) throw noField(dataId);
      const saved = templateOf(await templates.save(access, query.id, { items: changed }));
      return allItems(saved.items).find((item) => item.data_id === dataId) ?? null;
    },
  });
  route(app, 'template.item.remove', {
    schema: { querystring: ItemQuery, reply: IdReply },
    handler: async ({ scope, reach, query, body }) => {
      const access = { scope, reach };
      const dataId = query.data_id ?? Reflect.get(Object(body), 'data_id');
      const { items } = templateOf(await templates.get(access, query.id));
      const changed = withItem(items, String(dataId ?? ''), () => null);
      if (!changed) throw noField(dataId);
      await templates.save(access, query.id, { items: changed });
      return { id: dataId };
    },
  });
}

const allItems = (items: readonly TemplateItem[]): readonly TemplateItem[] =>
  items.flatMap((item) => [item, ...allItems(item.items)]);
