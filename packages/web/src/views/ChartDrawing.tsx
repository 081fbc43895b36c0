import { useReducedMotion } from '@mantine/hooks';
import type { EChartsCoreOption, EChartsType } from 'echarts/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { usePrinting } from '../design/widths.ts';
import { ChartLegend } from './ChartLegend.tsx';
import { type BrushSpan, followBrush } from './chart-brush.ts';
import { ChartKeys } from './chart-keys.tsx';
import { besideLegend, legendOf } from './chart-legend.ts';
import { chosenOf } from './chart-points.ts';
import { CHART_FONT } from './chart-text.ts';
import { echarts } from './echarts.ts';
import { fitWords } from './fit-words.ts';
import { onPaper } from './on-paper.ts';
import { offerPicture } from './pictures.ts';
import { besidePointer } from './tooltip-place.ts';
import classes from './views.module.css';

/** A click on a bar, point or slice: category index and series name, and where on the window. */
export interface ChartClick {
  readonly category: number;
  readonly series: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

interface ChartDrawingProps {
  readonly option: (still: boolean) => EChartsCoreOption;
  /** How many groups lie side by side under names of their own. */
  readonly named?: number | undefined;
  /** What a screen reader says of the drawing. */
  readonly label: string;
  readonly onClick?: (click: ChartClick) => void;
  /** Drawing over a chart of a category axis below picks from one category to another, both included. */
  readonly onBrush?: ((from: number, to: number) => void) | undefined;
}

/** Draws an ECharts option into the space it is given and follows its size. */
export function ChartDrawing({ option, named, label, onClick, onBrush }: ChartDrawingProps) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof echarts.init> | null>(null);
  const click = useRef(onClick);
  click.current = onClick;
  const groups = useRef(named);
  groups.current = named;
  const brushed = useRef(onBrush);
  brushed.current = onBrush;
  const [brush, setBrush] = useState<BrushSpan | null>(null);
  const still = useReducedMotion();
  const lettered = useChartFont();
  const printing = usePrinting();
  const wanted = useMemo(() => option(still || printing), [option, still, printing]);
  const latest = useRef(wanted);
  latest.current = wanted;
  const legend = useMemo(() => legendOf(wanted), [wanted]);

  useEffect(() => {
    const element = host.current;
    if (!element || !lettered) return;
    const drawing = echarts.init(element, null, { renderer: 'canvas' });
    chart.current = drawing;
    drawing.on('click', (event) => {
      const box = element.getBoundingClientRect();
      click.current?.({
        category: event.dataIndex,
        series: event.seriesName ?? '',
        name: event.name,
        x: box.left + (event.event?.offsetX ?? 0),
        y: box.top + (event.event?.offsetY ?? 0),
      });
    });
    const stopBrushing = followBrush(drawing, setBrush, (from, to) => brushed.current?.(from, to));
    offerPicture(element, {
      formats: ['png', 'svg'],
      take: async (format, title) => {
        const { chartPicture } = await import('./chart-picture.ts');
        return chartPicture(drawing, { option: latest.current, named: groups.current }, format, title);
      },
    });
    const observer = new ResizeObserver(() => {
      drawing.resize();
      fitWords(drawing, groups.current, sizeOf(drawing));
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      stopBrushing();
      drawing.dispose();
      chart.current = null;
    };
  }, [lettered]);

  useEffect(() => {
    const drawing = chart.current;
    if (!lettered || !drawing) return;
    const { tooltip, ...drawn } = besideLegend(wanted, chosenOf(drawing));
    drawing.setOption(
      {
        ...(printing ? Object(onPaper(drawn)) : drawn),
        aria: { enabled: true, label: { description: label } },
        tooltip: { ...Object(tooltip), ...besidePointer(drawing.getDom()) },
      },
      { notMerge: true },
    );
    fitWords(drawing, named, sizeOf(drawing));
    // paper does not wait for the next frame
    if (printing) drawing.getZr().flush();
  }, [wanted, printing, named, label, lettered]);

  return (
    <div className={classes.chart} data-legend-below={legend?.below || undefined}>
      {legend && <ChartLegend chart={chart} items={legend.items} />}
      <div className={classes.chartGround}>
        <div ref={host} role="img" aria-label={label} className={classes.chartCanvas} />
        <ChartKeys
          chart={chart}
          label={label}
          onPick={({ name, series, index }, { left, top, width, height }) =>
            onClick?.({ category: index, series, name, x: left + width / 2, y: top + height / 2 })
          }
        />
        {brush && onBrush && (
          <div
            className={classes.brush}
            style={{ left: brush.left, width: brush.width, top: brush.top, height: brush.height }}
          />
        )}
      </div>
    </div>
  );
}

const sizeOf = (drawing: EChartsType) => ({ width: drawing.getWidth(), height: drawing.getHeight() });

/** Whether the charts' font is there: a canvas keeps the letters and widths it was drawn with. */
function useChartFont(): boolean {
  const [ready, setReady] = useState(() => document.fonts.check(CHART_FONT));
  useEffect(() => {
    if (ready) return;
    const done = (): void => setReady(true);
    document.fonts.load(CHART_FONT).then(done, done);
  }, [ready]);
  return ready;
}
