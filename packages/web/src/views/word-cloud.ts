import type { EChartsCoreOption } from 'echarts/core';
import { CHART_FONT, LABEL, shortName } from './chart-text.ts';
import { standsOut, type ViewDefinition } from './definition.ts';
import { type Measure, type PlacedWord, placeWords, type Word } from './place-words.ts';
import { metricLabel, type ResultTable } from './result-table.ts';

/** The words of a result: sized by how much they stand out, else by the first figure (VIS-14); empty groups have none. */
export function wordsOf(table: ResultTable): readonly Word[] {
  return table.rows.flatMap(({ keys, figures, score }) => {
    const weight = score ?? figures[0] ?? 0;
    const text = keys.map(({ label }) => label).join(' / ');
    return weight > 0 && text.trim() !== '' ? [{ text, weight }] : [];
  });
}

interface Ground {
  readonly getWidth: () => number;
  readonly getHeight: () => number;
}

/** Space at the foot for the sentence about words that found no place. */
const FOOT = 20;

/** ECharts option of a word cloud; it is laid out anew for every size of the drawing. */
export function wordCloud(view: ViewDefinition, table: ResultTable, colours: readonly string[]): EChartsCoreOption {
  const words = wordsOf(table);
  const figure = view.buckets[0] && standsOut(view.buckets[0]) ? 'Score' : nameOf(table);
  const layout = keptLayout(words.map((word) => ({ ...word, text: shortName(word.text) })));
  const colour = (word: PlacedWord, at: number): string => {
    const chosen = view.options.colours?.[words[at]?.text ?? word.text];
    return chosen ? `#${chosen}` : (colours[at % colours.length] ?? LABEL.color);
  };
  return {
    series: [
      {
        type: 'custom',
        coordinateSystem: 'none',
        name: figure,
        dimensions: [figure],
        encode: { tooltip: 0 },
        data: words.map(({ text, weight }) => ({ name: text, value: [weight] })),
        renderItem: ({ dataIndex }: { readonly dataIndex: number }, ground: Ground) => {
          const word = layout(ground)[dataIndex];
          return word && drawnWord(word, colour(word, dataIndex));
        },
      },
      {
        type: 'custom',
        coordinateSystem: 'none',
        silent: true,
        data: [0],
        renderItem: (_: unknown, ground: Ground) => leftOut(layout(ground), ground),
      },
    ],
  };
}

const nameOf = ({ metrics: [metric] }: ResultTable): string => (metric ? metricLabel(metric) : 'Count');

/** Places of the words at one size of the drawing, computed once and not for each word. */
function keptLayout(words: readonly Word[]): (ground: Ground) => readonly (PlacedWord | null)[] {
  let kept: { readonly size: string; readonly placed: readonly (PlacedWord | null)[] } | null = null;
  return (ground) => {
    const [width, height] = [ground.getWidth(), ground.getHeight() - FOOT];
    const size = `${width} ${height}`;
    if (kept?.size !== size) kept = { size, placed: placeWords(words, { width, height }, measured()) };
    return kept.placed;
  };
}

const fontOf = (size: number): string => `500 ${size}px "${LABEL.fontFamily}"`;

function measured(): Measure {
  const pen = document.createElement('canvas').getContext('2d');
  return (text, size) => {
    if (!pen) return text.length * size * 0.5;
    pen.font = fontOf(size);
    return pen.measureText(text).width;
  };
}

const drawnWord = ({ text, x, y, size }: PlacedWord, fill: string): object => ({
  type: 'text',
  style: { text, x, y, align: 'center', verticalAlign: 'middle', fill, font: fontOf(size) },
  emphasis: { style: { fill: '#F4F4F4' } },
});

/** Says how many words there was no room for, rather than leaving them out in silence. */
function leftOut(placed: readonly (PlacedWord | null)[], ground: Ground): object | null {
  const shown = placed.filter((word) => word !== null).length;
  if (shown === placed.length) return null;
  const text = `${shown} of ${placed.length} words fit`;
  const style = { text, x: ground.getWidth() - 4, y: ground.getHeight() - 4, align: 'right', verticalAlign: 'bottom' };
  return { type: 'text', style: { ...style, fill: LABEL.color, font: CHART_FONT } };
}
