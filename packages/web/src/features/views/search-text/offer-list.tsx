import { Combobox } from '@mantine/core';
import { useEffect } from 'react';
import type { OfferedTo } from '../../../design/index.ts';
import { ValueIcon } from '../../../records/value-icon.tsx';
import { type SearchedTemplate, taken } from './search-offers.ts';
import { placeAt } from './search-place.ts';
import classes from './search-text.module.css';
import { useSearchOffers } from './use-search-offers.ts';

/** What may be meant where the caret stands; nothing is drawn where that is nothing. */
export function OfferList({ text, caret, store, onTake, ...searched }: OfferedTo & SearchedTemplate) {
  const place = store.dropdownOpened && caret !== null ? placeAt(text, Math.min(caret, text.length)) : null;
  const offers = useSearchOffers(place, searched);
  const listed = offers.map((offer) => offer.text).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen of another list is not
  useEffect(() => store.resetSelectedOption(), [listed]);
  return (
    <Combobox.Dropdown hidden={offers.length === 0}>
      {/* it stands outside the landmarks of the screen */}
      <section aria-label="Offers">
        <Combobox.Options className={classes.offers ?? ''} aria-label="What may be meant">
          {offers.map((offer) => (
            <Combobox.Option
              key={offer.text}
              value={offer.text}
              className={classes.offer ?? ''}
              onClick={() => place && onTake(taken(text, place, offer), offer.field !== undefined)}
            >
              <span className={classes.icon}>{offer.field && <ValueIcon item={offer.field} />}</span>
              <bdi className={classes.label} title={offer.label}>
                {offer.label}
              </bdi>
              <span className={classes.note}>{offer.note}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </section>
    </Combobox.Dropdown>
  );
}
