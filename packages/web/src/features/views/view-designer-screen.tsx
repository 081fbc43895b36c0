import { Button, Loader, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { EmptyState, ErrorState, notify, notifyFailure, Page, PageHeader } from '../../design/index.ts';
import { useGo, useParameter } from '../../navigation.tsx';
import { newView, type ViewDefinition } from '../../views/definition.ts';
import { useTemplate, useTemplates } from '../templates/template-calls.ts';
import { DesignerAdjust } from './designer-adjust.tsx';
import { DesignerCanvas } from './designer-canvas.tsx';
import { designFields } from './designer-fields.ts';
import { DesignerTree } from './designer-tree.tsx';
import { useSavedView, useSaveView } from './saved-views.ts';
import classes from './views.module.css';

/** Field → grouping → figure → drawing; every change is drawn at once (VIS-03…15). */
export function ViewDesignerScreen() {
  const id = useParameter('id');
  const saved = useSavedView(id);
  const templates = useTemplates();
  if (saved.error) return <ErrorState error={saved.error} onRetry={() => void saved.refetch()} />;
  if (id !== 'new' && saved.data === null)
    return <EmptyState title="No such view">It was removed, or it is not shared with you.</EmptyState>;
  const deployed = templates.data?.filter((template) => template.deployed) ?? [];
  if (templates.isPending || (id !== 'new' && saved.isPending)) return <Loader m="xl" />;
  const first = deployed[0];
  if (id === 'new' && !first) {
    return (
      <EmptyState title="Nothing to draw yet">Deploy a template and import data, then build a view on it.</EmptyState>
    );
  }
  const start = saved.data?.definition ?? newView(first?.id ?? '');
  return (
    <Designer key={id} id={id === 'new' ? null : id} name={saved.data?.name ?? ''} start={start} templates={deployed} />
  );
}

interface DesignerProps {
  readonly id: string | null;
  readonly name: string;
  readonly start: ViewDefinition;
  readonly templates: readonly { readonly id: string; readonly name: string }[];
}

function Designer({ id, name: savedName, start, templates }: DesignerProps) {
  const [view, setView] = useState(start);
  const [name, setName] = useState(savedName);
  const [drawn] = useDebouncedValue(view, 200);
  const template = useTemplate(view.dataset);
  const fields = useMemo(() => designFields(template.data?.items ?? []), [template.data]);
  const save = useSaveView();
  const go = useGo();
  const dirty = view !== start || name !== savedName;
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);

  const store = (): void =>
    save.mutate(
      { id, name: name.trim(), definition: view },
      {
        onSuccess: (stored) => {
          notify.positive({ title: `View ${stored.name} saved` });
          if (!id) go('toolkit.analytic.view', { params: { id: stored.id }, replace: true });
        },
        onError: notifyFailure,
      },
    );

  return (
    <Page fill>
      <PageHeader
        title={name || 'New view'}
        crumbs={[
          { label: 'Analytics', to: 'toolkit.analytic.discover' },
          { label: 'Views', to: 'toolkit.analytic.views' },
        ]}
        aside={dirty ? 'Unsaved' : undefined}
        primary={
          <Button
            variant="filled"
            leftSection={<IconDeviceFloppy size={16} />}
            onClick={store}
            loading={save.isPending}
            disabled={!name.trim() || !view.dataset}
          >
            Save view
          </Button>
        }
      >
        <TextInput
          aria-label="Name of the view"
          placeholder="Name of the view"
          value={name}
          onChange={(e) => setName(e.currentTarget.value)}
        />
      </PageHeader>
      <div className={classes.designer}>
        <DesignerTree view={view} fields={fields} templates={templates} onChange={setView} />
        <DesignerCanvas view={drawn} onChange={setView} />
        <DesignerAdjust view={view} fields={fields} onChange={setView} />
      </div>
    </Page>
  );
}
