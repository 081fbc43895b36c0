import type { EChartsType } from 'echarts/core';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { LegendItem } from './chart-legend.ts';
import { type Chosen, chosenOf } from './chart-points.ts';
import { shortName } from './chart-text.ts';
import classes from './views.module.css';

interface ChartLegendProps {
  readonly chart: RefObject<EChartsType | null>;
  readonly items: readonly LegendItem[];
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * What the colours stand for: a click, Enter or space takes a series away and brings it back, with Shift all others. One stop of
 * the tab key; arrows go from one to the next.
 */
export function ChartLegend({ chart, items }: ChartLegendProps) {
  const [chosen, setChosen] = useState<Chosen>({});
  const [at, setAt] = useState(0);
  const isShown = (name: string): boolean => chosen[name] !== false;
  const act = (type: string, name: string): void => chart.current?.dispatchAction({ type, name, seriesName: name });
  // all others fade while one is pointed at: of one that is away nothing would be left
  const point = (name: string): void => void (isShown(name) && act('highlight', name));
  const press = (name: string, alone: boolean): void => {
    if (!chart.current) return;
    act('downplay', name);
    if (alone) showAlone(chart.current, items, name);
    else act('legendToggleSelect', name);
    setChosen(chosenOf(chart.current));
  };
  const byKey = (event: KeyboardEvent<HTMLElement>): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = event.currentTarget.querySelectorAll('button');
    buttons[(Math.min(at, items.length - 1) + step + items.length) % items.length]?.focus();
  };
  return (
    <div role="toolbar" aria-label="Legend" className={classes.legend} onKeyDown={byKey}>
      {items.map(({ name, colour }, index) => (
        <button
          key={name}
          type="button"
          aria-pressed={isShown(name)}
          tabIndex={index === Math.min(at, items.length - 1) ? 0 : -1}
          title={name}
          onClick={(event) => press(name, event.shiftKey)}
          onFocus={() => {
            setAt(index);
            point(name);
          }}
          onBlur={() => act('downplay', name)}
          onMouseEnter={() => point(name)}
          onMouseLeave={() => act('downplay', name)}
        >
          <i style={{ background: colour }} />
          {shortName(name)}
        </button>
      ))}
    </div>
  );
}

/** Takes all others away; where they are away already, brings them back. */
function showAlone(chart: EChartsType, items: readonly LegendItem[], name: string): void {
  const chosen = chosenOf(chart);
  const alone = items.every((item) => (chosen[item.name] !== false) === (item.name === name));
  for (const item of items)
    chart.dispatchAction({ type: alone || item.name === name ? 'legendSelect' : 'legendUnSelect', name: item.name });
}
