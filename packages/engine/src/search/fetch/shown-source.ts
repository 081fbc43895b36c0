import { isSourceEnabled } from '../../documents/source-rule.ts';
import type { IndexLayout } from '../../index/layout.ts';
import { isStored } from '../mapped-field.ts';

/** Whether hits of an index may show their documents. */
export const showsSource = ({ definition: { stored }, isWithheld, isWhole }: Shown): boolean =>
  isWithheld !== true && (stored === undefined || isWhole === true || isSourceEnabled(stored.mapping));

type Shown = Pick<IndexLayout, 'definition' | 'isWithheld' | 'isWhole'>;

/** Whether the values of a field may be shown: those of stored fields may in any case. */
export const showsField = (layout: Shown, path: string): boolean => showsSource(layout) || isStored(layout, path);
