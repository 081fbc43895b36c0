import type { HitAnswer } from '@datasarana/client';
import type { SchemaItem } from '@datasarana/schema';
import { decimalFill } from '../../records/decimal-fill.ts';
import { holdsDays, recordColumn } from '../../views/records/record-column.ts';
import { valueAt } from '../../views/records/value-at.ts';
import { designFields } from '../views/designer-fields.ts';

type Values = Readonly<Record<string, unknown>>;

const asHit = (values: Values): HitAnswer => ({ _id: '', _source: values });

/** A field of the records that a dry run shows. */
export interface LookColumn {
  readonly field: string;
  readonly label: string;
  readonly align: 'left' | 'right' | undefined;
  readonly words: (values: Values) => string;
  /** What stands unseen behind a number, so that the points of the column are below each other. */
  readonly fill?: (words: string) => string | undefined;
}

/** The fields that any of some records has a value of, in the order of their template. */
export function lookColumns(items: readonly SchemaItem[], records: readonly Values[]): readonly LookColumn[] {
  const hits = records.map(asHit);
  return designFields(items)
    .filter(({ name }) => hits.some((hit) => (valueAt(hit, name) ?? null) !== null))
    .map(({ name, label, value_type, unit }) => {
      const asked = { field: name, value_type, ...(unit && { unit }) };
      const { shown, align } = recordColumn({ ...asked, day: holdsDays(asked, hits) });
      const column = { field: name, label, align, words: (values: Values) => shown(asHit(values)) };
      return align === 'right' ? { ...column, fill: decimalFill(hits.map(shown)) } : column;
    });
}
