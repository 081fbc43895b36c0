import type { CSSProperties } from 'react';
import { formatCount } from '../records/format.ts';
import { formatNumber, type NumberFormat, takesUnit } from '../records/number-format.ts';
import classes from './views.module.css';

interface MetricTileProps {
  readonly label: string;
  readonly figure: number | null;
  readonly unit?: string | undefined;
  readonly format?: NumberFormat | undefined;
  readonly note?: string | undefined;
  /** Against the period before. */
  readonly change?: string | undefined;
}

/** One figure with its label and unit (VIS-13), never shortened but by its format; whole on hover. */
export function MetricTile({ label, figure, unit: unitOfField, format, note, change }: MetricTileProps) {
  const text = formatNumber(figure, format);
  const unit = takesUnit(format) ? unitOfField : undefined;
  const characters = text.length + (unit ? unit.length / 2 + 0.5 : 0);
  return (
    <div className={classes.metric}>
      {label && <div className={classes.metricLabel}>{label}</div>}
      <div
        className={classes.metricFigure}
        style={{ '--characters': characters } as CSSProperties}
        title={figure === null ? undefined : formatCount(figure)}
      >
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
