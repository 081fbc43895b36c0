/** What a field may name as its first drawing, in the order of the picker (VIS-01); `None` leaves it to its type. */
export const DEFAULT_VISUALS = [
  'None',
  'Horizontal Bar',
  'Vertical Bar',
  'Line',
  'Pie',
  'Doughnut',
  'Area',
  'Heatmap',
  'Table',
  'Metric',
  'Map',
  'WordCloud',
] as const;

/** The simple aggregations a field may name for it (AGG-29). */
export const DEFAULT_AGGREGATIONS = ['None', 'Count', 'Sum', 'Average', 'Min/Max', 'Terms'] as const;
