import type { RejectCause } from '@datasarana/client';
import { withoutLabel } from '@datasarana/schema';
import { formatCount } from '../../records/format.ts';

/** Why a cell was rejected, under the name that its field has in lists and files, whatever label the message begins with. */
export const namedReason = ({ field, reason }: { readonly field: string; readonly reason: string }): string =>
  field === '' ? reason : `${field}: ${withoutLabel(field, reason)}`;

/** What its rows have in common: why the first was rejected, and how many other reasons of the kind the others have. */
export const causeReason = (cause: RejectCause): string =>
  cause.reasons > 1 ? `${namedReason(cause)}, and ${formatCount(cause.reasons - 1)} more like it` : namedReason(cause);
