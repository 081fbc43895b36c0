import type { EChartsType } from 'echarts/core';

/** Where the brush lies on the drawing, in px. */
export interface BrushSpan {
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly height: number;
}

/** A hand that shakes while it clicks is no brush. */
const LEAST = 6;

interface Pointer {
  readonly offsetX: number;
  readonly offsetY: number;
}

/**
 * Follows the pointer from where it went down over the axes to where it is let go. Tells the span while it moves, null when it
 * ends, and then the first and last category under it. Answers what ends the following.
 */
export function followBrush(
  chart: EChartsType,
  onMove: (span: BrushSpan | null) => void,
  onDone: (from: number, to: number) => void,
): () => void {
  let start: number | null = null;
  const surface = chart.getZr();
  const down = ({ offsetX, offsetY }: Pointer): void => {
    start = chart.containPixel({ gridIndex: 0 }, [offsetX, offsetY]) ? offsetX : null;
  };
  const move = ({ offsetX }: Pointer): void => {
    if (start === null || Math.abs(offsetX - start) < LEAST) return;
    onMove({ left: Math.min(start, offsetX), width: Math.abs(offsetX - start), top: 0, height: chart.getHeight() });
  };
  const up = ({ offsetX }: Pointer): void => {
    if (start !== null && Math.abs(offsetX - start) >= LEAST) {
      const [from, to] = [start, offsetX].map((x) => categoryAt(chart, x)).sort((a, b) => a - b);
      if (from !== undefined && to !== undefined) onDone(from, to);
    }
    stop();
  };
  const stop = (): void => {
    start = null;
    onMove(null);
  };
  surface.on('mousedown', down);
  surface.on('mousemove', move);
  surface.on('mouseup', up);
  surface.on('globalout', stop);
  return () => {
    surface.off('mousedown', down);
    surface.off('mousemove', move);
    surface.off('mouseup', up);
    surface.off('globalout', stop);
  };
}

/** The category below a place; beyond the axis it is the first or the last. */
const categoryAt = (chart: EChartsType, x: number): number =>
  Math.max(0, Math.round(Number(chart.convertFromPixel({ xAxisIndex: 0 }, x))));
