import { OfferedText, type OfferedTextProps } from '../../../design/index.ts';
import { part } from '../../../part.tsx';
import type { SearchedTemplate } from './search-offers.ts';

const OfferList = part(
  () => import('./offer-list.tsx'),
  (module) => module.OfferList,
  // one can type without
  () => null,
);

/** The search text of a template, with what may be meant below it: its fields, their values, and how conditions are joined. */
export const SearchText = ({
  template,
  fields,
  search,
  ...rest
}: SearchedTemplate & Omit<OfferedTextProps, 'offers'>) => (
  <OfferedText {...rest} offers={(to) => <OfferList {...to} template={template} fields={fields} search={search} />} />
);
