import { RECORD_STATUSES } from '@datasarana/schema';
import { Select } from '@mantine/core';
import { IconLock, IconLockOpen, IconTrash } from '@tabler/icons-react';
import { ExplainedButton, SearchSelect } from '../../design/index.ts';
import { type UserRow, useGroups } from './people.ts';

interface StateAndGroupProps {
  readonly status: string;
  readonly group: string;
  readonly onChange: (change: { readonly status?: string | undefined; readonly group?: string | undefined }) => void;
}

/** Which states and which group the list is narrowed to; both live in the address. */
export function StateAndGroup({ status, group, onChange }: StateAndGroupProps) {
  const groups = useGroups();
  return (
    <>
      <Select
        aria-label="State"
        placeholder="Any state"
        clearable
        clearButtonProps={{ 'aria-label': 'Any state' }}
        flex="1 1 140px"
        maw={180}
        data={[...RECORD_STATUSES]}
        value={status === '' ? null : status}
        onChange={(next) => onChange({ status: next ?? undefined })}
      />
      <SearchSelect
        aria-label="Group"
        placeholder="Any group"
        clearable
        clearButtonProps={{ 'aria-label': 'Any group' }}
        nothingFoundMessage={groups.error ? groups.error.message : 'No group of this name'}
        flex="1 1 140px"
        maw={180}
        data={groups.data ?? []}
        value={group === '' ? null : group}
        onChange={(next) => onChange({ group: next ?? undefined })}
      />
    </>
  );
}

interface SelectionActionsProps {
  readonly picked: readonly UserRow[];
  /** Why nothing can be done with them now. */
  readonly refused: string | undefined;
  readonly working: boolean;
  readonly onStatus: (people: readonly UserRow[], status: string) => void;
  readonly onRemove: (people: readonly UserRow[]) => void;
}

/** What can be done with all that are selected. */
export function SelectionActions({ picked, refused, working, onStatus, onRemove }: SelectionActionsProps) {
  const all = [
    { label: 'Block', icon: <IconLock size={14} />, run: () => onStatus(picked, 'Blocked') },
    { label: 'Activate', icon: <IconLockOpen size={14} />, run: () => onStatus(picked, 'Active') },
    { label: 'Remove', icon: <IconTrash size={14} />, run: () => onRemove(picked) },
  ];
  return all.map(({ label, icon, run }) => (
    <ExplainedButton key={label} size="sm" leftSection={icon} disabled={working} reason={refused} onClick={run}>
      {label}
    </ExplainedButton>
  ));
}
