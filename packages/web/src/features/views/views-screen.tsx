import { Button, Menu, TextInput } from '@mantine/core';
import { IconChartBar, IconDots, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import {
  dialogs,
  EmptyState,
  ErrorState,
  LoadingRows,
  NoMatch,
  notify,
  notifyFailure,
  Page,
  PageHeader,
  Panel,
  Toolbar,
} from '../../design/index.ts';
import { ScreenLink, useGo } from '../../navigation.tsx';
import { useMayChange } from '../../session/index.ts';
import { useTemplates } from '../templates/template-calls.ts';
import { type SavedView, useDeleteView, useViews } from './saved-views.ts';
import classes from './views-list.module.css';

/** Saved views, newest change first. */
export function ViewsScreen() {
  const go = useGo();
  const views = useViews();
  const [keyword, setKeyword] = useState('');
  const found = (views.data ?? []).filter((view) => view.name.toLowerCase().includes(keyword.toLowerCase()));
  const create = (): void => go('toolkit.analytic.view', { params: { id: 'new' } });
  return (
    <Page>
      <PageHeader
        title="Views"
        meta={views.data?.length.toLocaleString('en')}
        primary={
          <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={create}>
            New view
          </Button>
        }
      />
      <Toolbar label="Search views">
        <TextInput
          aria-label="Search views"
          placeholder="Search views"
          leftSection={<IconSearch size={16} />}
          value={keyword}
          onChange={(e) => setKeyword(e.currentTarget.value)}
          w={320}
        />
      </Toolbar>
      <Panel label="Views">
        {views.error ? (
          <ErrorState error={views.error} onRetry={() => void views.refetch()} />
        ) : views.isPending ? (
          <LoadingRows />
        ) : views.data.length === 0 ? (
          <EmptyState icon={IconChartBar} title="No views yet" action={<Button onClick={create}>New view</Button>}>
            A view draws the data of one template: bars, lines, a table, a figure or a map.
          </EmptyState>
        ) : found.length === 0 ? (
          <NoMatch onClear={() => setKeyword('')}>No view has "{keyword}" in its name.</NoMatch>
        ) : (
          <ViewRows views={found} />
        )}
      </Panel>
    </Page>
  );
}

function ViewRows({ views }: { readonly views: readonly SavedView[] }) {
  const templates = useTemplates();
  const nameOf = (id: string): string => templates.data?.find((template) => template.id === id)?.name ?? '–';
  return (
    <ul className={classes.rows}>
      {views.map((view) => (
        <li key={view.id} className={classes.row}>
          <ScreenLink to="toolkit.analytic.view" params={{ id: view.id }} className={classes.name}>
            {view.name}
          </ScreenLink>
          <span className={classes.meta}>{view.definition.visual}</span>
          <span className={classes.meta}>{nameOf(view.dataset)}</span>
          <time className={classes.time}>{new Date(view.ts_modified).toLocaleString('sv-SE')}</time>
          <RowMenu view={view} />
        </li>
      ))}
    </ul>
  );
}

function RowMenu({ view }: { readonly view: SavedView }) {
  const remove = useDeleteView();
  const mayChange = useMayChange('views');
  const ask = async (): Promise<void> => {
    const yes = await dialogs.confirm({
      title: `Delete view ${view.name}`,
      text: 'Workspaces that hold it keep an empty tile. It can be restored for 30 days.',
      action: 'Delete view',
      danger: true,
    });
    if (yes)
      remove.mutate(view.id, {
        onSuccess: () => notify.positive({ title: `View ${view.name} deleted` }),
        onError: notifyFailure,
      });
  };
  if (!mayChange(view.owner)) return <span aria-hidden />;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" size="xs" aria-label={`Actions for ${view.name}`}>
          <IconDots size={16} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="negative" leftSection={<IconTrash size={14} />} onClick={() => void ask()}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
