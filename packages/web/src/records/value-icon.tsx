import type { SchemaItem } from '@datasarana/schema';
import { kindLook, valueKind } from './value-kind.ts';

/** The icon of a field's type, with its name for screen readers. */
export function ValueIcon({
  item,
  size = 14,
}: {
  readonly item: Pick<SchemaItem, 'value_type'> & Partial<SchemaItem>;
  readonly size?: number;
}) {
  const look = kindLook[valueKind(item)];
  return <look.icon size={size} role="img" aria-label={look.label} style={{ color: 'var(--ds-text-3)' }} />;
}
