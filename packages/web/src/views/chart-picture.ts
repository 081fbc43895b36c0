import { LegendScrollComponent, TitleComponent } from 'echarts/components';
import type { EChartsCoreOption, EChartsType } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { chosenOf } from './chart-points.ts';
import { LABEL, LEGEND_ROOM, shortName } from './chart-text.ts';
import { echarts } from './echarts.ts';
import { fitWords } from './fit-words.ts';
import { blobOf, type PictureFormat } from './pictures.ts';

echarts.use([LegendScrollComponent, TitleComponent, SVGRenderer]);

/** The ground of a panel: a canvas is clear where nothing is drawn. */
const GROUND = '#363636';
/** Dots of a picture for each of the window, so that it can be printed. */
const DOTS = 2;
/** A longer title would lie on the legend. */
const TITLE_LETTERS = 48;
/** px around what is drawn. */
const MARGIN = 12;

/** A legend without room for all its names says so. */
const PAGED = { type: 'scroll', pageTextStyle: LABEL, pageIconColor: '#D2D2D2' };

interface Drawing {
  readonly option: EChartsCoreOption;
  /** How many groups lie side by side under names of their own. */
  readonly named: number | undefined;
}

/** A chart as a file, at the size it has, with its title and its legend drawn into it; what was taken away stays away (VIS-19). */
export async function chartPicture(
  live: EChartsType,
  { option, named }: Drawing,
  format: PictureFormat,
  title: string,
): Promise<Blob> {
  const size = { width: live.getWidth() + 2 * MARGIN, height: live.getHeight() + LEGEND_ROOM + MARGIN };
  const svg = format === 'svg';
  const drawing = echarts.init(svg ? null : document.createElement('div'), null, {
    ...size,
    ...(svg ? { renderer: 'svg', ssr: true } : { devicePixelRatio: DOTS }),
  });
  try {
    drawing.setOption(pictureOption(option, title, chosenOf(live)));
    fitWords(drawing, named, { width: live.getWidth(), height: live.getHeight() });
    if (svg) return new Blob([drawing.renderToSVGString()], { type: 'image/svg+xml' });
    return await blobOf(drawing.renderToCanvas({ pixelRatio: DOTS, backgroundColor: GROUND }));
  } finally {
    drawing.dispose();
  }
}

interface Option {
  readonly grid?: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  readonly legend?: { readonly show?: boolean; readonly bottom?: number };
}

/** Words lie all over their drawing. */
const hasHead = ({ grid, series }: EChartsCoreOption): boolean =>
  grid !== undefined || (Array.isArray(series) && series[0]?.type === 'pie');

function pictureOption(
  option: EChartsCoreOption,
  title: string,
  selected: Readonly<Record<string, boolean>>,
): EChartsCoreOption {
  const { grid, legend }: Option = Object(option);
  const side = legend?.bottom === undefined ? 'top' : 'bottom';
  return {
    ...option,
    animation: false,
    backgroundColor: GROUND,
    title: {
      text: hasHead(option) ? shortName(title, TITLE_LETTERS) : '',
      left: MARGIN,
      top: MARGIN,
      textStyle: { ...LABEL, color: '#F4F4F4', fontSize: 14, fontWeight: 500 },
    },
    legend: { ...legend, ...PAGED, selected, right: MARGIN, [side]: MARGIN },
    ...(grid && {
      grid: {
        ...grid,
        left: grid.left + MARGIN,
        right: grid.right + MARGIN,
        top: Math.max(grid.top, LEGEND_ROOM) + MARGIN,
        bottom: grid.bottom + MARGIN,
      },
    }),
  };
}
