import { isFailure } from '@datasarana/client';
import {
  type DatabaseSettings,
  DEFAULT_PORTS,
  type SourceFormat,
  type SourceProvider,
  type SourceType,
} from '@datasarana/sources';
import { useQuery } from '@tanstack/react-query';
import { everyPage } from '../../records/every-page.ts';
import { useApi } from '../../session/index.ts';
import { type RequestForm, requestOf, requestSettings } from './rest-request.ts';
import type { ServerForm } from './server-fields.tsx';

/** A source as the platform answers it: secrets are masked. */
export interface SourceRecord {
  readonly id: string;
  readonly name: string;
  readonly type: SourceType;
  readonly format: SourceFormat;
  readonly provider: SourceProvider;
  readonly columns: readonly unknown[];
  readonly db?: DatabaseSettings;
  readonly ds?: Readonly<Record<string, unknown>>;
  readonly ts_modified: number;
}

export const SOURCES = 'sources';

export function useSources() {
  const api = useApi();
  return useQuery({
    queryKey: [SOURCES],
    queryFn: async ({ signal }) => {
      const sources = await everyPage(
        async (body) => (await api.call<readonly SourceRecord[]>('source.search', { body, signal })).data,
      );
      return { sources, total: sources.length };
    },
  });
}

/** One source; null when there is none by that id. */
export function useSource(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [SOURCES, id],
    queryFn: async ({ signal }) => (await api.call<SourceRecord | null>('source.get', { params: { id }, signal })).data,
  });
}

const WEB_FORMATS = ['datasarana', 'json', 'csv', 'spatial'] as const;
/** What an address can give. */
type WebFormat = (typeof WEB_FORMATS)[number];
export const isWebFormat = (format: SourceFormat): format is WebFormat => WEB_FORMATS.some((one) => one === format);

/** A data server gives objects or features; files are what a Url leads to. */
export const isRestFormat = (format: SourceFormat): boolean => format === 'json' || format === 'spatial';

/** What the form edits; texts as typed. */
export interface SourceForm extends RequestForm, ServerForm {
  readonly name: string;
  readonly type: SourceType;
  readonly provider: string;
  readonly format: WebFormat;
  readonly database: string;
  readonly table: string;
  /** Column by which a replica reads on; empty = each run reads everything. */
  readonly cursor: string;
  readonly url: string;
  /** Of another platform. */
  readonly token: string;
  readonly template: string;
  readonly search: string;
  readonly verb: string;
  readonly auth: Readonly<Record<string, string>>;
  readonly path: string;
  /** Of delimited text behind a Url; empty = found in it. */
  readonly encoding: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export function formOf(source: SourceRecord | undefined, provider = 'mysql'): SourceForm {
  const { db, ds, format } = source ?? {};
  return {
    name: source?.name ?? '',
    type: source?.type ?? 'Data',
    provider: source?.provider ?? provider,
    format: format !== undefined && isWebFormat(format) ? format : 'json',
    host: db?.host ?? '',
    port: db?.port ?? DEFAULT_PORTS[isDatabaseServer(provider) ? provider : 'mysql'],
    uid: db?.uid ?? '',
    pwd: db?.pwd ?? '',
    tls: db?.tls ?? 'off',
    database: db?.database ?? '',
    table: db?.table ?? '',
    cursor: db?.cursor ?? '',
    url: text(ds?.url),
    token: text(ds?.token),
    template: text(ds?.template),
    search: text(ds?.search),
    verb: text(ds?.verb) || 'GET',
    auth: { type: 'None', ...(ds?.auth as Readonly<Record<string, string>> | undefined) },
    path: text(ds?.path),
    encoding: text(ds?.encoding),
    ...requestOf(ds),
  };
}

/** The settings of a REST source as its helper and the record take them. */
export const restOf = ({ url, verb, auth, path, ...request }: SourceForm) => ({
  url,
  verb,
  auth,
  ...(path !== '' && { path }),
  ...requestSettings(request),
});

/** Databases the platform reads by itself, each with its helpers and the port it listens on. */
export type DatabaseServer = keyof typeof DEFAULT_PORTS;
export const isDatabaseServer = (provider: string): provider is DatabaseServer =>
  Object.hasOwn(DEFAULT_PORTS, provider);

function settingsOf(form: SourceForm, known: SourceRecord | undefined) {
  const { provider, host, port, uid, pwd, tls, database, table, url, token, template, search, encoding } = form;
  const db = { host, port, uid, pwd, tls, database, table, ...(form.cursor !== '' && { cursor: form.cursor }) };
  if (isDatabaseServer(provider)) return { format: 'database', db };
  if (provider === 'platform')
    return { format: 'platform', ds: { url, token, template, ...(search.trim() !== '' && { search }) } };
  if (provider === 'rest') return { format: form.format, ds: restOf(form) };
  // how it is read may have been chosen elsewhere; settings of another provider are none of its own
  const reading = known?.provider === provider ? known.ds : {};
  return { format: form.format, ds: { ...reading, url, encoding } };
}

/** The settings of a form as they are saved. */
export const sourceOf = (form: SourceForm, known: SourceRecord | undefined) => ({
  ...(known && { id: known.id, columns: known.columns, ts_modified: known.ts_modified }),
  name: form.name,
  type: form.type,
  provider: form.provider,
  ...settingsOf(form, known),
});

/** The source as it was saved elsewhere meanwhile, when that is why a save was refused. */
export function newerSource(error: unknown): SourceRecord | null {
  if (!isFailure(error) || error.type !== 'conflict') return null;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'provider' in data ? (data as SourceRecord) : null;
}

/** What the database helpers are asked with. */
export const reachOf = ({ host, port, uid, pwd, tls }: SourceForm, known: SourceRecord | undefined) => ({
  host,
  port,
  uid,
  pwd,
  tls,
  ...(known && { source: known.id }),
});

/** What the helpers of another platform are asked with. */
export const platformOf = ({ url, token }: SourceForm, known: SourceRecord | undefined) => ({
  url,
  token,
  ...(known && { source: known.id }),
});
