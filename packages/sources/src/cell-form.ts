/** What is known of all cells of a column, so that whoever casts them need not look at each again. Cells that are empty have every form. */
export interface CellForm {
  /** Bytes of the longest. */
  readonly longest: number;
  /** Figures, a minus before them or not. */
  readonly whole: boolean;
  /** Of figures, minus, point and slash alone. */
  readonly decimal: boolean;
  /** Of the same, commas and spaces. */
  readonly pair: boolean;
  /** `2020-01-31`, with the time behind it to the second or its fraction or not: `2020-01-31T23:59:59.999Z`. */
  readonly moment: boolean;
  /** Begins with a sign that prints. */
  readonly printing: boolean;
}

/** What cells of several texts have in common, by column; unknown where it is of one of them. */
export function commonForms(texts: readonly (readonly CellForm[] | undefined)[]): readonly CellForm[] | undefined {
  const known = texts.filter((forms) => forms !== undefined);
  const [first] = known;
  if (first === undefined || known.length < texts.length) return undefined;
  return first.map((_, column) => {
    const has = (form: Exclude<keyof CellForm, 'longest'>): boolean =>
      known.every((forms) => forms[column]?.[form] === true);
    return {
      longest: Math.max(...known.map((forms) => forms[column]?.longest ?? 0)),
      whole: has('whole'),
      decimal: has('decimal'),
      pair: has('pair'),
      moment: has('moment'),
      printing: has('printing'),
    };
  });
}
