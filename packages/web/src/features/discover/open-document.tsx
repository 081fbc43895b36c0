import { Tabs } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Suspense } from 'react';
import { CodeBlock } from '../../design/index.ts';
import { useAddress, useGo } from '../../navigation.tsx';
import { part } from '../../part.tsx';
import { WriteButton } from '../../records/write-button.tsx';
import { useHolds } from '../../session/index.ts';
import type { DesignField } from '../views/designer-fields.ts';
import { ChangeNote } from './change-note.tsx';
import classes from './discover.module.css';
import { DocumentFields } from './document-fields.tsx';
import { KeptFiles } from './kept-files.tsx';
import { importOf, type OpenedDocument } from './opened-document.ts';
import states from './states.module.css';

const RecordHistory = part(
  () => import('./record-history.tsx'),
  (module) => module.RecordHistory,
);

interface OpenDocumentProps {
  readonly opened: OpenedDocument;
  readonly fields: readonly DesignField[];
  readonly onFilter: (field: string, value: string | number | boolean, negated: boolean) => void;
}

/** A document with its fields and its JSON, as it is now; what became of it since it was opened stands above them. */
export function OpenDocument({ opened, fields, onFilter }: OpenDocumentProps) {
  const hit = opened.now ?? opened.first;
  const go = useGo();
  const holds = useHolds();
  const [, setAddress] = useAddress();
  if (hit === undefined) return null;
  const template = String(hit._source?._template_id ?? '');
  // A record written by itself has a batch id too, but no ledger to open.
  const batch = importOf(hit);
  return (
    <div className={classes.open}>
      <ChangeNote opened={opened} />
      <Tabs className={classes.whole ?? ''} defaultValue="fields" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="fields">Fields</Tabs.Tab>
          <Tabs.Tab value="json">JSON</Tabs.Tab>
          {holds('data write') && <Tabs.Tab value="history">History</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="fields">
          <KeptFiles template={template} id={hit._id} source={hit._source} />
          <DocumentFields hit={hit} fields={fields} onFilter={onFilter} />
        </Tabs.Panel>
        <Tabs.Panel value="json">
          <CodeBlock>{JSON.stringify(hit._source, null, 2)}</CodeBlock>
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <Suspense fallback={<div className={states.history} />}>
            <RecordHistory template={template} id={hit._id} fields={fields} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      <div className={classes.facts}>
        {opened.now && holds('data write', 'change') && (
          <WriteButton size="sm" leftSection={<IconPencil size={14} />} onClick={() => setAddress({ edit: hit._id })}>
            Edit record
          </WriteButton>
        )}
        <dl>
          <dt>Document</dt>
          <dd>{hit._id}</dd>
          {batch !== null && (
            <>
              <dt>Import</dt>
              <dd>
                <button
                  type="button"
                  className={classes.linkButton}
                  onClick={() => go('toolkit.curation.batch', { params: { id: batch } })}
                >
                  {batch.slice(-8)}
                </button>
              </dd>
            </>
          )}
        </dl>
      </div>
    </div>
  );
}
