import type { FuzzCase } from './calls.ts';

type Body = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What gives hits an order hangs together with all the rest, or they would differ for want of one. */
const KEPT = new Set(['sort', 'search_after', 'pit', 'scroll_id']);

/** Every value with one of its parts left out, the large parts first. */
function* smaller(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) yield value.toSpliced(i, 1);
    for (const [i, each] of value.entries()) for (const less of smaller(each)) yield value.with(i, less);
  } else if (isMap(value)) {
    const keys = Object.keys(value).filter((key) => !KEPT.has(key));
    for (const key of keys) {
      const { [key]: _left, ...rest } = value;
      yield rest;
    }
    for (const key of keys) for (const less of smaller(value[key])) yield { ...value, [key]: less };
  }
}

/** Without a call, with lines left out, or with a smaller body. */
function* smallerCalls({ calls }: FuzzCase): Generator<FuzzCase['calls']> {
  if (calls.length > 1) for (let i = 0; i < calls.length; i++) yield calls.toSpliced(i, 1);
  for (const [i, call] of calls.entries()) {
    const { body, lines } = call;
    if (lines !== undefined) {
      for (let at = 0; at < lines.length; at++) {
        yield calls.with(i, { ...call, lines: lines.toSpliced(at, 1) });
        yield calls.with(i, { ...call, lines: lines.toSpliced(at, 2) });
        for (const less of smaller(lines[at])) yield calls.with(i, { ...call, lines: lines.with(at, less) });
      }
    } else for (const less of smaller(body)) yield calls.with(i, { ...call, body: less });
  }
}

/** A smaller case that still differs, found by leaving parts out as long as that is so; `budget` bounds the tries. */
export async function shrink(
  found: FuzzCase,
  differs: (each: FuzzCase) => Promise<boolean>,
  budget: number,
): Promise<FuzzCase> {
  let best = found;
  let tries = 0;
  const attempt = async (each: FuzzCase): Promise<boolean> => {
    if (tries++ >= budget || !(await differs(each))) return false;
    best = each;
    return true;
  };
  const shorten = async (): Promise<void> => {
    for (let size = Math.max(1, best.documents.length >> 1); size >= 1; size >>= 1) {
      for (let at = 0; at < best.documents.length; ) {
        const documents = best.documents.toSpliced(at, size);
        if (!(await attempt({ ...best, documents }))) at += size;
      }
    }
  };
  await shorten();
  for (let again = true; again && tries < budget; ) {
    again = false;
    for (const calls of smallerCalls(best)) {
      if (await attempt({ ...best, calls })) {
        again = true;
        break;
      }
    }
  }
  if (tries < budget) await shorten();
  return best;
}
