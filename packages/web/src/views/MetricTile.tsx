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
  /** Width of the widest figure beside it, itself included, as `figureWidth` tells it: figures side by side are of one size. */
  readonly widest: number;
}

interface Written {
  readonly figure: number | null;
  readonly unit?: string | undefined;
  readonly format?: NumberFormat | undefined;
}

/** A figure in letters; its unit where its format has none of its own. */
const written = ({ figure, unit, format }: Written) => ({
  text: formatNumber(figure, format),
  unit: takesUnit(format) ? unit : undefined,
});

/** How wide a figure is with its unit, in its own letters; those of a unit are half as large. */
export function figureWidth(one: Written): number {
  const { text, unit } = written(one);
  return text.length + (unit ? unit.length / 2 + 0.5 : 0);
}

/** One figure with its label and unit (VIS-13), never shortened but by its format; whole on hover. */
export function MetricTile({ label, figure, unit: unitOfField, format, note, change, widest }: MetricTileProps) {
  const { text, unit } = written({ figure, unit: unitOfField, format });
  return (
    <div className={classes.metric}>
      {label && <div className={classes.metricLabel}>{label}</div>}
      <div
        className={classes.metricFigure}
        style={{ '--characters': widest } as CSSProperties}
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
