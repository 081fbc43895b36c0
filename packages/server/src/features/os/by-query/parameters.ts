import { isTrue, type Texts } from '../call.ts';
import type { Body } from '../json-object.ts';
import { illegal, incomplete } from '../refusals.ts';

/** Documents a second; -1 = as fast as it goes. */
export function paceOf({ requests_per_second: given }: Texts): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (number === -1) return -1;
  if (given.trim() === '' || !(number > 0) || !Number.isFinite(number)) {
    throw illegal('[requests_per_second] must be a float greater than 0. Use -1 to disable throttling.');
  }
  return number;
}

export function proceedsOf(...given: readonly unknown[]): boolean {
  const [value = 'abort'] = given.filter((each) => each !== undefined);
  if (value === 'proceed' || value === 'abort') return value === 'proceed';
  throw illegal(`conflicts may only be "proceed" or "abort" but was [${value}]`);
}

function countIn(name: string, value: unknown): number {
  const number = Number(value);
  if (!Number.isInteger(number) || value === '')
    throw illegal(`Failed to parse int parameter [${name}] with value [${value}]`);
  if (number < 0) throw illegal(`[max_docs] parameter cannot be negative, found [${number}]`);
  return number;
}

/** How many documents at most, for which `size` of the address is the older name; what is said twice must be the same. */
export function mostOf({ max_docs: inAddress, size }: Texts, inBody: unknown): number {
  const said = [inBody, size, inAddress].flatMap((value, i) =>
    value === undefined ? [] : [countIn(i === 1 ? 'size' : 'max_docs', value)],
  );
  const [first = Number.POSITIVE_INFINITY] = said;
  const other = said.find((each) => each !== first);
  if (other !== undefined) throw illegal(`[max_docs] set to two different values [${first}] and [${other}]`);
  return first;
}

export function refuseSlices({ slices }: Texts, most: number): void {
  if (
    slices !== undefined &&
    slices !== 'auto' &&
    !(/^\d{1,4}$/.test(slices) && Number(slices) >= 1 && Number(slices) <= 1024)
  ) {
    throw illegal(`[slices] must be a positive integer or the string "auto", but was [${slices}]`);
  }
  if (most < (slices === undefined || slices === 'auto' ? 1 : Number(slices)))
    throw illegal('[max_docs] should be >= [slices]');
}

/** What a search of pages may say, and a walk through all that matches has no place for: it would change other documents than meant. */
export function refuseOfPages(query: Texts, body: Body): void {
  const from = query.from ?? body.from;
  if (from !== undefined)
    throw incomplete(
      ...(Number(from) > 0 ? ['using [from] is not allowed in a scroll context'] : []),
      'from is not supported in this context',
    );
  if (body.rescore !== undefined) throw incomplete('using [rescore] is not allowed in a scroll context');
  if (body.stored_fields !== undefined) throw incomplete('stored_fields is not supported in this context');
  if (body.search_after !== undefined) throw illegal('`search_after` cannot be used in a scroll context.');
  if (body.collapse !== undefined) throw illegal('cannot use `collapse` in a scroll context');
  if (Number(query.terminate_after ?? body.terminate_after ?? 0) > 0)
    throw illegal('[terminate_after] ends no search here: say with [max_docs] how many documents are changed at most');
}

/** Scripts are refused everywhere; the work must not be done without the one that was asked for. */
export function refuseScript({ script }: Body): void {
  if (script === undefined) return;
  throw illegal('Scripts are not run here: change the documents where they are made, or send [_update] with [doc]');
}

export const waits = ({ wait_for_completion: given }: Texts): boolean => isTrue(given, true);
