import { healthTone, LoadingRows, Panel, StateDot } from '../../design/index.ts';
import { ScreenLink } from '../../navigation.tsx';
import { formatAgo, formatCount } from '../../records/index.ts';
import { type PlatformState, usePlatformState } from '../../session/index.ts';
import classes from './home-screen.module.css';
import type { TemplateHealth } from './use-overview.ts';

/**
 * The exception in two words; the reason of the worst stands below, that of each on hover and in the template. That copies would be
 * kept on nodes that do not run (yellow, IDX-11) keeps nobody from anything: the template says so to who looks after it.
 */
const words: Readonly<Record<TemplateHealth['status'], string>> = {
  green: '',
  yellow: '',
  red: ', not searchable',
  unknown: ', not readable',
};

/** What is told of the platform, and why it matters. */
const PLATFORM = {
  ready: { word: 'Ready', why: null },
  full: {
    word: 'Disk is full',
    why: 'The disk of the platform is full. What is there can be searched; nothing can be stored until an administrator makes room on it.',
  },
  away: {
    word: 'Does not answer',
    why: 'The platform cannot be reached, or is starting. What is shown here was read before that.',
  },
} as const satisfies Record<PlatformState, object>;

const shown = 8;
const worst = ['red', 'unknown', 'yellow', 'green'];

export function HealthPanel({
  health,
  pending,
  at,
}: {
  readonly health: readonly TemplateHealth[] | undefined;
  readonly pending: boolean;
  readonly at: number;
}) {
  const { state = 'ready' } = usePlatformState();
  const rows = [...(health ?? [])].sort(
    (a, b) => worst.indexOf(a.status) - worst.indexOf(b.status) || b.documents - a.documents,
  );
  const rest = rows.length - shown;
  const platform = PLATFORM[state];
  const troubled = rows.find(({ status }) => words[status] !== '');
  return (
    <Panel title="Health" actions={at > 0 ? formatAgo(at) : undefined} style={{ minHeight: 150 }}>
      {pending ? (
        <LoadingRows rows={3} height={32} />
      ) : (
        <ul className={classes.health}>
          <li>
            <StateDot tone={platform === PLATFORM.ready ? 'secondary' : 'negative'}>Platform</StateDot>
            <span>{platform.word}</span>
          </li>
          {rows.slice(0, shown).map(({ template, status, documents, reason }) => (
            <li key={template.id} title={reason}>
              <ScreenLink to="toolkit.dev.template" params={{ id: template.id }} search={{ tab: 'health' }}>
                <StateDot tone={healthTone(status)}>
                  <span className={classes.template}>{template.name}</span>
                </StateDot>
              </ScreenLink>
              <span>
                {formatCount(documents)}
                {words[status]}
              </span>
            </li>
          ))}
          {rest > 0 && (
            <li>
              <span className="ds-quiet">{formatCount(rest)} more</span>
            </li>
          )}
        </ul>
      )}
      {!pending && (platform.why || troubled) && <p className={classes.why}>{platform.why ?? troubled?.reason}</p>}
    </Panel>
  );
}
