import type { SchemaItem } from '@datasarana/schema';
import { itemLabel } from './value-kind.ts';

export interface ControlProps {
  readonly item: SchemaItem;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error?: string | undefined;
  readonly readOnly?: boolean | undefined;
}

/** What every labelled control shows alike: label above, star, help below, error in its place. */
export const fieldProps = ({ item, error, readOnly }: ControlProps) => ({
  label: itemLabel(item),
  description: error ? undefined : item.description,
  error,
  readOnly: readOnly ?? false,
  withAsterisk: item.mandatory,
  name: item.name,
});

/** Of controls with a cross to empty them: a button without a name is nothing to a screen reader. */
export const clearProps = ({ item, readOnly }: ControlProps) => ({
  clearable: !item.mandatory && readOnly !== true,
  clearButtonProps: { 'aria-label': `Clear ${itemLabel(item)}` },
});
