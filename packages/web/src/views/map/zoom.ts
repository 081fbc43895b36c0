/** Default view of a map (MAP-01): longitude, latitude, zoom. */
export const DEFAULT_CENTRE: readonly [number, number] = [108.21, 4.02];
export const DEFAULT_ZOOM = 5;
