import type { Ledger } from '@datasarana/engine';
import { malformed } from '@datasarana/schema';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const Part = Type.Object(
  {
    file: Type.String({ minLength: 1, maxLength: 1024 }),
    at: Type.Integer({ minimum: 1, description: 'line of the batch on which its rows begin' }),
    line: Type.Integer({ minimum: 1, description: 'line of the file itself that this one is' }),
  },
  { additionalProperties: false },
);

/** One of several files whose rows came in one batch. */
export type BatchPart = Static<typeof Part>;

const Parts = Type.Array(Part, { minItems: 1, maxItems: 1000 });
const LIST_BYTES = 2 * 1024 * 1024;
const LINE_FEED = 0x0a;

const notAList = (): Error =>
  malformed(
    'With \'parts\' the first line of the body is a JSON list of up to 1,000 files, as [{"file": "a.csv", "at": 2, "line": 2}], in the order of their rows.',
  );

function readList(text: string): readonly BatchPart[] {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    throw notAList();
  }
  if (!Value.Check(Parts, value)) throw notAList();
  if (value.some(({ at }, index) => at <= (value[index - 1]?.at ?? 0))) throw notAList();
  return value;
}

/** Takes the list of files off the first line of a body. @throws PlatformError 32 when there is none */
export async function takeParts(
  body: AsyncIterable<Uint8Array>,
): Promise<{ readonly parts: readonly BatchPart[]; readonly rest: AsyncIterable<Uint8Array> }> {
  const pieces = body[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (!head.includes(LINE_FEED)) {
    const { value, done } = await pieces.next();
    if (done || head.length > LIST_BYTES) throw notAList();
    head = Buffer.concat([head, value]);
  }
  const end = head.indexOf(LINE_FEED);
  async function* rest(): AsyncGenerator<Uint8Array> {
    if (end + 1 < head.length) yield head.subarray(end + 1);
    yield* { [Symbol.asyncIterator]: () => pieces };
  }
  return { parts: readList(head.toString('utf8', 0, end)), rest: rest() };
}

/** Where a line of a batch stands in its own file; nothing for a batch that is one file. */
export function placeOfLine(
  parts: readonly BatchPart[] | undefined,
  line: number,
): { readonly at?: { readonly file: string; readonly line: number } } {
  const part = parts?.findLast(({ at }) => at <= line);
  return part ? { at: { file: part.file, line: part.line + line - part.at } } : {};
}

/** The files of a batch with what became of their rows. */
export const countedParts = (parts: readonly BatchPart[] | undefined, ledger: Pick<Ledger, 'parts'> | null) =>
  parts === undefined ? {} : { parts: parts.map((part, index) => ({ ...part, ...ledger?.parts?.[index] })) };
