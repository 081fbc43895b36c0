import type { OfferedTo } from '../../design/index.ts';
import { type TemplateRecord, useTemplatesOf } from '../templates/template-calls.ts';
import { designFields } from '../views/designer-fields.ts';
import { OfferList } from '../views/search-text/offer-list.tsx';
import type { OfferedField } from '../views/search-text/search-offers.ts';

interface WorkspaceOffersProps extends OfferedTo {
  /** Templates that the tiles read. */
  readonly templates: readonly string[];
}

/** Fields of all tiles and their values; of one that several templates have, the values are those of the first. */
export function WorkspaceOffers({ templates, ...to }: WorkspaceOffersProps) {
  return <OfferList {...to} template="" fields={fieldsOf(useTemplatesOf(templates))} search={EVERYTHING} />;
}

const EVERYTHING = { filters: [] };

function fieldsOf(templates: readonly TemplateRecord[]): readonly OfferedField[] {
  const all = templates.flatMap(({ id, items }) =>
    designFields(items.filter((item) => !item.system)).map((field) => ({ ...field, template: id })),
  );
  return [...new Map(all.toReversed().map((field) => [field.name, field])).values()].toReversed();
}
