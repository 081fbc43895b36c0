const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COMMA = 0x2c;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
/** Stands before each text of a sequence (RFC 7464). */
const RECORD_SEPARATOR = 0x1e;
/** Of a byte order mark. */
const MARK: readonly number[] = [0xef, 0xbb, 0xbf];

/** Finds where objects begin that stand in no other; in a text that begins with a list, where such lists do. */
class ObjectsInText {
  #open = 0;
  #close = 0;
  #depth = 0;
  #inText = false;
  #escaped = false;
  begun = 0;
  /** Whether a comma stands behind the last of them. */
  isBehindComma = false;

  get isBetween(): boolean {
    return this.#depth === 0 && !this.#inText;
  }

  /** Takes a byte; whether such an object begins with it. */
  begins(b: number): boolean {
    if (this.#inText) {
      this.#text(b);
      return false;
    }
    if (this.#open === 0 && (b === OPEN || b === OPEN_OBJECT)) {
      this.#open = b;
      this.#close = b === OPEN ? CLOSE : CLOSE_OBJECT;
    }
    if (b === QUOTE) this.#inText = true;
    else if (b === COMMA && this.#depth === 0) this.isBehindComma = true;
    else if (b === this.#close && this.#depth > 0) {
      this.#depth--;
      this.isBehindComma = false;
    } else if (b === this.#open && this.#depth++ === 0) {
      this.begun++;
      return true;
    }
    return false;
  }

  #text(b: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (b === BACKSLASH) this.#escaped = true;
    // a line end never stands in a text: the quote before was one too many
    else if (b === QUOTE || b === LF || b === CR) this.#inText = false;
  }
}

/** Whether a text begins with an object. */
export const isObject = (head: Uint8Array): boolean => head.find((b) => b > SPACE && !MARK.includes(b)) === OPEN_OBJECT;

/** A list of names alone on its line, and another list below it. */
const NAMES_AND_LIST = /^\s*(\[\s*"[^\n]*\])[ \t\r]*\n\s*\[/;

function isNamedLines(head: Uint8Array): boolean {
  const [, names] = NAMES_AND_LIST.exec(new TextDecoder().decode(head)) ?? [];
  if (names === undefined) return false;
  try {
    const list: unknown = JSON.parse(names);
    return Array.isArray(list) && list.every((name) => typeof name === 'string');
  } catch {
    return false;
  }
}

/**
 * Whether a text holds several objects one behind another, as `jq` and `mongoexport` write them, or lists of values, one on each line
 * below one of their names, as far as its beginning shows.
 */
export function isSequence(head: Uint8Array): boolean {
  if (!isObject(head)) return isNamedLines(head);
  if (head.find((b) => !MARK.includes(b)) === RECORD_SEPARATOR) return true;
  const objects = new ObjectsInText();
  for (const b of head) if (objects.begins(b) && objects.begun > 1) return true;
  return false;
}

/** Objects, or lists, that stand one behind another, with commas between them or without, as the list of them. */
export async function* asList(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const objects = new ObjectsInText();
  yield Uint8Array.of(OPEN);
  for await (const chunk of bytes) {
    let from = 0;
    for (let i = 0; i < chunk.length; i++) {
      const b = chunk[i] as number;
      if (b === RECORD_SEPARATOR && objects.isBetween) {
        yield chunk.subarray(from, i);
        from = i + 1;
        continue;
      }
      if (!objects.begins(b) || objects.begun === 1 || objects.isBehindComma) continue;
      yield chunk.subarray(from, i);
      yield Uint8Array.of(COMMA);
      from = i;
    }
    yield chunk.subarray(from);
  }
  yield Uint8Array.of(CLOSE);
}
