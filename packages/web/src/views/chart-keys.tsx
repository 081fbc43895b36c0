import type { EChartsType } from 'echarts/core';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { type ChartPoint, chartPoints } from './chart-points.ts';
import classes from './views.module.css';

interface ChartKeysProps {
  readonly chart: RefObject<EChartsType | null>;
  /** What a screen reader says of the drawing. */
  readonly label: string;
  /** Enter on a point: the same as a click on it. */
  readonly onPick: (point: ChartPoint, place: DOMRect) => void;
}

const PAGE = 10;

type Move = (at: number, points: readonly ChartPoint[]) => number;

/** From cell to cell of a column; where there are none, to the next point. */
const across =
  (step: 1 | -1): Move =>
  (at, points) => {
    const column = points[at]?.column;
    if (column === undefined) return at + step;
    let next = at + step;
    while (points[next] && points[next]?.column !== column) next += step;
    return points[next] ? next : at;
  };

const MOVES: Readonly<Record<string, Move>> = {
  ArrowLeft: (at) => at - 1,
  ArrowUp: across(-1),
  ArrowRight: (at) => at + 1,
  ArrowDown: across(1),
  PageUp: (at) => at - PAGE,
  PageDown: (at) => at + PAGE,
  Home: () => 0,
  End: (_, points) => points.length - 1,
};

/** Points of a chart by keyboard: arrows go from one to the next, which shows its tooltip and tells it; Escape leaves. */
export function ChartKeys({ chart, label, onPick }: ChartKeysProps) {
  const [told, setTold] = useState({ at: 0, last: 0, words: '' });
  const act = (type: string, point?: ChartPoint): void =>
    chart.current?.dispatchAction({ type, ...(point && { seriesIndex: 0, dataIndex: point.index }) });
  const leave = (): void => {
    act('hideTip');
    act('downplay');
  };
  const show = (wanted: number, points: readonly ChartPoint[]): void => {
    const last = points.length - 1;
    const at = Math.max(0, Math.min(last, wanted));
    const point = points[at];
    if (!point) return;
    setTold({ at, last, words: point.words });
    act('downplay');
    act('highlight', point);
    act('showTip', point);
  };
  const pointsNow = (): readonly ChartPoint[] => (chart.current ? chartPoints(chart.current) : []);
  const byKey = (event: KeyboardEvent<HTMLElement>): void => {
    const move = MOVES[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      event.currentTarget.blur();
    }
    if (!move && event.key !== 'Enter') return;
    event.preventDefault();
    const points = pointsNow();
    const point = points[told.at];
    const place = event.currentTarget.getBoundingClientRect();
    if (move) show(move(told.at, points), points);
    // a menu that opens while a key is still on its way is closed by it
    else if (point) requestAnimationFrame(() => onPick(point, place));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={classes.chartKeys}
      aria-label={`Values of ${label}`}
      aria-valuemin={0}
      aria-valuemax={told.last}
      aria-valuenow={told.at}
      aria-valuetext={told.words}
      onFocus={() => show(told.at, pointsNow())}
      onBlur={leave}
      onKeyDown={byKey}
    />
  );
}
