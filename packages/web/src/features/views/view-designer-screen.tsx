import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDeviceFloppy, IconSearchOff } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import {
  EmptyState,
  ErrorState,
  ExplainedButton,
  notify,
  notifyFailure,
  Page,
  PageHeader,
  Panel,
  StateScreen,
} from '../../design/index.ts';
import { useAddress, useGo, useParameter } from '../../navigation.tsx';
import { askWhose } from '../../records/ask-whose.tsx';
import { formatListDate } from '../../records/format.ts';
import { isGone, KEEP_A_COPY, tellGone } from '../../records/gone.ts';
import { MissingRecord } from '../../records/missing-record.tsx';
import { useRefusal } from '../../records/needs.ts';
import { useLastRead } from '../../records/use-last-read.ts';
import { useLeaveGuard } from '../../records/use-leave-guard.ts';
import { useSaveKey } from '../../records/use-save-key.ts';
import { isFailure, useHolds, useMayChange, useMayInGroup } from '../../session/index.ts';
import { type ViewDefinition, visualWords } from '../../views/definition.ts';
import { ShareButton } from '../sharing/share-button.tsx';
import { NoTemplates } from '../templates/no-templates.tsx';
import { useReadableTemplates } from '../templates/readable-templates.ts';
import { useTemplate } from '../templates/template-calls.ts';
import { AddToWorkspace } from './add-to-workspace.tsx';
import { DesignerAdjust } from './designer-adjust.tsx';
import { DesignerCanvas } from './designer-canvas.tsx';
import { groupingFields, hasPlace } from './designer-fields.ts';
import { DesignerTree } from './designer-tree.tsx';
import { newerView, useSaveView } from './save-view.ts';
import { type SavedView, useSavedView, VIEW_KIND } from './saved-views.ts';
import { useCheckedView } from './use-checked-view.ts';
import { useFittedChange } from './use-span.ts';
import { useStartView } from './use-start-view.ts';
import { ViewOutline } from './view-outline.tsx';
import { ViewRefresh } from './view-refresh.tsx';
import classes from './views.module.css';

const CRUMBS = [{ label: 'Views', to: 'toolkit.analytic.views' }] as const;

/** Field → grouping → figure → drawing; every change is drawn at once (VIS-03…15). */
export function ViewDesignerScreen() {
  const id = useParameter('id');
  return id === 'new' ? <NewView /> : <SavedViewDesigner key={id} id={id} />;
}

function SavedViewDesigner({ id }: { readonly id: string }) {
  const saved = useSavedView(id);
  const templates = useReadableTemplates();
  const error = saved.error ?? templates.error;
  const { value: seen, gone } = useLastRead(id, saved.data);
  if (!error && saved.data !== null && !(saved.data && templates.data)) return <ViewOutline title="View" />;
  if (error && (!seen || !templates.data)) {
    return (
      <StateScreen title="View" crumbs={CRUMBS}>
        <ErrorState error={error} onRetry={() => void Promise.all([saved.refetch(), templates.refetch()])} />
      </StateScreen>
    );
  }
  if (!seen || !templates.data) return <MissingView id={id} />;
  return <Designer id={id} gone={gone} saved={seen} start={seen.definition} templates={templates.data} />;
}

const MissingView = ({ id }: { readonly id: string }) => (
  <StateScreen title="View" crumbs={CRUMBS}>
    <MissingRecord kind={VIEW_KIND} id={id} noun="view" queryKey={['views']} to="toolkit.analytic.views" list="views" />
  </StateScreen>
);

/** A view to be: from what Discover had in its address, else the first template (SCR-07). */
function NewView() {
  const templates = useReadableTemplates();
  const [address] = useAddress();
  const deployed = templates.data ?? [];
  const start = useStartView(address, deployed);
  const error = templates.error ?? start.error;
  const nothing = templates.data && deployed.length === 0;
  if (!error && !nothing && !start.view) return <ViewOutline title="New view" />;
  if (error || nothing || !start.view) {
    return (
      <StateScreen title="New view" crumbs={CRUMBS}>
        {error ? (
          <ErrorState error={error} onRetry={() => void Promise.all([templates.refetch(), start.retry()])} />
        ) : (
          <NoTemplates title="Nothing to draw yet" gain="a view draws what it holds." />
        )}
      </StateScreen>
    );
  }
  const fresh = { name: start.name, ts_modified: undefined, owner: '', groups: [] };
  return <Designer key="new" id={null} gone={false} saved={fresh} start={start.view} templates={deployed} />;
}

interface DesignerProps {
  readonly id: string | null;
  /** It was deleted elsewhere, or is not shared any more. */
  readonly gone: boolean;
  /** The view as it is stored; a new one has no time. */
  readonly saved: Pick<SavedView, 'name' | 'owner' | 'groups'> & { readonly ts_modified: number | undefined };
  readonly start: ViewDefinition;
  readonly templates: readonly { readonly id: string; readonly name: string }[];
}

function Designer({ id, gone, saved, start, templates }: DesignerProps) {
  const [view, setView] = useState(start);
  const [name, setName] = useState(saved.name);
  const [settled] = useDebouncedValue(view, 200);
  const template = useTemplate(view.dataset);
  const { drawn, told } = useCheckedView(settled, template.data?.items);
  const fields = useMemo(() => groupingFields(template.data?.items ?? []), [template.data]);
  const change = useFittedChange(view, fields, setView);
  const save = useSaveView();
  const go = useGo();
  const kept = useRef({ view: start, name: saved.name, base: saved.ts_modified });
  const refusal = useRefusal();
  const mayChange = useMayChange('views');
  const mayInGroup = useMayInGroup();
  const holds = useHolds();
  const mine = id === null || mayChange(saved.owner);
  // Who may read but not change it keeps a copy, as with workspaces (VIS-18); a role in a group lets its people change it (ROL-18).
  const edits = !gone && (mine || mayInGroup('views', 'change', saved.groups));
  const dirty = view !== kept.current.view || name !== kept.current.name;
  useLeaveGuard({
    dirty: () => view !== kept.current.view || name !== kept.current.name,
    what: name === '' ? 'the new view' : `view ${name}`,
  });

  const settle = async (newer: SavedView): Promise<void> => {
    const when = formatListDate(newer.ts_modified);
    const told = `It was saved at ${when} as a ${visualWords(newer.definition.visual).toLowerCase()}, after you opened it. Yours is not saved yet.`;
    const whose = await askWhose(`View ${newer.name} was saved elsewhere`, told);
    if (!whose) return;
    kept.current = { view: newer.definition, name: newer.name, base: newer.ts_modified };
    if (whose === 'mine') return store();
    setView(newer.definition);
    setName(newer.name);
  };
  const store = (): void =>
    save.mutate(
      edits
        ? { id, base: kept.current.base, name: name.trim(), definition: view }
        : { id: null, scope: 'personal', base: undefined, name: name.trim(), definition: view },
      {
        onSuccess: (stored) => {
          notify.positive({ title: edits ? `View ${stored.name} saved` : `Your copy of view ${saved.name} is saved` });
          kept.current = { view, name, base: stored.ts_modified };
          if (stored.id !== id) go('toolkit.analytic.view', { params: { id: stored.id }, replace: true });
        },
        onError: (error) => {
          const newer = newerView(error);
          if (newer) void settle(newer);
          else if (id && edits && isGone(error, id)) tellGone(`View ${saved.name}`, KEEP_A_COPY);
          else notifyFailure(error);
        },
      },
    );

  const nameless = name.trim() === '' ? 'Give the view a name' : null;
  const unsavable = refusal('views', 'add') ?? (view.dataset === '' ? 'Choose a template' : nameless);
  useSaveKey(store, unsavable === null && !save.isPending);
  if (gone && !dirty && !save.isSuccess) return <MissingView id={id ?? ''} />;

  return (
    <Page fill>
      <PageHeader
        title={name || 'New view'}
        crumbs={CRUMBS}
        aside={gone ? 'No longer there' : dirty ? 'Unsaved' : mine ? undefined : 'Shared with you'}
        primary={
          <ExplainedButton
            variant="filled"
            leftSection={<IconDeviceFloppy size={16} />}
            onClick={store}
            loading={save.isPending}
            reason={unsavable}
          >
            {edits ? 'Save view' : 'Save as a copy'}
          </ExplainedButton>
        }
      >
        <TextInput
          className={classes.name ?? ''}
          aria-label="Name of the view"
          placeholder="Name of the view"
          error={isFailure(save.error) && save.error.fields.name !== undefined}
          value={name}
          onChange={(e) => {
            setName(e.currentTarget.value);
            save.reset();
          }}
        />
        <ViewRefresh />
        {id !== null && !gone && holds('views', 'add') && (
          <AddToWorkspace id={id} name={kept.current.name} unsaved={dirty} />
        )}
        {id !== null && !gone && <ShareButton kind="visual.view" id={id} name={saved.name} mine={mine} />}
      </PageHeader>
      <div className={classes.designer}>
        <DesignerTree view={view} told={told} fields={fields} templates={templates} onChange={change} />
        {drawn ? (
          <DesignerCanvas view={drawn} hasPlace={fields.some(hasPlace)} onChange={setView} />
        ) : (
          <Panel label="Drawing">
            <EmptyState icon={IconSearchOff} title="Not searched">
              What is wrong with the search, and what to do, stands below it.
            </EmptyState>
          </Panel>
        )}
        <DesignerAdjust view={view} drawn={drawn} fields={fields} onChange={setView} />
      </div>
    </Page>
  );
}
