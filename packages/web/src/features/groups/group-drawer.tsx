import { kindSource, LiveRecord } from '@datasarana/client';
import type { Schema, SchemaItem } from '@datasarana/schema';
import { Tabs } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { DetailDrawer, StateBadge } from '../../design/index.ts';
import { useAddress } from '../../navigation.tsx';
import { RecordActions, RecordEditor, sameDetail, useLeaveGuard, useLiveRecord } from '../../records/index.ts';
import { type Client, useApi, useMay } from '../../session/index.ts';
import { GroupInvites } from '../invites/group-invites.tsx';
import { HistoryList } from '../tenant/history-list.tsx';
import { asProse, withStatuses } from '../tenant/profile-items.ts';
import { type BesideListProps, SchemaDrawer } from '../tenant/schema-drawer.tsx';
import { type GroupRow, groupName, useGroupRights } from './group-calls.ts';
import { GroupPeople } from './group-people.tsx';
import { GroupShared } from './group-shared.tsx';

/** One group beside the list: its people with their roles, what is shared with it, its details, its history. */
export function GroupDrawer(props: BesideListProps) {
  return (
    <SchemaDrawer kind="user.group" title="Group" onClose={props.onClose}>
      {(schema) => <LiveGroup {...props} schema={schema} />}
    </SchemaDrawer>
  );
}

/** Records of groups; of one's own by the session's call, when the tenant's are not to be read. */
function groupSource(api: Client, schema: Schema, reads: boolean) {
  const source = kindSource(api, schema);
  if (reads) return source;
  const get = async (id: string) =>
    source.stored((await api.call<unknown>('session.group.get', { params: { id } })).data);
  return { ...source, get };
}

const SHOWN: readonly string[] = ['name', 'display_name', 'description', 'category', 'status'];

const detailItems = (items: readonly SchemaItem[], status: string): readonly SchemaItem[] =>
  SHOWN.flatMap((name) => items.filter((item) => item.name === name)).map((item) => {
    if (item.name === 'status') return withStatuses('user.group', item, status);
    return item.name === 'description' ? asProse(item) : item;
  });

const onDrawer = sameDetail('open');

function LiveGroup({ id, schema, onChanged, ...frame }: BesideListProps & { readonly schema: Schema }) {
  const api = useApi();
  const may = useMay();
  const cache = useQueryClient();
  const { reads, changes } = useGroupRights(id);
  const [{ tab = '' }, setAddress] = useAddress();
  const live = useLiveRecord({
    make: () => new LiveRecord(api, schema, groupSource(api, schema, reads)),
    id,
    saved: 'Group saved',
    onSaved: () => {
      void cache.invalidateQueries({ queryKey: ['history', 'user.group', id] });
      void cache.invalidateQueries({ queryKey: ['groups'] });
      onChanged();
    },
  });
  const group = { ...live.record.stored, id } as GroupRow;
  const name = live.phase === 'absent' ? 'Not found' : groupName(group);
  const status = group.status ?? 'Active';
  const items = detailItems(schema.items, status);
  const tabs = [
    'people',
    'shared',
    'details',
    ...(changes ? ['invites'] : []),
    ...(may('tenant people') ? ['history'] : []),
  ];
  useLeaveGuard({ dirty: () => live.record.read().modified, what: `group ${name}`, stays: onDrawer });
  const details = (
    <RecordEditor
      live={live}
      noun="group"
      home={{ to: 'toolkit.tenant.groups', list: 'groups' }}
      items={items}
      readOnly={!changes}
    />
  );
  return (
    <DetailDrawer
      {...frame}
      title={name}
      // Keeps its line while the group is read, and without a description.
      subtitle={group.description || '\u00a0'}
      badge={live.state.fetched && status !== 'Active' ? <StateBadge tone="negative">{status}</StateBadge> : undefined}
      foot={
        ((changes && tab === 'details') || live.state.modified) && (
          <RecordActions live={live} action="Save changes" refused={changes ? undefined : 'Cannot be saved now'} />
        )
      }
    >
      {live.phase === 'ready' ? (
        <Tabs
          value={tabs.includes(tab) ? tab : 'people'}
          onChange={(next) => setAddress({ tab: next === 'people' ? undefined : (next ?? undefined) })}
        >
          <Tabs.List mb={16}>
            <Tabs.Tab value="people">People</Tabs.Tab>
            {changes && <Tabs.Tab value="invites">Invites</Tabs.Tab>}
            <Tabs.Tab value="shared">Shared</Tabs.Tab>
            <Tabs.Tab value="details">Details</Tabs.Tab>
            {may('tenant people') && <Tabs.Tab value="history">History</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="people">
            <GroupPeople key={id} group={group} />
          </Tabs.Panel>
          {changes && (
            <Tabs.Panel value="invites">
              <GroupInvites key={id} group={group} />
            </Tabs.Panel>
          )}
          <Tabs.Panel value="shared">
            <GroupShared group={group} />
          </Tabs.Panel>
          <Tabs.Panel value="details">{details}</Tabs.Panel>
          {may('tenant people') && (
            <Tabs.Panel value="history">
              <HistoryList kind="user.group" id={id} items={schema.items} />
            </Tabs.Panel>
          )}
        </Tabs>
      ) : (
        details
      )}
    </DetailDrawer>
  );
}
