import { type Area, reachOf } from '@datasarana/schema';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { Panel } from '../../design/index.ts';
import { ScreenLink } from '../../navigation.tsx';
import type { ScreenName } from '../../routes.ts';
import { useSession } from '../../session/index.ts';
import classes from './home-screen.module.css';
import { readOf } from './overview-tiles.ts';
import type { TemplateSummary, useCounts } from './use-overview.ts';

interface Step {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly to: ScreenName;
  readonly done: boolean;
  /** What somebody must be allowed to add for it. */
  readonly adds: Area;
}

interface Props {
  readonly counts: ReturnType<typeof useCounts>['data'];
  readonly templates: readonly TemplateSummary[] | undefined;
  readonly batches: number | undefined;
}

/** The first steps, those that the caller's roles reach; the panel leaves once all are done. */
export function GettingStarted({ counts, templates, batches }: Props) {
  const { roles } = useSession();
  if (!counts || !templates || batches === undefined) return null;
  // what cannot be read now is not undone for that
  if ([counts.views, counts.workspaces, counts.users].includes('failed')) return null;
  const all: readonly Step[] = [
    {
      title: 'Create a template',
      text: 'It names the fields of your data and their types.',
      action: 'New template',
      to: 'toolkit.dev',
      done: templates.length > 0,
      adds: 'templates',
    },
    {
      title: 'Deploy it',
      text: 'A deployed template has an index and can take rows.',
      action: 'Open templates',
      to: 'toolkit.dev',
      done: templates.some(({ deployed }) => deployed === true),
      adds: 'deploy',
    },
    {
      title: 'Import a first file',
      text: 'A dry run tells what will happen before anything is written.',
      action: 'Import data',
      to: 'toolkit.curation.import',
      done: batches > 0,
      adds: 'data write',
    },
    {
      title: 'Build a view',
      text: 'A chart, figure, table or map of a question.',
      action: 'Open views',
      to: 'toolkit.analytic.views',
      done: (readOf(counts.views) ?? 0) > 0,
      adds: 'views',
    },
    {
      title: 'Put views on a workspace',
      text: 'One page that others can open.',
      action: 'Open workspaces',
      to: 'toolkit.analytic.workspaces',
      done: (readOf(counts.workspaces) ?? 0) > 0,
      adds: 'views',
    },
    {
      title: 'Add a colleague',
      text: 'With an account and roles of their own.',
      action: 'Open users',
      to: 'toolkit.tenant',
      done: (readOf(counts.users) ?? 0) > 1,
      adds: 'tenant people',
    },
  ];
  const steps = all.filter(({ adds }) => reachOf(roles, adds, 'add') !== 'none');
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length) return null;
  const next = steps.find((step) => !step.done);
  return (
    <Panel title="Getting started" actions={`${done} of ${steps.length}`}>
      <div className={classes.bar} aria-hidden>
        <i style={{ width: `${(done / steps.length) * 100}%` }} />
      </div>
      <ul className={classes.steps}>
        {steps.map((step) => (
          <li key={step.title} data-next={step === next}>
            {step.done ? (
              <IconCircleCheck size={18} aria-label="Done" className={classes.done} />
            ) : (
              <IconCircle size={18} aria-label="To do" />
            )}
            {step === next ? (
              <div>
                <b>{step.title}</b>
                <p>{step.text}</p>
                <ScreenLink to={step.to}>{step.action}</ScreenLink>
              </div>
            ) : (
              <span>{step.title}</span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
