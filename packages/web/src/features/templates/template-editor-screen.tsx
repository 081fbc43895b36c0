import { Button, Menu, Tabs } from '@mantine/core';
import { IconChevronDown, IconDatabaseImport, IconDeviceFloppy, IconFileSearch, IconRocket } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import {
  dialogs,
  EmptyState,
  ErrorState,
  LoadingBlock,
  notify,
  notifyFailure,
  Page,
  PageHeader,
  StateBadge,
  StateScreen,
  templateState,
} from '../../design/index.ts';
import { useGo, useParameter } from '../../navigation.tsx';
import { formatAgo } from '../../records/index.ts';
import { isFailure, useApi, useMay } from '../../session/index.ts';
import { type DraftField, draftOf, faultsOf, itemsOf } from './draft.ts';
import { FieldsTab } from './fields-tab.tsx';
import { HealthTab } from './health-tab.tsx';
import { SchemaTab } from './schema-tab.tsx';
import { type TemplateRecord, useTemplate } from './template-calls.ts';
import classes from './templates.module.css';
import { VersionsTab } from './versions-tab.tsx';

/** Fields, form, versions, exports and health of one template (SCR-06, TPL-29). */
export function TemplateEditorScreen() {
  const id = useParameter('id');
  const template = useTemplate(id);
  if (!template.data) {
    return (
      <StateScreen title="Template" crumbs={[{ label: 'Templates', to: 'toolkit.dev' }]}>
        {template.error ? (
          <ErrorState error={template.error} onRetry={() => void template.refetch()} />
        ) : template.isPending ? (
          <LoadingBlock height={400} />
        ) : (
          <EmptyState title="No such template">It was removed, or it is not shared with you.</EmptyState>
        )}
      </StateScreen>
    );
  }
  return (
    <TemplateEditor
      key={`${template.data.id} ${template.data.version_major}.${template.data.version_minor}`}
      template={template.data}
    />
  );
}

function TemplateEditor({ template }: { readonly template: TemplateRecord }) {
  const start = useMemo(() => draftOf(template.items), [template.items]);
  const [fields, setFields] = useState<readonly DraftField[]>(start);
  const faults = useMemo(() => faultsOf(fields), [fields]);
  const dirty = fields !== start;
  const actions = useTemplateActions(template, fields);
  const may = useMay();
  const go = useGo();
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
  const state = templateState(template);
  const editable = may('templates', 'change');
  return (
    <Page fill>
      <PageHeader
        title={template.name}
        crumbs={[{ label: 'Templates', to: 'toolkit.dev' }]}
        meta={`v${template.version_major}.${template.version_minor}`}
        badge={<StateBadge tone={state.tone}>{state.label}</StateBadge>}
        aside={dirty ? 'Unsaved edits' : `Saved ${formatAgo(template.ts_modified).toLowerCase()}`}
        primary={
          <Button
            variant="filled"
            leftSection={<IconRocket size={16} />}
            disabled={!may('deploy', 'add') || faults.size > 0 || fields.length === 0}
            loading={actions.working}
            onClick={() => void actions.deploy(dirty)}
          >
            Deploy v{template.version_major + 1}
          </Button>
        }
      >
        <DataMenu template={template} />
        <Button
          variant="default"
          leftSection={<IconDeviceFloppy size={16} />}
          disabled={!editable || !dirty || faults.size > 0}
          loading={actions.working}
          onClick={() => void actions.save()}
        >
          Save
        </Button>
      </PageHeader>
      <Tabs defaultValue="fields" keepMounted={false} className={classes.tabs ?? ''}>
        <Tabs.List>
          <Tabs.Tab value="fields">Fields</Tabs.Tab>
          <Tabs.Tab value="versions">Versions</Tabs.Tab>
          <Tabs.Tab value="schema">Schema export</Tabs.Tab>
          <Tabs.Tab value="health">Index and stream</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="fields" className={classes.tabPanel ?? ''}>
          <FieldsTab template={template} fields={fields} faults={faults} onChange={setFields} />
        </Tabs.Panel>
        <Tabs.Panel value="versions" className={classes.tabPanel ?? ''}>
          <VersionsTab template={template} />
        </Tabs.Panel>
        <Tabs.Panel value="schema" className={classes.tabPanel ?? ''}>
          <SchemaTab template={template} />
        </Tabs.Panel>
        <Tabs.Panel value="health" className={classes.tabPanel ?? ''}>
          <HealthTab
            template={template}
            onImport={() => go('toolkit.curation.import', { search: { template: template.id } })}
          />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function DataMenu({ template }: { readonly template: TemplateRecord }) {
  const go = useGo();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} />} disabled={!template.deployed}>
          Data
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconDatabaseImport size={14} />}
          onClick={() => go('toolkit.curation.import', { search: { template: template.id } })}
        >
          Import a file
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileSearch size={14} />}
          onClick={() => go('toolkit.analytic.discover', { search: { template: template.id } })}
        >
          Search its records
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Save (minor) and deploy (major) with what the server says against them (TPL-19…22). */
function useTemplateActions(template: TemplateRecord, fields: readonly DraftField[]) {
  const api = useApi();
  const cache = useQueryClient();
  const call = useMutation({
    mutationFn: async ({ mode, body }: { readonly mode: 'deep' | 'deploy'; readonly body: unknown }) =>
      api.call('template.save', { query: { mode }, body }),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ['template', template.id] }),
        cache.invalidateQueries({ queryKey: ['templates'] }),
      ]),
  });
  const saved = (): unknown => ({ id: template.id, items: itemsOf(fields) });
  const told = (error: unknown): void => {
    if (isFailure(error) && Object.keys(error.fields).length > 0) {
      const [field, text] = Object.entries(error.fields)[0] ?? ['', ''];
      notify.negative({ title: `${field}: ${text}` });
    } else notifyFailure(error);
  };
  const save = async (): Promise<boolean> => {
    try {
      await call.mutateAsync({ mode: 'deep', body: saved() });
      notify.positive({ title: `Template ${template.name} saved` });
      return true;
    } catch (error) {
      told(error);
      return false;
    }
  };
  const deploy = async (dirty: boolean): Promise<void> => {
    const major = template.version_major + 1;
    const yes = await dialogs.confirm({
      title: `Deploy ${template.name} v${major}`,
      text: `${fields.length} fields become the form and the index. Records written before keep the version they came with.`,
      action: `Deploy v${major}`,
    });
    if (!yes) return;
    try {
      await call.mutateAsync({ mode: 'deploy', body: dirty ? saved() : { id: template.id } });
      notify.positive({ title: `${template.name} v${major} deployed` });
    } catch (error) {
      told(error);
    }
  };
  return { save, deploy, working: call.isPending };
}
