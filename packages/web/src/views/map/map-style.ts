/** Looks of the base map (MAP-09); whatever else is asked for is Streets. */
export const MAP_STYLES = ['Light', 'Dark', 'Outdoors', 'Satellite', 'Streets'] as const;
export type MapStyle = (typeof MAP_STYLES)[number];

const DEFAULT_STYLE: MapStyle = 'Outdoors';

/** Outdoors when nothing is chosen, Streets for a name that is none (MAP-09). */
export const mapStyle = (name: string | undefined): MapStyle =>
  name === undefined ? DEFAULT_STYLE : (MAP_STYLES.find((style) => style === name) ?? 'Streets');

/** Address of a style at the configured maps service, in the layout of tile servers; null = the bundled map (MAP-14). */
export const styleAddress = (style: MapStyle, service: string | undefined): string | null =>
  service ? `${service.replace(/\/+$/, '')}/styles/${style.toLowerCase()}/style.json` : null;
