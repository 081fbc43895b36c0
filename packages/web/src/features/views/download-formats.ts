/**
 * Formats all matches are downloaded in, as the menus name them; `place` = only where records have a point
 * or a shape, `tabular` = rows of columns. */
export const DOWNLOAD_MENU = [
  { format: 'csv', tabular: true, ending: 'csv', label: 'All matches, CSV', place: false },
  { format: 'xlsx', tabular: true, ending: 'xlsx', label: 'All matches, XLSX', place: false },
  { format: 'ndjson', tabular: false, ending: 'ndjson', label: 'All matches, NDJSON', place: false },
  { format: 'datasarana', tabular: false, ending: 'json', label: 'All matches, Datasarana JSON', place: false },
  { format: 'geojson', tabular: false, ending: 'geojson', label: 'All matches, GeoJSON', place: true },
  { format: 'parquet', tabular: true, ending: 'parquet', label: 'All matches, Parquet', place: false },
] as const;

export type DownloadChoice = (typeof DOWNLOAD_MENU)[number];

/** The formats a template's records can be written in (VIS-19). */
export const downloadChoices = (hasPlace: boolean): readonly DownloadChoice[] =>
  DOWNLOAD_MENU.filter(({ place }) => hasPlace || !place);
