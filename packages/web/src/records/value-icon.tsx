import type { SchemaItem } from '@datasarana/schema';
import { lookOf } from './value-kind.ts';

interface ValueIconProps {
  readonly item: Pick<SchemaItem, 'value_type'> & Partial<SchemaItem>;
  readonly size?: number;
}

/** The icon of a field's type, with its name for screen readers. */
export function ValueIcon({ item, size = 14 }: ValueIconProps) {
  const look = lookOf(item);
  return <look.icon size={size} role="img" aria-label={look.label} style={{ color: 'var(--ds-text-3)' }} />;
}
