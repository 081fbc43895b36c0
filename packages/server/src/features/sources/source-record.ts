import type { Source, SourceColumn } from '@datasarana/sources';
import { Type } from 'typebox';
import { Moment, nullable, openObject } from '../../http/replies.ts';
import type { StoredRecord } from '../../stores/records/port.ts';
import { replaceSecrets, SECRET_MASK } from '../../stores/records/secret-fields.ts';
import type { Opening } from '../data/import-query.ts';

export const SOURCE_KIND = 'data.source';
export const CONVERTER_KIND = 'data.source.converter';

/** How the columns of a source become fields, kept with the version of the template it was made for (issue recipe). */
export interface Converter {
  readonly name: string;
  /** Id of the source it belongs to; null for files that are dropped. */
  readonly source: string | null;
  readonly template: string | null;
  readonly template_version: string | null;
  readonly columns: readonly SourceColumn[];
  /** How its file was opened; null where it opens so by itself. */
  readonly opening: Opening | null;
  /** Of the column names, whatever their order: the same columns find the converter again. */
  readonly fingerprint: string;
  /** Of the columns that its file shows when it opens by itself. */
  readonly detected_fingerprint: string;
}

export const sourceOf = (record: StoredRecord): Source => ({ ...(record.doc as unknown as Source), id: record.id });
export const converterOf = (record: StoredRecord): Converter => record.doc as unknown as Converter;

/** A record as it is answered: secrets are masked (SRC-14). */
export const shown = ({ id, kind, doc, ts, ts_modified, status }: StoredRecord): Readonly<Record<string, unknown>> => ({
  id,
  label: kind,
  ...(replaceSecrets(doc, () => SECRET_MASK) as object),
  status,
  ts,
  ts_modified,
});

const stamps = { id: Type.String(), label: Type.String(), status: Type.String(), ts: Moment, ts_modified: Moment };
const Columns = Type.Array(openObject({ name: Type.String() }));

export const SourceReply = openObject({
  ...stamps,
  name: Type.String(),
  type: Type.String(),
  format: Type.String(),
  provider: Type.String(),
  columns: Columns,
});

export const ConverterReply = openObject({
  ...stamps,
  name: Type.String(),
  source: nullable(Type.String()),
  template: nullable(Type.String()),
  template_version: nullable(Type.String()),
  columns: Columns,
  opening: nullable(openObject({})),
  fingerprint: Type.String(),
  detected_fingerprint: Type.String(),
});
