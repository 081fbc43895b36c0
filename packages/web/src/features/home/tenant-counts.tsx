import { Panel } from '../../design/index.ts';
import { formatCount } from '../../records/index.ts';
import classes from './home-screen.module.css';
import type { useCounts } from './use-overview.ts';

const rows = [
  ['groups', 'Groups'],
  ['domains', 'Domains'],
  ['properties', 'Properties'],
  ['projects', 'Data projects'],
  ['views', 'Views'],
  ['workspaces', 'Workspaces'],
] as const;

/** The remaining counts of the tenant (SCR-01); those the caller may not read are left out. */
export function TenantCounts({ counts }: { readonly counts: ReturnType<typeof useCounts>['data'] }) {
  if (!counts) return null;
  return (
    <Panel title="In this tenant">
      <ul className={classes.health}>
        {rows.map(([key, label]) => {
          const value = counts[key];
          return value === undefined ? null : (
            <li key={key}>
              <span>{label}</span>
              <span>{formatCount(value)}</span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
