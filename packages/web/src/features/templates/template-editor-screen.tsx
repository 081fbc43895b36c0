import { Button, Menu, Tabs } from '@mantine/core';
import { IconChevronDown, IconDatabaseImport, IconDeviceFloppy, IconFileSearch, IconRocket } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import {
  ErrorState,
  ExplainedButton,
  Missing,
  Page,
  PageHeader,
  StateBadge,
  StateScreen,
  templateState,
} from '../../design/index.ts';
import { useAddress, useGo, useParameter } from '../../navigation.tsx';
import { formatAgo, RecordConflictPanel, useSaveKey } from '../../records/index.ts';
import { useApi, useOnline } from '../../session/index.ts';
import { faultsOf } from './draft.ts';
import { FieldsTab } from './fields-tab.tsx';
import { HealthTab } from './health-tab.tsx';
import { SchemaTab } from './schema-tab.tsx';
import { tellField } from './tell-field.ts';
import { type TemplateRecord, useTemplate, useTemplateRights } from './template-calls.ts';
import { TemplateOutline } from './template-outline.tsx';
import classes from './templates.module.css';
import { useDraftReasons } from './use-draft-reasons.ts';
import { FIELDS_ITEM, useTemplateDraft } from './use-template-draft.ts';
import { VersionsTab } from './versions-tab.tsx';

const CRUMBS = [{ label: 'Templates', to: 'toolkit.dev' }] as const;
const TABS = ['fields', 'versions', 'schema', 'health'];

/** Fields, form, versions, exports and health of one template (SCR-06, TPL-29). */
export function TemplateEditorScreen() {
  const id = useParameter('id');
  const template = useTemplate(id);
  if (template.isPending) return <TemplateOutline />;
  if (!template.data) {
    return (
      <StateScreen title="Template" crumbs={CRUMBS}>
        {template.error ? (
          <ErrorState error={template.error} onRetry={() => void template.refetch()} />
        ) : (
          <Missing noun="template" to="toolkit.dev" list="templates" />
        )}
      </StateScreen>
    );
  }
  return <TemplateEditor key={template.data.id} template={template.data} />;
}

/** Whether the caller's roles only read the template; while the platform is away it stays what it was, so that edits go on. */
function useReadOnly(changes: boolean): boolean {
  const online = useOnline();
  const [readOnly, setReadOnly] = useState(!changes);
  if (online && readOnly === changes) setReadOnly(!changes);
  return readOnly;
}

function TemplateEditor({ template }: { readonly template: TemplateRecord }) {
  const draft = useTemplateDraft(template);
  const { live, generation, fields, setFields, dirty, working, save, deploy } = draft;
  const [chosen, setChosen] = useState(fields[0]?.uid ?? null);
  const faults = useMemo(() => faultsOf(fields), [fields]);
  const api = useApi();
  const { changes, deploys } = useTemplateRights(template.id);
  const readOnly = useReadOnly(changes);
  const go = useGo();
  const [{ tab }, setAddress] = useAddress();
  const shown = api.may('template.stats') ? TABS : TABS.filter((name) => name !== 'health');
  const state = templateState(template);
  const { unsaved, undeployed } = useDraftReasons({
    rights: { changes, deploys },
    dirty,
    fields: fields.length,
    faults: faults.size,
    conflict: live.state.conflict !== null,
    deployed: !dirty && state.tone === 'positive' ? template.version_major : null,
  });
  useSaveKey(() => void save(), unsaved === null && !working);
  return (
    <Page fill>
      <PageHeader
        title={template.name}
        crumbs={CRUMBS}
        meta={`v${template.version_major}.${template.version_minor}`}
        badge={<StateBadge tone={state.tone}>{state.label}</StateBadge>}
        aside={dirty ? 'Unsaved edits' : `Saved ${formatAgo(template.ts_modified).toLowerCase()}`}
        primary={
          <ExplainedButton
            variant="filled"
            leftSection={<IconRocket size={16} />}
            reason={undeployed}
            loading={working}
            onClick={() => void deploy()}
          >
            Deploy v{template.version_major + 1}
          </ExplainedButton>
        }
      >
        <DataMenu template={template} />
        <Button
          variant="subtle"
          title="Put back what was last saved"
          disabled={!dirty || working}
          onClick={() => live.record.revert()}
        >
          Undo
        </Button>
        <ExplainedButton
          variant="default"
          leftSection={<IconDeviceFloppy size={16} />}
          reason={unsaved}
          loading={working}
          onClick={() => void save()}
        >
          Save
        </ExplainedButton>
      </PageHeader>
      {live.state.conflict && (
        <RecordConflictPanel
          record={live.record}
          conflict={live.state.conflict}
          items={[FIELDS_ITEM]}
          noun="template"
          tellPart={tellField}
          onSave={save}
        />
      )}
      <Tabs
        value={shown.includes(tab ?? '') ? (tab ?? null) : 'fields'}
        onChange={(next) => setAddress({ tab: next === 'fields' ? undefined : (next ?? undefined) })}
        keepMounted={false}
        className={classes.tabs ?? ''}
      >
        <Tabs.List>
          <Tabs.Tab value="fields">Fields</Tabs.Tab>
          <Tabs.Tab value="versions">Versions</Tabs.Tab>
          <Tabs.Tab value="schema">Schema export</Tabs.Tab>
          {shown.includes('health') && <Tabs.Tab value="health">Index and stream</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="fields" className={classes.tabPanel ?? ''}>
          <FieldsTab
            key={generation}
            template={template}
            fields={fields}
            faults={faults}
            chosen={chosen}
            onChoose={setChosen}
            onChange={setFields}
            readOnly={readOnly}
          />
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
            draft={draft}
            changes={changes && live.phase === 'ready'}
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
