/** A feature of GeoJSON with that code among its properties. */
export const feature = (code: string, geometry: unknown, more: object = {}) => ({
  type: 'Feature',
  properties: { code },
  geometry,
  ...more,
});

/** Features as the text of one collection. */
export const features = (...all: readonly unknown[]): string =>
  JSON.stringify({ type: 'FeatureCollection', features: all });
