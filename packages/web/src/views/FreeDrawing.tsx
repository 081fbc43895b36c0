import { CustomChart } from 'echarts/charts';
import { useCallback } from 'react';
import { CHART_COLOURS } from '../theme/chart-colours.ts';
import { type ChartClick, ChartDrawing } from './ChartDrawing.tsx';
import { commonOption } from './chart-option.ts';
import type { ViewDefinition } from './definition.ts';
import { echarts } from './echarts.ts';
import { heatmap } from './heatmap.ts';
import type { ResultTable } from './result-table.ts';
import { wordCloud } from './word-cloud.ts';

echarts.use([CustomChart]);

interface FreeDrawingProps {
  readonly view: ViewDefinition;
  readonly table: ResultTable;
  readonly named: number | undefined;
  readonly label: string;
  readonly onClick: (click: ChartClick) => void;
}

/** Heatmaps and word clouds: what ECharts draws by our own rules, loaded only where one is looked at. */
export function FreeDrawing({ view, table, ...rest }: FreeDrawingProps) {
  const option = useCallback(
    (still: boolean) => ({
      ...commonOption(view, still),
      ...(view.visual === 'Heatmap' ? heatmap(view, table) : wordCloud(view, table, CHART_COLOURS)),
    }),
    [view, table],
  );
  return <ChartDrawing option={option} {...rest} />;
}
