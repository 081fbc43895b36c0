import { Button, Select } from '@mantine/core';
import { IconRefresh, IconSearch } from '@tabler/icons-react';
import { OfferedText, SearchSelect, Spacer, Toolbar } from '../../design/index.ts';
import { part } from '../../part.tsx';
import { DRAWING_RATES, rateOf, secondsOf } from '../../views/refresh/refresh-rates.ts';
import { clockWords, DRAWINGS, useLooking, useRefresh, useUpdatedAt } from '../../views/refresh/use-refresh.ts';
import { ALL_TIME } from '../../views/time/time-range.ts';
import { TimeRangePicker } from '../../views/time/time-range-picker.tsx';
import type { SearchFault } from '../discover/search-check.ts';
import { SearchFaultNote } from '../discover/search-note.tsx';
import type { Sight } from './workspace-sight.ts';
import classes from './workspaces.module.css';

const WorkspaceOffers = part(
  () => import('./workspace-offers.tsx'),
  (module) => module.WorkspaceOffers,
  // one can type without
  () => null,
);

/** Views that can still be added, and what adds one. */
interface Addable {
  readonly views: readonly { readonly id: string; readonly name: string }[];
  readonly onAdd: (view: string) => void;
}

interface WorkspaceBarProps {
  /** Templates that the tiles read. */
  readonly templates: readonly string[];
  readonly sight: Sight;
  readonly onSight: (change: Partial<Sight>) => void;
  /** Why the tiles cannot be searched for the text. */
  readonly fault: SearchFault | null;
  /** Given while the workspace is edited. */
  readonly addable: Addable | undefined;
}

/** Whether paper has to say what its tiles leave out. */
const isNarrowed = ({ text, range }: Sight): boolean => text.trim() !== '' || range !== ALL_TIME;

/** What all tiles share: search, time, how often they look again. */
export function WorkspaceBar({ templates, sight, onSight, fault, addable }: WorkspaceBarProps) {
  const refresh = useRefresh(DRAWINGS, sight.every);
  const looking = useLooking(DRAWINGS);
  const updated = useUpdatedAt(DRAWINGS);
  return (
    <div className={classes.bar} data-print={isNarrowed(sight) ? undefined : 'none'}>
      <Toolbar label="Search all tiles">
        <OfferedText
          aria-label="Search in all tiles"
          placeholder="Search in all tiles, as in Discover"
          leftSection={<IconSearch size={16} />}
          className={classes.search ?? ''}
          value={sight.text}
          onText={(text) => onSight({ text })}
          offers={(to) => <WorkspaceOffers {...to} templates={templates} />}
        />
        <TimeRangePicker className={classes.range ?? ''} range={sight.range} onChange={(range) => onSight({ range })} />
        <Select
          aria-label="How often the tiles look again"
          className={classes.every ?? ''}
          allowDeselect={false}
          data={DRAWING_RATES.map(({ value, label }) => ({ value, label }))}
          value={rateOf(DRAWING_RATES, sight.every)?.value ?? null}
          onChange={(interval) => interval !== null && onSight({ every: secondsOf(interval) })}
        />
        <Button variant="default" aria-label="Refresh all tiles" aria-busy={looking} onClick={refresh}>
          <IconRefresh size={16} />
        </Button>
        <span className={classes.updated}>{updated > 0 && `Updated ${clockWords(updated)}`}</span>
        {addable && <Spacer />}
        {addable && (
          <SearchSelect
            aria-label="Add a view"
            placeholder="Add a view"
            value={null}
            data={addable.views.map(({ id, name }) => ({ value: id, label: name }))}
            nothingFoundMessage="All views are here"
            onChange={(id) => id && addable.onAdd(id)}
          />
        )}
      </Toolbar>
      {fault && (
        <div className={classes.fault}>
          <SearchFaultNote text={sight.text} fault={fault} />
        </div>
      )}
    </div>
  );
}
