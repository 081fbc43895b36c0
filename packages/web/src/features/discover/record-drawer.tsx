import { DataRecordSource, LiveRecord } from '@datasarana/client';
import type { SchemaItem } from '@datasarana/schema';
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { DetailDrawer, dialogs, notify, notifyFailure } from '../../design/index.ts';
import { useAddress } from '../../navigation.tsx';
import {
  formatValue,
  RecordActions,
  RecordEditor,
  sameDetail,
  useLeaveGuard,
  useLiveRecord,
} from '../../records/index.ts';
import { useApi, useMay, useSession } from '../../session/index.ts';
import type { TemplateRecord } from '../templates/template-calls.ts';
import { isForeign } from './contributors.ts';
import { NEW_RECORD } from './discover-state.ts';
import { lookAgain } from './look-again.ts';

interface RecordDrawerProps {
  readonly template: TemplateRecord;
  /** Id of a document, or NEW_RECORD. */
  readonly edit: string;
  /** Dates of the table that are days of the calendar. */
  readonly days: ReadonlySet<string>;
  /** ms at which the document was written last, as far as the page has heard; another one lets the form look again. */
  readonly writtenAt: unknown;
  /** What became of the document since it was opened. */
  readonly note: ReactNode;
  /** The document was changed or removed here. */
  readonly onStored: () => void;
  /** As "Record 3 of 257"; empty when it is not in the table. */
  readonly position: string;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

const onDrawer = sameDetail('edit');

/** One data record in the form of its template, beside the table; on phones it covers the page (API-29, API-30). */
export function RecordDrawer({ template, edit, days, writtenAt, note, onStored, ...frame }: RecordDrawerProps) {
  const api = useApi();
  const may = useMay();
  const cache = useQueryClient();
  const [, setAddress] = useAddress();
  const isNew = edit === NEW_RECORD;
  const { session, roles } = useSession();
  const schema = useMemo(() => {
    const foreign = (item: SchemaItem): boolean => session !== null && isForeign(item, session.user, roles);
    const own = template.items.filter((item) => !item.system);
    return {
      id: template.id,
      name: template.name,
      // What others fill in cannot be given to a new record, and stays as it is in an old one.
      items: isNew ? own.filter((item) => !foreign(item)) : own,
      locked: new Set(isNew ? [] : own.filter((item) => item.is_key || foreign(item)).map(({ name }) => name)),
    };
  }, [template, isNew, session, roles]);
  const looked = (): void => {
    if (!isNew) onStored();
    lookAgain(cache, template.id);
  };
  const close = (open?: string): void => setAddress({ edit: undefined, ...(open !== undefined && { open }) });
  const live = useLiveRecord({
    make: () => new LiveRecord(api, schema, new DataRecordSource(api, schema)),
    id: isNew ? undefined : edit,
    saved: isNew ? 'Record added' : 'Record saved',
    onSaved: (id) => {
      looked();
      if (isNew) close(id);
    },
  });
  const { record } = live;
  const items = schema.items.map((item) => (days.has(item.name) ? { ...item, day: true } : item));
  useEffect(() => {
    // What cannot be reached is told by the banner; what is edited here becomes a conflict, not lost.
    if (writtenAt !== undefined) record.refresh().catch(() => undefined);
  }, [writtenAt, record]);
  const keys = items.filter((item) => item.is_key === true);
  const stored = keys.map((item) => formatValue(item, record.stored[item.name])).join(', ');
  const name = isNew ? 'New record' : stored === '' || live.phase !== 'ready' ? `Record ${edit.slice(-8)}` : stored;
  const what = isNew ? 'the new record' : name;
  useLeaveGuard({ dirty: () => record.read().modified, what, stays: onDrawer });
  const remove = async (): Promise<void> => {
    const yes = await dialogs.confirm({
      title: `Delete ${name}`,
      text: `The record leaves ${template.name}: searches and views no longer count it.`,
      action: 'Delete record',
      danger: true,
    });
    if (!yes) return;
    try {
      await record.delete();
      notify.positive({ title: `${name} deleted` });
      looked();
      setAddress({ edit: undefined, open: undefined });
    } catch (error) {
      notifyFailure(error);
    }
  };
  const writes = may('data write', isNew ? 'add' : 'change');
  return (
    <DetailDrawer
      {...frame}
      title={name}
      subtitle={`${template.name}, v${template.version_major}.${template.version_minor}`}
      onClose={() => close()}
      foot={
        <>
          {!isNew && live.phase === 'ready' && (
            <ActionIcon
              size="md"
              variant="subtle"
              color="negative"
              aria-label="Delete record"
              title="Delete record"
              disabled={!may('data write', 'remove')}
              onClick={() => void remove()}
            >
              <IconTrash size={18} />
            </ActionIcon>
          )}
          <RecordActions
            live={live}
            action={isNew ? 'Add record' : 'Save record'}
            refused={writes ? undefined : 'Your roles do not write data'}
          />
        </>
      }
    >
      {note}
      <RecordEditor
        live={live}
        noun="record"
        home={{
          to: 'toolkit.analytic.discover',
          list: `records of ${template.name}`,
          search: { template: template.id },
        }}
        items={items}
        locked={schema.locked}
        readOnly={!writes}
      />
    </DetailDrawer>
  );
}
