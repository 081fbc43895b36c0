import { isFields } from '../json/fields.ts';

/**
 * Degrees of longitude and latitude on WGS 84, and what lies within some two metres of it: ETRS89, NAD83, GDA94, NZGD2000, SIRGAS 2000,
 * JGD2011, CGCS2000. Programs write GeoJSON by longitude first whatever order the name of the system asks for.
 */
const DEGREES = /(?:^|[:/#])CRS(?:84h?|83)$|(?:^|[:/#])(?:4326|4979|4258|4269|4283|4167|4674|6668|4490)(?:$|\/)/i;
const NAMED_DEGREES = /^\s*WGS\s*_?(?:19)?84\s*$/i;

/** What is said of coordinates in another system than degrees, behind "its"; null when they are degrees, as far as the name of their system tells. */
export function systemFault(name: string): string | null {
  if (DEGREES.test(name.trim()) || NAMED_DEGREES.test(name)) return null;
  return `coordinates are of the system '${name.slice(0, 100)}', not degrees of longitude and latitude (WGS 84)`;
}

/** A sentence on the member `crs` of an object of GeoJSON (2008) that names another system; null where it has none, or names degrees. */
export function memberFault(crs: unknown): string | null {
  if (!isFields(crs)) return null;
  const { name, href } = isFields(crs.properties) ? crs.properties : {};
  const fault = systemFault(String(name ?? href ?? crs.type));
  return fault && `Its ${fault}`;
}
