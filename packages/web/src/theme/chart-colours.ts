/** The eleven chart colours in their order (APP-06); ECharts starts again with the first at the twelfth series. */
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
