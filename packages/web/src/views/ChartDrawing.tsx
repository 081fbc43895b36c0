import { useReducedMotion } from '@mantine/hooks';
import type { EChartsCoreOption } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';
import { CHART_FONT } from './chart-text.ts';
import { echarts } from './echarts.ts';

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
  /** What a screen reader says of the drawing. */
  readonly label: string;
  readonly onClick?: (click: ChartClick) => void;
}

/** Draws an ECharts option into the space it is given and follows its size. */
export function ChartDrawing({ option, label, onClick }: ChartDrawingProps) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof echarts.init> | null>(null);
  const click = useRef(onClick);
  click.current = onClick;
  const still = useReducedMotion();
  const lettered = useChartFont();

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
    const observer = new ResizeObserver(() => drawing.resize());
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawing.dispose();
      chart.current = null;
    };
  }, [lettered]);

  useEffect(() => {
    if (!lettered) return;
    chart.current?.setOption(
      { ...option(still), aria: { enabled: true, label: { description: label } } },
      { notMerge: true },
    );
  }, [option, still, label, lettered]);

  return <div ref={host} role="img" aria-label={label} style={{ width: '100%', height: '100%', minHeight: 80 }} />;
}

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
