import { parseShape, type Shape, shapeText } from './shape.ts';

/** Indexes whose documents differ more than this keep the further ones' text. */
const MOST = 512;
/** A document of more fields than this keeps its text. */
const MOST_SLOTS = 1000;

/** The shapes documents of one index were found to have, by number. */
export class ShapeBook {
  readonly #shapes: Shape[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #unsaved = new Map<number, string>();
  #paths: readonly string[] | null = [];

  /** Takes in a shape that is stored. */
  load(number: number, text: string): void {
    this.#shapes[number] = parseShape(text);
    this.#numbers.set(text, number);
    this.#paths = null;
  }

  get(number: number): Shape | undefined {
    return this.#shapes[number];
  }

  /** Number of a shape that is known. */
  find(shape: Shape): number | undefined {
    return this.#numbers.get(shapeText(shape));
  }

  /** Number of a new shape; null when there are too many already. */
  intern(shape: Shape): number | null {
    const text = shapeText(shape);
    if (this.#shapes.length >= MOST || shape.slots.length > MOST_SLOTS) return null;
    const number = this.#shapes.push(shape) - 1;
    this.#numbers.set(text, number);
    this.#unsaved.set(number, text);
    this.#paths = null;
    return number;
  }

  /** Text of a shape that is not stored yet. */
  unsaved(number: number): string | undefined {
    return this.#unsaved.get(number);
  }

  /** Notes that the transaction which stored a shape has ended well. */
  saved(number: number): void {
    this.#unsaved.delete(number);
  }

  /** Every field a document may have to be put together from. */
  get paths(): readonly string[] {
    this.#paths ??= [...new Set(this.#shapes.flatMap(({ slots }) => slots.map(({ path }) => path)))];
    return this.#paths;
  }
}
