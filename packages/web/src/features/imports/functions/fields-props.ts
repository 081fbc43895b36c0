import type { Transform } from '@datasarana/sources';

export type Kind = Transform['kind'];

/** What the form of one function is given. */
export interface FieldsProps<K extends Kind> {
  readonly transform: Extract<Transform, { readonly kind: K }>;
  readonly onChange: (transform: Transform) => void;
  /** Columns of the file. */
  readonly columns: readonly string[];
  /** First different values of the column, as this function gets them. */
  readonly samples: readonly string[];
}
