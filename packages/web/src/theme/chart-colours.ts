/** The eleven chart colours in their order (APP-06). */
export const CHART_COLOURS = [
  '#01B7CD',
  '#75DDD3',
  '#6495ED',
  '#21BA45',
  '#F2C037',
  '#FF8A65',
  '#CE93D8',
  '#F48FB1',
  '#AED581',
  '#31CCEC',
  '#D7CCC8',
] as const;

/** Of the series at a place; the twelfth has the first colour again. */
export const seriesColour = (at: number): string => CHART_COLOURS[at % CHART_COLOURS.length] ?? CHART_COLOURS[0];
