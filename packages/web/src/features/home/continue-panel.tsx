import type { Batch } from '@datasarana/client';
import {
  type Icon,
  IconChartBar,
  IconDatabaseImport,
  IconLayoutDashboard,
  IconTableOptions,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState, LoadingRows, Panel, StateDot, type Tone, templateState } from '../../design/index.ts';
import { ScreenLink } from '../../navigation.tsx';
import { formatAgo, formatCount, formatListDate } from '../../records/index.ts';
import type { ScreenName } from '../../routes.ts';
import { useHolds } from '../../session/index.ts';
import { batchName } from '../imports/batch-name.ts';
import classes from './home-screen.module.css';
import { type TemplateSummary, useSaved } from './use-overview.ts';

interface Item {
  readonly key: string;
  readonly icon: Icon;
  readonly name: string;
  readonly note: string;
  readonly state?: { readonly tone: Tone; readonly label: string };
  readonly at: number;
  readonly to: ScreenName;
  readonly id: string;
}

const shown = 5;

const templateItem = (template: TemplateSummary): Item => {
  const state = templateState(template);
  return {
    key: `t${template.id}`,
    icon: IconTableOptions,
    name: template.name,
    note: template.items ? `Template, ${formatCount(template.items.length)} fields` : 'Template',
    ...(state.tone !== 'positive' && { state }),
    at: template.ts_modified ?? 0,
    to: 'toolkit.dev.template',
    id: template.id,
  };
};

const batchItem = (batch: Batch): Item => ({
  key: `b${batch.batch}`,
  icon: IconDatabaseImport,
  name: batchName(batch),
  note: `Import${batch.template_name ? ` into ${batch.template_name}` : ''}, ${formatCount(batch.read)} rows`,
  ...(batch.rejected > 0 && { state: { tone: 'warning', label: `${formatCount(batch.rejected)} rejected` } as const }),
  at: batch.ts,
  to: 'toolkit.curation.batch',
  id: batch.batch,
});

/** What the user left open, newest first. */
export function ContinuePanel({
  templates,
  batches,
}: {
  readonly templates: readonly TemplateSummary[] | undefined;
  readonly batches: readonly Batch[] | undefined;
}) {
  const holds = useHolds();
  const views = useSaved('visual.view');
  const workspaces = useSaved('visual.workspace');
  const saved = (list: typeof views.data, note: string, icon: Icon, to: ScreenName): Item[] =>
    (list ?? []).map(({ id, name, ts_modified }) => ({
      key: `${note}${id}`,
      icon,
      name,
      note,
      at: ts_modified ?? 0,
      to,
      id,
    }));
  const items = [
    ...(templates ?? []).map(templateItem),
    ...(batches ?? []).map(batchItem),
    ...saved(views.data, 'View', IconChartBar, 'toolkit.analytic.view'),
    ...saved(workspaces.data, 'Workspace', IconLayoutDashboard, 'toolkit.analytic.workspace'),
  ]
    .sort((a, b) => b.at - a.at)
    .slice(0, shown);
  // All at once, newest first: rows that came one by one would push each other down.
  const pending = !templates || !batches || views.isPending || workspaces.isPending;
  let body: ReactNode;
  if (!pending && items.length > 0)
    body = (
      <ul className={classes.rows}>
        {items.map((item) => (
          <li key={item.key}>
            <ScreenLink to={item.to} params={{ id: item.id }} className={classes.item}>
              <item.icon size={18} aria-hidden />
              <b>{item.name}</b>
              <span className={classes.note}>{item.note}</span>
              <span className={classes.end}>
                {item.state && <StateDot tone={item.state.tone}>{item.state.label}</StateDot>}
                <time dateTime={new Date(item.at).toISOString()} title={formatListDate(item.at)}>
                  {formatAgo(item.at)}
                </time>
              </span>
            </ScreenLink>
          </li>
        ))}
      </ul>
    );
  else
    body = pending ? (
      <LoadingRows rows={shown} height={44} />
    ) : (
      <EmptyState
        icon={IconTableOptions}
        title="Nothing to continue yet"
        action={holds('templates', 'add') && <ScreenLink to="toolkit.dev">Create a template</ScreenLink>}
      >
        Templates, imports, views and workspaces you touch stand here.
      </EmptyState>
    );
  return (
    <Panel title="Continue" style={{ minHeight: 41 + shown * 45 }}>
      {body}
    </Panel>
  );
}
