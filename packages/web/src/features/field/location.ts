export interface Location {
  readonly lat: number;
  readonly lon: number;
}

const key = 'ds.location';

/** What whoever has no fix may choose as the place of a record (MOB-02). */
export const defaultLocation: Location = { lat: 3.118, lon: 101.621 };

/** Reads `4.02, 108.21`; undefined when it is no place on earth. */
export function parseLocation(text: string): Location | undefined {
  const parts = text.split(/[,;\s]+/).filter((part) => part !== '');
  const [lat, lon] = parts.map(Number);
  if (parts.length !== 2 || lat === undefined || lon === undefined) return undefined;
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined;
}

/** Keeps the chosen place for this tab. */
export const keepLocation = (location: Location): void => sessionStorage.setItem(key, JSON.stringify(location));
