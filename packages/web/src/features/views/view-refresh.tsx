import { useAddress } from '../../navigation.tsx';
import { RefreshMenu } from '../../views/refresh/refresh-menu.tsx';
import { addressOfRate, DRAWING_RATES, secondsOf } from '../../views/refresh/refresh-rates.ts';
import { DRAWINGS, useLooking, useRefresh, useUpdatedAt } from '../../views/refresh/use-refresh.ts';

/** How often the view looks again; it stands in the address and is not kept with the view. */
export function ViewRefresh() {
  const [address, setAddress] = useAddress();
  const every = secondsOf(address.every);
  const refresh = useRefresh(DRAWINGS, every);
  const updated = useUpdatedAt(DRAWINGS);
  const looking = useLooking(DRAWINGS);
  return (
    <RefreshMenu
      rates={DRAWING_RATES}
      every={every}
      onEvery={(seconds) => setAddress({ every: addressOfRate(seconds) })}
      onRefresh={refresh}
      updated={updated}
      busy={looking}
    />
  );
}
