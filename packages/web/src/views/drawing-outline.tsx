import { LoadingRows } from '../design/states.tsx';
import { message } from '../messages/index.ts';
import type { Visual } from './definition.ts';
import classes from './drawing-outline.module.css';

/** Heights of the bars in percent: a shape, not a figure. */
const BARS = [38, 62, 50, 84, 70, 56, 92, 64, 44, 76];

/** A view until its answer is there: grey rows, a figure, the land of a map or bars, in the place of what comes. */
export function DrawingOutline({ visual }: { readonly visual: Visual }) {
  if (visual === 'Table')
    return (
      <div className={classes.coming}>
        <LoadingRows rows={12} height={28} />
      </div>
    );
  return (
    <div className={classes.coming} data-visual={visual} role="status" aria-label={message('state.loading')}>
      {visual === 'Metric' && <span className={classes.figure} />}
      {visual !== 'Metric' &&
        visual !== 'Map' &&
        BARS.map((height) => <span key={height} className={classes.bar} style={{ height: `${height}%` }} />)}
    </div>
  );
}
