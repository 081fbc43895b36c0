import { LiveRecord, type RecordState, type SaveMode, templateSource, type Values } from '@datasarana/client';
import { dataTemplate, type SchemaItem, ValueType } from '@datasarana/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { dialogs, notify, notifyFailure } from '../../design/index.ts';
import { type LiveView, useLeaveGuard, useLiveRecord } from '../../records/index.ts';
import { type Client, useApi } from '../../session/index.ts';
import { deployNote } from './deploy-note.ts';
import { type DraftField, draftOf, itemsOf, withUidsOf } from './draft.ts';
import type { TemplateRecord } from './template-calls.ts';

type Config = Readonly<Record<string, unknown>>;

export interface TemplateDraft {
  readonly live: LiveView;
  /** Another number when the fields came from elsewhere, as by a save or an undo. */
  readonly generation: number;
  readonly fields: readonly DraftField[];
  readonly setFields: (fields: readonly DraftField[]) => void;
  readonly config: Config;
  readonly setConfig: (config: Config) => void;
  readonly dirty: boolean;
  readonly working: boolean;
  readonly save: () => Promise<boolean>;
  readonly deploy: () => Promise<void>;
}

/** What the fields of a template are called where a person chooses between two states of them. */
export const FIELDS_ITEM: SchemaItem = {
  id: 'items',
  name: 'items',
  value_type: ValueType.Nested,
  mandatory: false,
  can_search: false,
  display_name: 'Fields',
  description: null,
  default_value: null,
  relationship: null,
  dependency: null,
  items: [],
};

const itemsIn = ({ items }: Values): readonly SchemaItem[] => (Array.isArray(items) ? items : []);

/** The fields of a template while they are edited, over the record engine: a save (minor) or deploy (major) sends them (TPL-19…22). */
export function useTemplateDraft(template: TemplateRecord): TemplateDraft {
  const api = useApi();
  const cache = useQueryClient();
  const mode = useRef<SaveMode>('deep');
  const [deploying, setDeploying] = useState(false);
  const reread = (): void => {
    void cache.invalidateQueries({ queryKey: ['template', template.id] });
    void cache.invalidateQueries({ queryKey: ['templates'] });
    void cache.invalidateQueries({ queryKey: ['stats', template.id] });
  };
  const live = useLiveRecord({
    make: () =>
      new LiveRecord(
        api,
        dataTemplate,
        templateSource(api, () => mode.current),
      ),
    id: template.id,
    saved: ({ values }: RecordState) =>
      mode.current === 'deploy'
        ? `${template.name} v${String(values.version_major)} deployed`
        : `Template ${template.name} saved`,
    onSaved: reread,
    // the fields of a template are rows here, not controls that could say it
    onRefused: notifyFailure,
  });
  const { record, state } = live;
  const { fields, generation, setFields } = useFields(live, template);
  useLeaveGuard({ dirty: () => record.read().modified, what: `template ${template.name}` });
  const save = (how: SaveMode = 'deep'): Promise<boolean> => {
    mode.current = how;
    return live.save();
  };
  const deployAsIs = async (): Promise<void> => {
    setDeploying(true);
    try {
      const body = { id: template.id, ts_modified: record.stored.ts_modified };
      await api.call('template.save', { query: { mode: 'deploy' }, body });
      notify.positive({ title: `${template.name} v${template.version_major + 1} deployed` });
      await record.refresh();
    } catch (error) {
      await record.refresh().catch(() => undefined);
      if (!record.read().conflict) notifyFailure(error);
    } finally {
      setDeploying(false);
      reread();
    }
  };
  const deploy = async (): Promise<void> => {
    const major = template.version_major + 1;
    const { text, removes } = await changesToDeployed(api, template, itemsOf(fields));
    const yes = await dialogs.confirm({
      title: `Deploy ${template.name} v${major}`,
      text: `${text} Records written before keep the version they came with.`,
      action: `Deploy v${major}`,
      danger: removes,
    });
    if (yes) await (record.read().modified ? save('deploy').then(() => undefined) : deployAsIs());
  };
  const working = deploying || (state.working && !state.saved && live.phase === 'ready');
  const given = live.phase === 'ready' ? state.values.config : template.config;
  const config: Config = typeof given === 'object' && given !== null ? { ...given } : {};
  const setConfig = (next: Config): void => record.set('config', next);
  return {
    live,
    generation,
    fields,
    setFields,
    config,
    setConfig,
    dirty: state.modified,
    working,
    save: () => save(),
    deploy,
  };
}

/** What deploying these fields does to those that are deployed; without such, or while they cannot be read, how many there are. */
async function changesToDeployed(
  api: Client,
  { id, version_major, deployed }: TemplateRecord,
  items: readonly SchemaItem[],
) {
  const fresh = { text: `${items.length} fields become the form and the index.`, removes: false };
  if (!deployed) return fresh;
  const query = { id, version: `${version_major}.0` };
  return api.found<Pick<TemplateRecord, 'items'>>('template.version.list', { query }).then(
    ({ data }) => deployNote(data.items, items),
    () => fresh,
  );
}

/** The record's items as rows to edit; they are made anew when the items come from elsewhere. */
function useFields({ record, state, phase }: LiveView, template: TemplateRecord) {
  const items = phase === 'ready' ? itemsIn(state.values) : template.items;
  const [made, setMade] = useState(() => ({ items, fields: draftOf(items), generation: 0 }));
  const renewed = () => ({ items, fields: withUidsOf(draftOf(items), made.fields), generation: made.generation + 1 });
  const current = made.items === items ? made : renewed();
  if (current !== made) setMade(current);
  const { fields, generation } = current;
  const setFields = (next: readonly DraftField[]): void => {
    const sent = itemsOf(next);
    setMade({ items: sent, fields: next, generation });
    record.set('items', sent);
  };
  return { fields, generation, setFields };
}
