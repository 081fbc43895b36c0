import { withoutLabel } from '@datasarana/schema';

/** Why a cell was rejected, under the name that its field has in lists and files, whatever label the message begins with. */
export const namedReason = ({ field, reason }: { readonly field: string; readonly reason: string }): string =>
  field === '' ? reason : `${field}: ${withoutLabel(field, reason)}`;
