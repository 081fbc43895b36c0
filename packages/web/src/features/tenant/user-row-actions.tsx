import { IconExternalLink, IconLock, IconLockOpen, IconTrash } from '@tabler/icons-react';
import { KeyHint, type RowAction } from '../../design/index.ts';
import type { UserRow } from './people.ts';

interface UserWork {
  /** Why a user cannot be changed; undefined = they can. */
  readonly refusedFor: (row: UserRow) => string | undefined;
  readonly onOpen: (row: UserRow) => void;
  readonly onStatus: (row: UserRow, status: 'Active' | 'Blocked') => void;
  readonly onRemove: (row: UserRow) => void;
}

/** What the menu of a user offers. */
export const userRowActions =
  ({ refusedFor, onOpen, onStatus, onRemove }: UserWork) =>
  (row: UserRow): readonly RowAction<UserRow>[] => {
    const blocked = row.status === 'Blocked';
    const disabled = refusedFor(row);
    return [
      {
        label: 'Open',
        icon: <IconExternalLink size={16} />,
        shortcut: <KeyHint>↵</KeyHint>,
        run: () => onOpen(row),
      },
      {
        label: blocked ? 'Unblock' : 'Block',
        icon: blocked ? <IconLockOpen size={16} /> : <IconLock size={16} />,
        disabled,
        run: () => onStatus(row, blocked ? 'Active' : 'Blocked'),
      },
      { label: 'Remove', icon: <IconTrash size={16} />, danger: true, disabled, run: () => onRemove(row) },
    ];
  };
