import { faultOf, isOfTheMachine } from './machine.ts';
import type { Service } from './service.ts';

const EVERY_MS = 3_600_000;

/** Removes refused rows that were kept for long enough, or that newer ones need the place of, and says so. */
export function tidy({ refused, settings, console, now }: Service): void {
  try {
    for (const file of refused.clear(settings, now()))
      console.error({}, `${file} was removed: refused rows are kept for a time, and up to a size`, 'warning');
  } catch (cause) {
    if (!isOfTheMachine(cause)) throw cause;
    console.error({}, `Refused rows could not be removed: ${faultOf(cause)}`, 'warning');
  }
}

/** Tidies now and every hour; answers what ends it. */
export function keepTidy(service: Service): () => void {
  tidy(service);
  const timer = setInterval(() => tidy(service), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
