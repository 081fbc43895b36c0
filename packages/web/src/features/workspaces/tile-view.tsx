import { ActionIcon, CloseButton } from '@mantine/core';
import { IconArrowsMaximize, IconArrowsMinimize, IconCopy, IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react';
import { Panel } from '../../design/index.ts';
import { ScreenLink } from '../../navigation.tsx';
import type { ViewDefinition } from '../../views/definition.ts';
import { DrawingOutline } from '../../views/drawing-outline.tsx';
import { levelOf } from '../../views/nested.ts';
import { pillsText } from '../../views/picked.ts';
import { HELD } from '../../views/refresh/refresh-rates.ts';
import { ALL_TIME, type RangeText } from '../../views/time/time-range.ts';
import { useHoldsDays } from '../../views/use-holds-days.ts';
import { ViewDrawing } from '../../views/ViewDrawing.tsx';
import { NotShared } from '../templates/not-shared.tsx';
import { useTemplate } from '../templates/template-calls.ts';
import { designFields } from '../views/designer-fields.ts';
import type { SavedView } from '../views/saved-views.ts';
import { WithoutValues } from '../views/without-values.tsx';
import { TileMenu } from './tile-menu.tsx';
import { type Sight, seenBy, timeFieldOfView } from './workspace-sight.ts';
import classes from './workspaces.module.css';

/** What a tile asks of its workspace. */
export interface TileWishes {
  /** Takes filters for all tiles, as text. */
  readonly onFilter: (text: string) => void;
  /** Takes a time for all tiles. */
  readonly onRange: (range: RangeText) => void;
  /** Shows one tile alone, or all again. */
  readonly onAlone: (view: string | null) => void;
}

export interface TileViewProps extends TileWishes {
  readonly view: string;
  /** Undefined when the view is gone or not shared with the caller. */
  readonly saved: SavedView | undefined;
  readonly sight: Sight;
  readonly alone?: boolean;
  /** Too small for a map's controls and names. */
  readonly minimal?: boolean;
  /** Given while the workspace is edited. */
  readonly editing?: TileEditing | undefined;
}

interface TileEditing {
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onCopy: () => void;
  readonly onRemove: () => void;
}

/** One view with its head: its name, and what can be done with the tile. */
export function TileView(props: TileViewProps) {
  const { saved, editing } = props;
  if (saved) return <SavedTile {...props} saved={saved} />;
  return (
    <TileFrame
      title={<TileTitle title={GONE} saved={saved} editing={editing} />}
      actions={editing && <CloseButton size="sm" aria-label={`Take ${GONE} away`} onClick={editing.onRemove} />}
    >
      <p className={classes.gone}>The view of this tile was removed or is not shared with you.</p>
    </TileFrame>
  );
}

const GONE = 'View removed';

interface TileFrameProps {
  readonly title: ReactNode;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

const TileFrame = ({ title, actions, children }: TileFrameProps) => (
  <Panel className={classes.panel ?? ''} title={title} actions={actions}>
    <div className={classes.body}>{children}</div>
  </Panel>
);

function SavedTile({
  view,
  saved,
  sight,
  alone = false,
  minimal = false,
  editing,
  ...wishes
}: TileViewProps & { readonly saved: SavedView }) {
  const title = saved.definition.title || saved.name;
  const { seen, ready, untimed } = useSeen(saved, sight);
  const drawing = useRef<HTMLDivElement>(null);
  const toggle = (): void => wishes.onAlone(alone ? null : view);
  const Size = alone ? IconArrowsMinimize : IconArrowsMaximize;
  const actions = editing ? (
    <>
      <ActionIcon size="sm" variant="subtle" color="gray" aria-label={`Duplicate ${title}`} onClick={editing.onCopy}>
        <IconCopy size={14} />
      </ActionIcon>
      <CloseButton size="sm" aria-label={`Take ${title} away`} onClick={editing.onRemove} />
    </>
  ) : (
    <div className={classes.tileActions}>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        className={`${classes.size} ${classes.toAlone}`}
        aria-label={alone ? 'Show all tiles' : `Show ${title} alone`}
        onClick={toggle}
      >
        <Size size={14} />
      </ActionIcon>
      <TileMenu view={view} title={title} seen={seen} drawing={drawing} alone={alone} onAlone={toggle} />
    </div>
  );
  return (
    <TileFrame title={<TileTitle title={title} saved={saved} editing={editing} />} actions={actions}>
      {ready ? (
        <div ref={drawing} className={classes.drawing}>
          <SeenView seen={seen} held={sight.every === HELD} minimal={minimal} {...wishes} />
        </div>
      ) : (
        <DrawingOutline visual={saved.definition.visual} />
      )}
      {untimed && <p className={classes.note}>All time: its records have no date</p>}
    </TileFrame>
  );
}

interface TileTitleProps extends Pick<TileViewProps, 'saved' | 'editing'> {
  readonly title: string;
}

function TileTitle({ title, saved, editing }: TileTitleProps) {
  if (editing)
    return (
      <button
        type="button"
        className={classes.grip}
        data-grip
        onKeyDown={editing.onKeyDown}
        aria-label={`Move ${title}: Alt and arrow keys, with Shift to resize`}
      >
        <IconGripVertical size={14} aria-hidden />
        <span>{title}</span>
      </button>
    );
  if (!saved) return title;
  return (
    <ScreenLink to="toolkit.analytic.view" params={{ id: saved.id }} className={classes.link}>
      {title}
    </ScreenLink>
  );
}

/** The view with the workspace's search and time; a template is asked for its date only where there is a time. */
function useSeen(saved: SavedView, sight: Sight) {
  const timed = sight.range !== ALL_TIME;
  const template = useTemplate(timed ? saved.dataset : undefined);
  const fields = useMemo(() => designFields(template.data?.items ?? []), [template.data]);
  const timeField = timeFieldOfView(saved.definition, fields);
  const { days, waits } = useHoldsDays(saved.dataset, timed ? timeField : null);
  const seen = useMemo(
    () => seenBy(saved.definition, sight, timeField, days),
    [saved.definition, sight, timeField, days],
  );
  return {
    seen,
    ready: !timed || !(template.isPending || waits),
    untimed: timed && template.data !== undefined && timeField === null,
  };
}

interface SeenViewProps extends TileWishes {
  readonly seen: ViewDefinition;
  /** Looks again only when asked to. */
  readonly held: boolean;
  readonly minimal: boolean;
}

function SeenView({ seen, held, minimal, onFilter, onRange }: SeenViewProps) {
  // a search text does not reach into objects under Nested
  const canBeText = seen.buckets.every((bucket) => levelOf(bucket) === '');
  return (
    <ViewDrawing
      view={seen}
      notShared={<NotShared template={seen.dataset} />}
      withoutValues={(words) => <WithoutValues view={seen} words={words} />}
      {...(canBeText && { onFilter: (pills) => onFilter(pillsText(pills)) })}
      onRange={onRange}
      minimal={minimal}
      held={held}
    />
  );
}
