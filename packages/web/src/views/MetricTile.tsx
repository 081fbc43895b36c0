import type { CSSProperties } from 'react';
import { formatFigure } from '../records/format.ts';
import classes from './views.module.css';

interface MetricTileProps {
  readonly label: string;
  readonly figure: number | null;
  readonly unit?: string | undefined;
  readonly note?: string | undefined;
  /** Against the period before. */
  readonly change?: string | undefined;
}

/** One figure with its label and unit (VIS-13); exact, never shortened. */
export function MetricTile({ label, figure, unit, note, change }: MetricTileProps) {
  const text = formatFigure(figure);
  const characters = text.length + (unit ? unit.length / 2 + 0.5 : 0);
  return (
    <div className={classes.metric}>
      {label && <div className={classes.metricLabel}>{label}</div>}
      <div className={classes.metricFigure} style={{ '--characters': characters } as CSSProperties}>
        {text}
        {unit && <span className={classes.metricUnit}>{unit}</span>}
      </div>
      {(change || note) && (
        <div className={classes.metricNotes}>
          {change && <span className={classes.metricNote}>{change}</span>}
          {note && <span className={classes.metricNote}>{note}</span>}
        </div>
      )}
    </div>
  );
}
