import { endpointsOfKind } from '@datasarana/client';
import type { SchemaItem } from '@datasarana/schema';
import { useQuery } from '@tanstack/react-query';
import { type Client, useApi } from '../session/index.ts';
import { type Relation, recordName, typedQuery, valueQuery } from './linked-record.ts';

interface LinkedTemplate {
  readonly id: string;
  readonly name: string;
  readonly items: readonly SchemaItem[];
}

type Row = Readonly<Record<string, unknown>>;

/** A record as it is offered: what is kept of it, and what it is called. */
export interface LinkOption {
  readonly value: string;
  readonly label: string;
}

const SHOWN = 20;
const isId = (text: string): boolean => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text);

/** The template a relationship names by its id or name; null when it names a schema of the platform. */
async function templateOf(api: Client, target: string, signal: AbortSignal): Promise<LinkedTemplate | null> {
  if (isId(target)) return (await api.call<LinkedTemplate>('template.get', { params: { id: target }, signal })).data;
  if (endpointsOfKind(target).params.kind === undefined) return null;
  const body = { key: 'name', keyword: target, from: 0, to: 50 };
  const { data } = await api.call<readonly LinkedTemplate[] | null>('template.search', { body, signal });
  return data?.find(({ name }) => name === target) ?? null;
}

function useTarget(target: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['link', target, 'target'],
    enabled: target !== '',
    queryFn: ({ signal }) => templateOf(api, target, signal),
  });
}

const called = ({ item }: Relation, items: readonly SchemaItem[], source: Row, id: string): LinkOption | null => {
  const value = item === 'id' ? id : source[item];
  if (value === null || value === undefined || value === '') return null;
  const name = recordName(items, source);
  const told = item === 'id' || name === null || name === String(value) ? (name ?? id) : `${name} (${String(value)})`;
  return { value: String(value), label: told };
};

/** Records a value may refer to: those that hold what was typed, and the one it refers to now. */
export function useLinkedRecords(relation: Relation, typed: string, value: string | null) {
  const api = useApi();
  const { target, item } = relation;
  const template = useTarget(target);
  const ask = async (query: object, signal: AbortSignal, { id, items }: LinkedTemplate) => {
    const { data } = await api.found('data.search', {
      query: { template: id },
      body: { size: SHOWN, query },
      signal,
    });
    return data.hits.hits.map((hit) => called(relation, items, hit._source ?? {}, hit._id));
  };
  const kind = endpointsOfKind(target);
  const askKind = async (body: object, signal: AbortSignal) => {
    const { data } = await api.call<readonly Row[] | null>(kind.search, { params: kind.params, body, signal });
    return (data ?? []).map((row) => called(relation, [], row, String(row.id)));
  };
  const known = template.data !== undefined;
  const found = useQuery({
    queryKey: ['link', target, item, 'typed', typed],
    enabled: known,
    queryFn: async ({ signal }) =>
      distinct(
        await (template.data
          ? ask(typedQuery(template.data.items, typed), signal, template.data)
          : askKind({ key: '*', keyword: typed, from: 0, to: SHOWN }, signal)),
      ),
  });
  const held = useQuery({
    queryKey: ['link', target, item, 'value', value],
    enabled: known && value !== null,
    queryFn: async ({ signal }) => {
      if (value === null) return null;
      const rows = template.data
        ? await ask(valueQuery(relation, value), signal, template.data)
        : await askKind({ key: item, keyword: value, from: 0, to: SHOWN }, signal);
      return rows.find((row) => row?.value === value) ?? null;
    },
  });
  const options = found.data ?? [];
  const now = value === null || options.some((option) => option.value === value) ? [] : [held.data ?? plain(value)];
  return { options: [...options, ...now], error: template.error ?? found.error, working: found.isPending };
}

const plain = (value: string): LinkOption => ({ value, label: value });

/** Each value once: several records may hold the same. */
const distinct = (rows: readonly (LinkOption | null)[]): readonly LinkOption[] => [
  ...new Map(rows.flatMap((row) => (row ? [[row.value, row] as const] : []))).values(),
];
