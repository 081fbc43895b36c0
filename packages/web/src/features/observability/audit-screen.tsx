import { MAX_LIST_ROWS } from '@datasarana/schema';
import { Select } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Column,
  DataTable,
  DetailDrawer,
  EmptyState,
  NoMatch,
  Page,
  PageHeader,
  SearchSelect,
  StateDot,
  Toolbar,
} from '../../design/index.ts';
import { useAddress } from '../../navigation.tsx';
import { formatCount, formatListDate } from '../../records/format.ts';
import { pageInAddress, pageOfAddress } from '../../records/page-address.ts';
import { useLastPage } from '../../records/use-last-page.ts';
import { useApi } from '../../session/index.ts';
import { HistoryList } from '../tenant/history-list.tsx';
import type { UserRow } from '../tenant/people.ts';
import classes from './audit.module.css';

interface Entry {
  readonly id: string;
  readonly ts: number;
  readonly event: string;
  readonly endpoint: string;
  readonly summary: string;
  readonly user: string;
  readonly user_name: string;
  readonly address: string;
  readonly request_id: string;
  readonly detail: Readonly<Record<string, string | number | boolean>>;
}

const SIZE = 50;

const EVENTS: Readonly<Record<string, string>> = {
  write: 'Written',
  read: 'Person read',
  export: 'Exported',
  'sign-in': 'Signed in',
  'sign-in refused': 'Sign-in refused',
  'sign-out': 'Signed out',
  password: 'Password changed',
  refused: 'Refused',
};

const ALARMING: ReadonlySet<string> = new Set(['refused', 'sign-in refused']);

/** Who did what, when and from where (SCR-05); what a write changed stands in the history of its record. */
export function AuditScreen() {
  const [address, setAddress] = useAddress();
  const page = pageOfAddress(address.page);
  const { event = '', user = '' } = address;
  const [asked, setAsked] = useState(user !== '');
  const people = usePeople(asked);
  const trail = useTrail({ ...(event && { event }), ...(user && { user }) }, page);
  useLastPage(page, SIZE, trail.data?.total);
  const rows = trail.data?.rows ?? [];
  const total = trail.data?.total ?? 0;
  const opened = rows.find(({ id }) => id === address.open);
  const open = (id: string | undefined) => setAddress({ open: id });
  const narrow = (change: Readonly<Record<string, string | undefined>>) =>
    setAddress({ ...change, page: undefined, open: undefined });
  return (
    <>
      <Page fill>
        <PageHeader title="Audit trail" meta={trail.data && formatCount(total)} />
        <Toolbar>
          <Select
            aria-label="Event"
            placeholder="Any event"
            clearable
            clearButtonProps={{ 'aria-label': 'Any event' }}
            flex="1 1 140px"
            maw={200}
            data={Object.entries(EVENTS).map(([value, label]) => ({ value, label }))}
            value={event === '' ? null : event}
            onChange={(next) => narrow({ event: next ?? undefined })}
          />
          <SearchSelect
            aria-label="Person"
            placeholder="Anybody"
            clearable
            clearButtonProps={{ 'aria-label': 'Anybody' }}
            flex="1 1 140px"
            maw={240}
            nothingFoundMessage={
              people.error ? people.error.message : people.isFetching ? 'Looking for people' : 'Nobody of this name'
            }
            onDropdownOpen={() => setAsked(true)}
            data={people.data ?? []}
            value={user === '' ? null : user}
            onChange={(next) => narrow({ user: next ?? undefined })}
          />
        </Toolbar>
        <DataTable
          label="Audit trail"
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          rowName={({ summary }) => summary}
          onOpen={({ id }) => open(id)}
          openId={address.open}
          paging={{
            page,
            size: SIZE,
            total,
            onPage: (next) => setAddress({ page: pageInAddress(next), open: undefined }, { push: true }),
          }}
          loading={trail.isFetching}
          error={trail.error}
          onRetry={() => void trail.refetch()}
          empty={
            event !== '' || user !== '' ? (
              <NoMatch onClear={() => narrow({ event: undefined, user: undefined })}>
                No entry of the trail is of this kind.
              </NoMatch>
            ) : (
              <EmptyState icon={IconHistory} title="Nothing noted yet">
                Writes, sign-ins, refusals, exports and what administrators read of people stand here.
              </EmptyState>
            )
          }
        />
      </Page>
      {opened && <EntryDrawer entry={opened} onClose={() => open(undefined)} />}
    </>
  );
}

function useTrail(narrowed: Readonly<Record<string, string>>, page: number) {
  const api = useApi();
  const body = { ...narrowed, from: page * SIZE, to: (page + 1) * SIZE };
  return useQuery({
    queryKey: ['audit', body],
    queryFn: async ({ signal }) => {
      const { data, total = data.length } = await api.call<readonly Entry[]>('audit.search', { body, signal });
      return { rows: data, total };
    },
    placeholderData: keepPreviousData,
  });
}

/** People as choices, for those who may list them; looked up when asked for, because that too is noted. */
function usePeople(asked: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['audit-people'],
    enabled: asked && api.may('tenant.user.search'),
    queryFn: async ({ signal }) => {
      const body = { from: 0, to: MAX_LIST_ROWS, sort: [{ field: 'full_name' }] };
      const { data } = await api.call<readonly UserRow[]>('tenant.user.search', { body, signal });
      return data.map(({ id, full_name = id }) => ({ value: id, label: full_name }));
    },
  });
}

const nameOf = ({ user, user_name }: Entry): string =>
  user_name === '' ? (user === 'system' || user === '' ? 'Nobody signed in' : user) : user_name;

/** What a write was about: its name, else its kind; of an import its file and where that went. */
const subjectOf = ({ detail }: Entry): string => {
  const subject = String(detail.name ?? detail.label ?? detail.file ?? detail.index ?? '');
  const into = detail.template === undefined ? '' : `into ${detail.template}`;
  const dry = detail.dry_run === true ? '(dry run)' : '';
  return [subject, into, dry].filter((part) => part !== '').join(' ');
};

/** Names of what an entry knows further, as a person reads them. */
const FACTS: Readonly<Record<string, string>> = {
  name: 'Name',
  label: 'Kind',
  kind: 'Kind',
  id: 'Record',
  ids: 'Records',
  records: 'Number of records',
  file: 'File',
  index: 'Index',
  template: 'Template',
  dry_run: 'Dry run',
  batch: 'Batch',
  result: 'Outcome',
  added: 'Added',
  accepted: 'Added',
  replaced: 'Replaced',
  unchanged: 'Unchanged',
  rejected: 'Rejected',
  removed: 'Removed',
  login_id: 'Account',
};

const EventWords = ({ event }: { readonly event: string }) =>
  ALARMING.has(event) ? <StateDot tone="warning">{EVENTS[event]}</StateDot> : <span>{EVENTS[event] ?? event}</span>;

const columns: readonly Column<Entry>[] = [
  {
    id: 'summary',
    header: 'What',
    cell: (entry) => (
      <>
        {entry.summary} <span className={classes.subject}>{subjectOf(entry)}</span>
      </>
    ),
    title: (entry) => `${entry.summary} ${subjectOf(entry)}`.trim(),
    width: 'minmax(180px, 2fr)',
    card: 'name',
  },
  { id: 'event', header: 'Event', cell: ({ event }) => <EventWords event={event} />, width: '160px', card: 'state' },
  { id: 'user', header: 'Who', cell: nameOf, title: nameOf, width: 'minmax(120px, 1fr)', card: 'meta' },
  { id: 'ts', header: 'When', cell: ({ ts }) => formatListDate(ts), width: '176px', card: 'meta' },
  {
    id: 'address',
    header: 'From',
    cell: ({ address }) => address,
    width: '140px',
    card: 'hidden',
    mono: true,
    yields: true,
  },
];

function EntryDrawer({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) {
  const { label, id } = entry.detail;
  const facts = {
    Event: EVENTS[entry.event] ?? entry.event,
    When: formatListDate(entry.ts),
    Who: nameOf(entry),
    From: entry.address,
    Call: entry.endpoint,
    Request: entry.request_id,
    ...Object.fromEntries(Object.entries(entry.detail).map(([name, value]) => [FACTS[name] ?? name, String(value)])),
  };
  return (
    <DetailDrawer title={entry.summary} position="Entry" onClose={onClose}>
      <dl className={classes.facts}>
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {entry.event === 'write' && label !== undefined && id !== undefined && (
        <HistoryList kind={String(label)} id={String(id)} request={entry.request_id} />
      )}
    </DetailDrawer>
  );
}
