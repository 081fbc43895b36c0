import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CellForm, commonForms } from '../cell-form.ts';
import { CellForms } from './cell-forms.ts';

const FORMS = {
  whole: /^(-[0-9]{1,31}|[0-9]{1,32})$/,
  decimal: /^[-./0-9]{1,32}$/,
  pair: /^[-./0-9, ]{1,32}$/,
  moment: /^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ]([01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2}(\.[0-9]{1,3})?Z?)?$/,
  printing: /^[!-}\u00c0-\u0fff\u4000-\ud7ff]/,
} as const;
type Form = keyof typeof FORMS;
const NAMES = Object.keys(FORMS) as readonly Form[];

interface Cell {
  readonly text: string;
  readonly isQuoted: boolean;
}

const written = ({ text, isQuoted }: Cell): string => (isQuoted ? `"${text.replaceAll('"', '""')}"` : text);

/** Cells with doubled quotes are told no more of than how they begin. */
function hasForm({ text, isQuoted }: Cell, form: Form): boolean {
  if (text === '') return !isQuoted;
  return (form === 'printing' || !text.includes('"')) && FORMS[form].test(text);
}

const bytesOf = ({ text }: Cell): number => Buffer.byteLength(text.replaceAll('"', '""'));

function expected(rows: readonly (readonly Cell[])[], columns: number): readonly CellForm[] {
  return Array.from({ length: columns }, (_, column) => {
    const cells = rows.map((row) => row[column] ?? { text: '', isQuoted: false });
    const forms = Object.fromEntries(NAMES.map((form) => [form, cells.every((cell) => hasForm(cell, form))]));
    return { longest: Math.max(0, ...cells.map(bytesOf)), ...(forms as Record<Form, boolean>) };
  });
}

const textOf = (rows: readonly (readonly Cell[])[], delimiter: string): Buffer =>
  Buffer.from(rows.map((row) => `${row.map(written).join(delimiter)}\n`).join(''));

const figure = fc.constantFrom(...'0123456789');
const digits = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: figure, minLength: length, maxLength: length });
const hour = fc.constantFrom('00', '09', '19', '23', '24', '29', '30', '99');
/** Near the forms: with a sign changed, left out or added. */
const near = fc
  .tuple(
    fc.oneof(
      fc.tuple(fc.constantFrom('', '-'), fc.integer({ min: 1, max: 34 }).chain(digits)).map((parts) => parts.join('')),
      fc.tuple(digits(2), digits(3), digits(3)).map(([a, b, c]) => `${a}.${b}, -${c}`),
      fc
        .tuple(digits(4), digits(2), digits(2), fc.constantFrom('T', ' '), hour, digits(2), digits(2))
        .map(([y, m, d, t, h, min, s]) => `${y}-${m}-${d}${t}${h}:${min}:${s}`),
      fc.tuple(digits(4), digits(2), digits(2)).map((parts) => parts.join('-')),
    ),
    fc.constantFrom('', 'Z', '.5', '.123Z', '.1234', '.', ' '),
    fc.integer({ min: 0, max: 40 }),
    fc.constantFrom('', '', '', '', '', '', '', '', '-', '.', ':', '/', 'T', 'Z', ' ', 'x', '7', 'é'),
  )
  .map(([text, end, at, other]) => {
    const whole = `${text}${end}`;
    return other === '' ? whole : `${whole.slice(0, at)}${other}${whole.slice(at + (at % 2))}`;
  });
const loose = fc.string({
  unit: fc.constantFrom(
    'a',
    '1',
    '-',
    ' ',
    '"',
    '\n',
    ';',
    ',',
    '~',
    'é',
    'ж',
    '字',
    'ก',
    '\u1680',
    '\u2003',
    '\u3000',
    '\u00a0',
  ),
});
const cell: fc.Arbitrary<Cell> = fc
  .tuple(fc.oneof(near, near, loose, fc.constant('')), fc.boolean())
  .map(([text, isQuoted]) => ({ text, isQuoted: isQuoted || /["\n;]/.test(text) }));

test('[SRC-26] the forms of cells are those of patterns, wherever they stand among sixteen bytes', () => {
  const rows = fc.integer({ min: 1, max: 4 }).chain((columns) =>
    fc.record({
      columns: fc.constant(columns),
      rows: fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { maxLength: 4 }),
    }),
  );
  fc.assert(
    fc.property(rows, ({ columns, rows: each }) => {
      const forms = new CellForms(';', columns);
      forms.look(textOf(each, ';'));
      assert.deepEqual(forms.take(), expected(each, columns));
      assert.deepEqual(forms.take(), expected([], columns), 'and begins anew');
    }),
    { numRuns: 3000 },
  );
});

const plain = (text: string): Cell => ({ text, isQuoted: false });

test('[SRC-26] blocks longer than what is looked at together are of one form, and files read at the same time do not mix', () => {
  const rows = Array.from({ length: 60_000 }, (_, i) => [plain(String(i)), plain(`row ${i}`)]);
  const [one, other] = [new CellForms(',', 2), new CellForms(',', 2)];
  one.look(textOf(rows.slice(0, 30_000), ','));
  other.look(textOf([[plain('x'), plain('5')]], ','));
  one.look(textOf(rows.slice(30_000), ','));
  assert.deepEqual(one.take(), expected(rows, 2));
  assert.deepEqual(other.take(), expected([[plain('x'), plain('5')]], 2));
});

test('[SRC-26] nothing is told of rows that are longer than the window or have another number of cells', () => {
  const long = new CellForms(',', 2);
  long.look(textOf([[plain('1'), plain('x'.repeat(300_000))]], ','));
  assert.equal(long.take(), undefined);
  for (const text of ['1,2,3\n', '1\n']) {
    const other = new CellForms(',', 2);
    other.look(Buffer.from(text));
    assert.equal(other.take(), undefined, text);
    other.look(Buffer.from('1,2\n'));
    assert.equal(other.take()?.[0]?.whole, true, 'of the next file');
  }
  const wide = new CellForms(',', 1_000_000);
  wide.look(Buffer.from('1\n'));
  assert.equal(wide.take(), undefined);
});

test('[SRC-26] several texts have in common what all of them have', () => {
  const formsOf = (...texts: readonly string[]): readonly CellForm[] | undefined => {
    const forms = new CellForms(',', 1);
    forms.look(Buffer.from(texts.map((text) => `${text}\n`).join('')));
    return forms.take();
  };
  assert.deepEqual(commonForms([formsOf('1', '-22'), formsOf('333.5')]), formsOf('1', '-22', '333.5'));
  assert.deepEqual(commonForms([formsOf('1')]), formsOf('1'));
  assert.equal(commonForms([formsOf('1'), undefined]), undefined);
  assert.equal(commonForms([]), undefined);
});
