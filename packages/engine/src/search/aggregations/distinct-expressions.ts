import type { Expression } from './plan.ts';

/** Different expressions in the order in which they came. One is compared with those that are alike, not with all: of ranges and filters there are thousands. */
export class DistinctExpressions {
  readonly #all: Expression[] = [];
  readonly #alike = new Map<string, number[]>();

  get all(): readonly Expression[] {
    return this.#all;
  }

  /** Where it stands among them; it is added when it is new. */
  place(expression: Expression): number {
    const signature = signatureOf(expression);
    const alike = this.#alike.get(signature) ?? [];
    const known = alike.find((at) => isSame(this.#all[at] ?? [], expression));
    if (known !== undefined) return known;
    const at = this.#all.push(expression) - 1;
    alike.push(at);
    this.#alike.set(signature, alike);
    return at;
  }
}

/** The same for expressions that are the same; lists and sets of bits, which may be large, have no part in it. */
const signatureOf = (expression: Expression): string =>
  expression
    .map(({ text, values }) =>
      [text, ...values.map(({ value }) => (typeof value === 'object' ? '' : value))].join('\0'),
    )
    .join('\0');

const isSame = (a: Expression, b: Expression): boolean =>
  a.every((piece, i) => {
    const other = b[i];
    if (piece === other) return true;
    if (other === undefined || piece.text !== other.text || piece.values.length !== other.values.length) return false;
    return piece.values.every((bound, j) => bound.value === other.values[j]?.value);
  });
