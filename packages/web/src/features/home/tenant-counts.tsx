import { Panel } from '../../design/index.ts';
import { formatCount } from '../../records/index.ts';
import classes from './home-screen.module.css';
import { readOf } from './overview-tiles.ts';
import type { useCounts } from './use-overview.ts';

const rows = [
  ['groups', 'Groups'],
  ['domains', 'Domains'],
  ['properties', 'Properties'],
  ['projects', 'Data projects'],
  ['views', 'Views'],
  ['workspaces', 'Workspaces'],
] as const;

interface TenantCountsProps {
  readonly counts: ReturnType<typeof useCounts>['data'];
  /** What stands above already. */
  readonly shown: readonly { readonly label: string }[];
}

/** The remaining counts of the tenant (SCR-01); those that are not read are left out. */
export function TenantCounts({ counts, shown }: TenantCountsProps) {
  if (!counts) return null;
  const read = rows.flatMap(([key, label]) => {
    const value = readOf(counts[key]);
    return value === undefined || shown.some((tile) => tile.label === label) ? [] : [{ key, label, value }];
  });
  if (read.length === 0) return null;
  return (
    <Panel title="In this tenant">
      <ul className={classes.health}>
        {read.map(({ key, label, value }) => (
          <li key={key}>
            <span>{label}</span>
            <span>{formatCount(value)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
