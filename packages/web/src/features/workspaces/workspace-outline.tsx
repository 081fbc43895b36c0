import { Ghost, GhostActions, Outline, Page, PageHeader, Panel, Toolbar } from '../../design/index.ts';
import { NARROW, PHONE, useWindowIs } from '../../design/widths.ts';
import { message } from '../../messages/index.ts';
import { fold, type Tile } from './grid.ts';
import classes from './workspaces.module.css';

/** px of Share and Edit in the head, of the search and of the button that looks again, as they will be. */
const SHARE = [86];
const EDIT = [78];
const SEARCH = 520;
const REFRESH = 48;

/** A workspace of which nothing is known yet: four figures, a trend, a map, a table. */
const LIKELY: readonly Tile[] = [
  { view: '1', x: 0, y: 0, w: 3, h: 2 },
  { view: '2', x: 3, y: 0, w: 3, h: 2 },
  { view: '3', x: 6, y: 0, w: 3, h: 2 },
  { view: '4', x: 9, y: 0, w: 3, h: 2 },
  { view: '5', x: 0, y: 2, w: 8, h: 6 },
  { view: '6', x: 8, y: 2, w: 4, h: 6 },
];
const METRIC_HEIGHT = 2;

/** A workspace until its tiles are known, or until it is known what they show: each in its place. */
export function WorkspaceOutline({ title = 'Workspace', tiles = LIKELY }: WorkspaceOutlineProps) {
  const phone = useWindowIs(PHONE);
  const folds = useWindowIs(NARROW);
  return (
    <Outline>
      <Page>
        <PageHeader
          title={title}
          crumbs={[{ label: 'Workspaces', to: 'toolkit.analytic.workspaces' }]}
          primary={<GhostActions widths={EDIT} />}
        >
          <GhostActions widths={SHARE} />
        </PageHeader>
        <div className={classes.bar} role="status" aria-label={message('state.loading')}>
          <Toolbar label="Search all tiles">
            <Ghost className={classes.search} width={SEARCH} />
            <Ghost className={classes.range} />
            <Ghost className={classes.every} />
            <Ghost width={REFRESH} />
            <span className={classes.updated} />
          </Toolbar>
        </div>
        <div className={phone ? classes.column : classes.ghostTiles} data-folded={folds}>
          {(folds ? fold(tiles) : tiles).map(({ view, x, y, w, h }) => (
            <div
              key={view}
              className={classes.tile}
              data-visual={h <= METRIC_HEIGHT ? 'Metric' : undefined}
              style={{ gridArea: `${y + 1} / ${x + 1} / span ${h} / span ${w}` }}
            >
              <Panel className={classes.panel ?? ''}>{null}</Panel>
            </div>
          ))}
        </div>
      </Page>
    </Outline>
  );
}

interface WorkspaceOutlineProps {
  readonly title?: string | undefined;
  readonly tiles?: readonly Tile[] | undefined;
}
