import { FileRefused } from '../refusal.ts';
import type { DocumentBlock, Documents } from './documents.ts';
import { type Fields, isFields } from './fields.ts';

/** The places of a value among those of its dimensions, `0:3:1`. */
const PLACES = /^\d+(?::\d+)*$/;

const areByPlaces = (values: unknown): boolean =>
  isFields(values) && Object.keys(values).length > 0 && Object.keys(values).every((key) => PLACES.test(key));

/** Whether an object is a data set of SDMX-JSON: its values stand by the places of their dimensions, whose names are elsewhere. */
const isDataSet = (value: unknown): boolean =>
  isFields(value) && (areByPlaces(value.series) || areByPlaces(value.observations));

/** Whether a document is a table of JSON-stat: its values stand in one list, or by their places in it. */
const isJsonStat = ({ dimension, value, id, size }: Fields): boolean =>
  isFields(dimension) &&
  (Array.isArray(value) || areByPlaces(value)) &&
  [id ?? dimension.id, size ?? dimension.size].every(Array.isArray);

/** What a document of statistics is that holds its values by the places of their dimensions; null for another. */
export function statisticsKind(document: unknown): 'JSON-stat' | 'SDMX-JSON' | null {
  if (!isFields(document)) return null;
  if (isJsonStat(document)) return 'JSON-stat';
  const sets = document.dataSets ?? (isFields(document.data) ? document.data.dataSets : undefined);
  return Array.isArray(sets) && sets.some(isDataSet) ? 'SDMX-JSON' : null;
}

/** The sentence on a document of that kind, behind what it is. */
export const byPlaces = (kind: string): string => `${kind}, whose values stand by the places of their dimensions`;

/** Objects of a document, of which none is a whole table of statistics. @throws FileRefused */
export async function* withoutStatistics(documents: Documents): AsyncGenerator<DocumentBlock> {
  let isFirst = true;
  for await (const block of documents) {
    const [first] = isFirst ? block.documents : [];
    isFirst = false;
    const kind = first === undefined ? null : isDataSet(first) ? 'SDMX-JSON' : statisticsKind(first);
    if (kind !== null) throw new FileRefused('json', `It is ${byPlaces(kind)}. Ask its server for CSV, and send that.`);
    yield block;
  }
}
