import type { EndpointId } from '@datasarana/schema';
import { useDebouncedValue } from '@mantine/hooks';
import {
  type Icon,
  IconChartBar,
  IconLayoutDashboard,
  IconTableOptions,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { commands } from '../commands/index.ts';
import { modules } from '../modules.ts';
import { useGo } from '../navigation.tsx';
import { type ScreenName, screens } from '../routes.ts';
import { type Client, useApi, useMayOpen } from '../session/index.ts';
import { useEndpointItems } from './palette-endpoints.ts';
import type { PaletteItem } from './palette-item.ts';

interface Found {
  readonly id: string;
  readonly name: string;
}

interface Source {
  readonly key: string;
  readonly note: string;
  readonly icon: Icon;
  /** The first of them that the caller may make. */
  readonly calls: readonly EndpointId[];
  readonly params?: Readonly<Record<string, string>>;
  readonly screen: ScreenName;
  /** Users and groups open in the drawer of their list, the rest on a page of their own. */
  readonly by: 'params' | 'search';
}

const sources: readonly Source[] = [
  {
    key: 'template',
    note: 'Template',
    icon: IconTableOptions,
    calls: ['template.search'],
    screen: 'toolkit.dev.template',
    by: 'params',
  },
  { key: 'user', note: 'User', icon: IconUser, calls: ['tenant.user.search'], screen: 'toolkit.tenant', by: 'search' },
  {
    key: 'group',
    note: 'Group',
    icon: IconUsersGroup,
    // Who reads no list of all groups reads their own.
    calls: ['tenant.group.search', 'session.group.search'],
    screen: 'toolkit.tenant.groups',
    by: 'search',
  },
  {
    key: 'view',
    note: 'View',
    icon: IconChartBar,
    calls: ['record.search'],
    params: { kind: 'visual.view' },
    screen: 'toolkit.analytic.view',
    by: 'params',
  },
  {
    key: 'workspace',
    note: 'Workspace',
    icon: IconLayoutDashboard,
    calls: ['record.search'],
    params: { kind: 'visual.workspace' },
    screen: 'toolkit.analytic.workspace',
    by: 'params',
  },
];

const perSource = 5;

async function find(api: Client, source: Source, keyword: string, signal: AbortSignal): Promise<readonly Found[]> {
  const call = source.calls.find((id) => api.may(id));
  if (!call) return [];
  // One source that fails leaves the others searchable.
  const answer = await api
    .call<readonly Record<string, unknown>[]>(call, {
      body: { key: '*', keyword, from: 0, to: perSource },
      signal,
      ...(source.params && { params: source.params }),
    })
    .catch(() => undefined);
  return (answer?.data ?? []).map((record) => ({
    id: String(record.id),
    name: String(record.full_name || record.display_name || record.name || record.id),
  }));
}

/** What the palette lists for `text`: screens and actions at once, records after a short pause. */
export function usePaletteItems(text: string): readonly PaletteItem[] {
  const api = useApi();
  const mayOpen = useMayOpen();
  const endpoints = useEndpointItems(text);
  const go = useGo();
  const [keyword] = useDebouncedValue(text.trim(), 120);
  const found = useQuery({
    queryKey: ['palette', keyword],
    enabled: keyword.length >= 2,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      Promise.all(sources.map(async (source) => ({ source, rows: await find(api, source, keyword, signal) }))),
  });
  const wanted = text.trim().toLowerCase();
  const matches = (...names: string[]) => names.some((name) => name.toLowerCase().includes(wanted));
  const places: PaletteItem[] = screens
    .filter(
      (screen) =>
        (screen.listed || screen.name === 'toolkit.account' || screen.name === 'toolkit.curation.import') &&
        mayOpen(screen),
    )
    .map((screen) => ({ screen, module: modules.find(({ name }) => name === screen.module)?.title ?? '' }))
    .filter(({ screen, module }) => matches(screen.title, module))
    .map(({ screen, module }) => ({
      id: screen.name,
      title: screen.title,
      note: module,
      icon: screen.icon,
      run: () => go(screen.name),
    }));
  const actions: PaletteItem[] = commands
    .filter(({ name, title }) => !name.startsWith('go.') && name !== 'palette.open' && matches(title))
    .map((command) => ({
      id: command.name,
      title: command.title,
      note: 'Action',
      icon: command.icon,
      ...(command.shortcut && { shortcut: command.shortcut }),
      run: () => command.run({ go: (name) => go(name) }),
    }));
  const records: PaletteItem[] = (keyword.length >= 2 && wanted.length >= 2 ? (found.data ?? []) : []).flatMap(
    ({ source, rows }) =>
      rows.map(({ id, name }) => ({
        id: `${source.key}/${id}`,
        title: name,
        note: source.note,
        icon: source.icon,
        run: () => go(source.screen, source.by === 'params' ? { params: { id } } : { search: { open: id } }),
      })),
  );
  return [...places, ...records, ...actions, ...endpoints];
}
