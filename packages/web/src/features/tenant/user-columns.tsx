import { formatExportDate, type SchemaItem } from '@datasarana/schema';
import { type Column, StateDot, type Tone } from '../../design/index.ts';
import { Day, type ExportColumn, formatAgo, formatListDate, itemLabel } from '../../records/index.ts';
import { type AccountRow, scopesOf, type UserRow } from './people.ts';

/** A column of the users list: how it looks, and its plain value for an export. */
export interface UserColumn extends Column<UserRow> {
  readonly label: string;
  readonly value: (row: UserRow) => unknown;
  /** Names the user, so it always stays. */
  readonly fixed?: true;
  /** Shown until somebody chooses otherwise. */
  readonly first?: true;
}

const states: Readonly<Record<string, Tone>> = {
  Active: 'neutral',
  Blocked: 'negative',
  Inactive: 'accent',
  Archived: 'accent',
};

const text = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : '–');

/** What a list of users can show, in its order. Labels are those of the schema. */
export function userColumns(
  items: readonly SchemaItem[],
  accounts: ReadonlyMap<string, readonly AccountRow[]>,
): readonly UserColumn[] {
  const of = (row: UserRow) => accounts.get(row.id) ?? [];
  const logins = (row: UserRow) => of(row).map(({ login_id }) => login_id);
  const roles = (row: UserRow) => [...new Set(of(row).flatMap(scopesOf))];
  const plain = (name: string, width: string): UserColumn => {
    const label = itemLabel(items.find((item) => item.name === name) ?? { name });
    return {
      id: name,
      header: label,
      label,
      width,
      sortable: true,
      cell: (row) => text(row[name]),
      title: (row) => text(row[name]),
      value: (row) => row[name],
      card: 'meta',
    };
  };
  const moment = (name: string, label: string): UserColumn => ({
    id: name,
    header: label,
    label,
    width: '168px',
    sortable: true,
    cell: (row) => formatListDate(row[name]),
    title: (row) => formatAgo(row[name]),
    value: (row) => formatExportDate(row[name]),
    card: 'hidden',
  });
  return [
    {
      ...plain('full_name', 'minmax(160px, 1.4fr)'),
      header: 'Name',
      label: 'Name',
      cell: (row) => row.full_name ?? row.id,
      card: 'name',
      fixed: true,
      first: true,
    },
    {
      id: 'account',
      header: 'Account',
      label: 'Account',
      width: 'minmax(120px, 1fr)',
      cell: (row) => logins(row).join(', ') || '–',
      cardText: (row) => logins(row).join(', '),
      title: (row) => logins(row).join(', '),
      value: (row) => logins(row).join(', '),
      card: 'meta',
      first: true,
    },
    {
      id: 'roles',
      header: 'Roles',
      label: 'Roles',
      width: 'minmax(160px, 1.8fr)',
      cell: (row) => roles(row).join(', ') || '–',
      cardText: (row) => roles(row).join(', '),
      title: (row) => roles(row).join(', '),
      value: (row) => roles(row).join(', '),
      card: 'meta',
      first: true,
    },
    {
      ...moment('date_of_birth', 'Born'),
      width: '112px',
      cell: (row) => text(Day.forPicker(row.date_of_birth)),
      title: () => undefined,
    },
    plain('gender', '112px'),
    plain('type', '128px'),
    plain('national_id', '144px'),
    moment('ts', 'Added'),
    { ...moment('ts_modified', 'Changed'), first: true, yields: true },
    {
      id: 'status',
      header: 'State',
      label: 'State',
      width: '120px',
      sortable: true,
      cell: (row) => <StateDot tone={states[row.status ?? 'Active'] ?? 'warning'}>{row.status ?? 'Active'}</StateDot>,
      value: (row) => row.status ?? 'Active',
      card: 'state',
      first: true,
    },
    { ...plain('id', '240px'), label: 'Id', header: 'Id', sortable: false, mono: true, card: 'hidden' },
  ];
}

/** What is exported: the columns that are shown. */
export const exportColumns = (columns: readonly UserColumn[]): readonly ExportColumn<UserRow>[] =>
  columns.map(({ label, value }) => ({ title: label, value }));
