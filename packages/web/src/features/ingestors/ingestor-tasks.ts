import { type IngestorLink, isFailure } from '@datasarana/client';
import type { IngestorTask, LocalConfig } from '@datasarana/schema';
import type { SourceColumn } from '@datasarana/sources';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { notifyFailure } from '../../design/index.ts';
import { everyPage } from '../../records/every-page.ts';
import { useApi } from '../../session/index.ts';
import { nameOfPlace, placeOfForm, settingsOfForm, type TaskForm } from './task/task-form.ts';

/** A task as the tenant keeps it (TSK-02). */
export interface TaskRecord {
  readonly id: string;
  readonly name: string;
  readonly service_id: string;
  readonly token_id?: string | null;
  readonly ts_modified: number;
  readonly source: { readonly id: string; readonly settings: string } | null;
}

/** What a task is made of. */
interface TaskDraft {
  readonly form: TaskForm;
  readonly template: { readonly id: string; readonly name: string };
  readonly columns: readonly SourceColumn[];
}

interface TaskChange extends TaskDraft {
  readonly task: string;
  readonly source: string;
  /** Of the configuration that was edited; an older service told none. */
  readonly version: string | undefined;
}

/** The configuration somebody else saved meanwhile, when that is why a change was refused (REC-38). */
export function newerConfig(error: unknown): LocalConfig | null {
  if (!isFailure(error) || error.type !== 'conflict') return null;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'sources' in data ? (data as LocalConfig) : null;
}

const sourceOf = (id: string, { form, columns }: TaskDraft) => ({
  id,
  name: nameOfPlace(form),
  type: 'Data',
  columns,
  ...placeOfForm(form),
});

/** A source as the tenant keeps it: its password stays with the ingestor. */
function recordOf(id: string, draft: TaskDraft) {
  const source = sourceOf(id, draft);
  const settings = settingsOfForm(draft.form);
  const db = 'db' in source && source.db;
  const told = db && 'pwd' in db ? { ...source, db: { ...db, pwd: '••••••••' } } : source;
  const { name, type, format, provider } = source;
  return {
    name: `${draft.template.name} from ${name}`,
    ...settings,
    source: { id, name, type, format, provider, settings: JSON.stringify({ ...told, task: settings }) },
  };
}

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => a.localeCompare(b))
          .map(([name, part]) => [name, sorted(part)]),
      )
    : value;

/** ING-17: the service's copy of every source equals that source's configuration. */
const isSaved = (records: readonly TaskRecord[], { sources }: LocalConfig): boolean =>
  sources.every((held) => {
    const kept = records.find(({ source }) => source?.id === held.id)?.source;
    return kept ? JSON.stringify(sorted(JSON.parse(kept.settings))) === JSON.stringify(sorted(held)) : false;
  });

export function useTaskRecords(service: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['ingestor-tasks', service],
    queryFn: async ({ signal }) => {
      const params = { kind: 'ingestor.task' };
      const found = await everyPage(async (page) => {
        const body = { key: '', keyword: '', ...page };
        return (await api.call<readonly TaskRecord[]>('record.search', { params, body, signal })).data;
      });
      return found.filter(({ service_id }) => service_id === service);
    },
  });
}

/** Which of the service's tasks equal the tenant's records; by task id. */
export const useSaved = (link: IngestorLink, records: readonly TaskRecord[], ids: readonly string[]) =>
  useQuery({
    queryKey: ['ingestor-saved', link.address, ids, records.map(({ source }) => source?.settings)],
    queryFn: async () => {
      const saved = await Promise.all(ids.map(async (id) => isSaved(records, await link.config(id))));
      return new Map(ids.map((id, i) => [id, saved[i] ?? false]));
    },
  });

/** Adds, starts, stops and removes tasks: at the service, and in the tenant's records. */
export function useTaskWork(link: IngestorLink, service: string) {
  const api = useApi();
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(
      ['ingestor-at', 'ingestor-tasks', 'ingestor-saved'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
  /** A token that writes to the template and does nothing else. */
  const makeToken = async ({ id, name }: IngestorTask['template']) => {
    const body = { name: `Ingestor: ${name}`, templates: [id] };
    return (await api.call('session.token.create', { body })).data;
  };
  const doing = (work: () => Promise<unknown>) => () => void work().catch(notifyFailure).finally(refresh);
  return {
    doing,
    /** Makes a token that writes to the template and nothing else, hands it over, and keeps the task as a record. */
    add: async (draft: TaskDraft): Promise<void> => {
      const { template, form } = draft;
      const made = await makeToken(template);
      const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
      const source = { ...sourceOf(id, draft), task: { id, ...settingsOfForm(form) } };
      const where = { service_ip: link.address, service_id: service, token_id: made.id, template };
      let isHeld = false;
      try {
        await link.add({ ...template, token: made.token }, source);
        isHeld = true;
        await api.call('record.add', {
          params: { kind: 'ingestor.task' },
          body: { ...recordOf(id, draft), ...where },
        });
      } catch (error) {
        // No half stays: the next try would add a second task for the same rows.
        if (isHeld) await link.remove(id).catch(notifyFailure);
        await api.call('session.token.revoke', { params: { id: made.id } }).catch(notifyFailure);
        throw error;
      }
      if (form.start) await link.start(id).catch(notifyFailure);
      await refresh();
    },
    /**
     * Changes a task at the service and in the tenant's record; its token and its template stay. The service says whether
     * somebody was faster, and the record follows it.
     */
    change: async ({ task, source, version, ...draft }: TaskChange, record: TaskRecord | undefined): Promise<void> => {
      try {
        await link.change(task, { ...sourceOf(source, draft), task: settingsOfForm(draft.form) }, version);
        if (record)
          await api.call('record.change', {
            params: { kind: 'ingestor.task' },
            body: { id: record.id, ...recordOf(source, draft) },
          });
      } finally {
        // Also after a refusal: the next try starts from the record as it is now.
        await refresh();
      }
    },
    /** Makes another token for a task whose own is not let in any more. */
    renew: async ({ id, template }: IngestorTask, record: TaskRecord | undefined): Promise<void> => {
      const made = await makeToken(template);
      try {
        await link.renew(id, made.token);
      } catch (error) {
        await api.call('session.token.revoke', { params: { id: made.id } }).catch(notifyFailure);
        throw error;
      }
      if (record) {
        const body = { id: record.id, ts_modified: record.ts_modified, token_id: made.id };
        await api.call('record.change', { params: { kind: 'ingestor.task' }, body });
        const { data: tokens } = await api.call('session.token.list');
        const before = tokens.find(({ id: kept }) => kept === record.token_id);
        if (before) await api.call('session.token.revoke', { params: { id: before.id } });
      }
      await refresh();
    },
    remove: async (id: string, record: TaskRecord | undefined): Promise<void> => {
      await link.remove(id);
      if (record) {
        await api.call('record.delete', { params: { kind: 'ingestor.task', id: record.id } });
        if (record.token_id)
          await api.call('session.token.revoke', { params: { id: record.token_id } }).catch(notifyFailure);
      }
      await refresh();
    },
  };
}
