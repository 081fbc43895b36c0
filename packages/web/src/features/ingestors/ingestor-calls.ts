import { IngestorLink, isFailure } from '@datasarana/client';
import { type IngestorServices, ReplyCode } from '@datasarana/schema';
import { useQuery } from '@tanstack/react-query';
import { everyPage } from '../../records/every-page.ts';
import { useApi } from '../../session/index.ts';
import { keyOfIngestor } from './ingestor-keys.ts';

/** An ingestor as the tenant knows it. */
export interface IngestorRecord {
  readonly id: string;
  readonly name: string;
  readonly service_id: string;
  readonly service_ip: string;
  readonly version?: string | null;
  readonly ts: number;
  readonly ts_modified: number;
}

type Service = IngestorServices['services'][number];

/** Lets a record of the tenant stand for the ingestor that answers at its address by now. */
export async function takeInPlace(
  api: ReturnType<typeof useApi>,
  { id, ts_modified }: IngestorRecord,
  { id: service_id, name, version }: Service,
): Promise<void> {
  await api.call('record.change', {
    params: { kind: 'ingestor' },
    body: { id, ts_modified, service_id, name, version },
  });
}

/** What an ingestor told the platform last. */
export interface IngestorReport {
  readonly service_id: string;
  readonly version: string;
  readonly load: number;
  readonly memory: number;
  readonly ts: number;
  readonly tasks: readonly {
    readonly id: string;
    readonly state: string;
    readonly rate: number;
    readonly waiting: number;
  }[];
}

/** How an ingestor looks from this browser. */
export interface Reached {
  readonly key: string | null;
  /** `unpaired` = it answers, but does not know this browser. */
  readonly state: 'available' | 'unpaired' | 'away';
  readonly services: IngestorServices | null;
  readonly error: unknown;
}

const EVERY_MS = 2000;

export function useIngestors() {
  const api = useApi();
  return useQuery({
    queryKey: ['ingestors'],
    queryFn: async ({ signal }) => {
      const params = { kind: 'ingestor' };
      return everyPage(async (page) => {
        const body = { key: '', keyword: '', ...page };
        return (await api.call<readonly IngestorRecord[]>('record.search', { params, body, signal })).data;
      });
    },
  });
}

export function useReports() {
  const api = useApi();
  return useQuery({
    queryKey: ['ingestor-reports'],
    queryFn: async ({ signal }) => {
      const { data } = await api.call<readonly IngestorReport[]>('ingestor.reports', { signal });
      return data ?? [];
    },
    refetchInterval: EVERY_MS * 2,
  });
}

/** Asks an ingestor at its own address (ING-20); never throws. */
export async function reach(address: string, signal?: AbortSignal): Promise<Reached> {
  const key = await keyOfIngestor(address);
  try {
    return { key, state: 'available', services: await new IngestorLink(address, key).services(signal), error: null };
  } catch (error) {
    if (signal?.aborted) throw error;
    const unpaired = isFailure(error) && error.code === ReplyCode.AuthNotSigned;
    return { key, state: unpaired ? 'unpaired' : 'away', services: null, error };
  }
}

/** The ingestor at an address, asked every two seconds. */
export const useReached = (address: string | undefined) =>
  useQuery({
    queryKey: ['ingestor-at', address],
    enabled: address !== undefined,
    queryFn: ({ signal }) => reach(address ?? '', signal),
    refetchInterval: EVERY_MS,
  });
