import type { Transform } from '@datasarana/sources';
import { formatCount } from '../../../records/format.ts';

type Kind = Transform['kind'];
type Of<K extends Kind> = Extract<Transform, { readonly kind: K }>;

/** How a function is called, begun and told in a few words. */
interface FunctionKind<K extends Kind> {
  readonly label: string;
  readonly group: 'Text' | 'Values' | 'Read as';
  /** The function as it stands before anything was chosen. */
  readonly start: (columns: readonly string[], column: string) => Of<K>;
  readonly say: (transform: Of<K>) => string;
}

const quoted = (text: string): string => (text === ' ' ? 'a space' : text === '' ? 'nothing' : `“${text}”`);

/** Parts of a split that have a name; places are counted from 0, from the end below it. */
export const PARTS: readonly (readonly [take: number, label: string])[] = [
  [0, 'First part'],
  [1, 'Second part'],
  [2, 'Third part'],
  [3, 'Fourth part'],
  [4, 'Fifth part'],
  [-1, 'Last part'],
  [-2, 'Last part but one'],
];

export const partLabel = (take: number): string =>
  PARTS.find(([known]) => known === take)?.[1] ?? (take < 0 ? `Part ${-take} from the end` : `Part ${take + 1}`);

/** Ways a number is written, by example. */
export const NUMBER_STYLES = [
  { label: '1.234,5', decimal: ',', group: '.' },
  { label: '1 234,5', decimal: ',', group: ' ' },
  { label: "1'234,5", decimal: ',', group: "'" },
  { label: '1,234.5', decimal: '.', group: ',' },
  { label: '1 234.5', decimal: '.', group: ' ' },
  { label: "1'234.5", decimal: '.', group: "'" },
] as const;

export const styleOf = ({ decimal, group }: Of<'number'>): string =>
  NUMBER_STYLES.find((style) => style.decimal === decimal && style.group === group)?.label ??
  (decimal === ',' ? '1234,5' : '1234.5');

/** Every function a value can go through on its way in (SRC-07). */
export const FUNCTION_KINDS: { readonly [K in Kind]: FunctionKind<K> } = {
  trim: { label: 'Trim spaces', group: 'Text', start: () => ({ kind: 'trim' }), say: () => 'Trim spaces' },
  upper: { label: 'Upper case', group: 'Text', start: () => ({ kind: 'upper' }), say: () => 'Upper case' },
  lower: { label: 'Lower case', group: 'Text', start: () => ({ kind: 'lower' }), say: () => 'Lower case' },
  replace: {
    label: 'Replace text',
    group: 'Text',
    start: () => ({ kind: 'replace', find: '', by: '' }),
    say: ({ find, by }) => `${quoted(find)} becomes ${quoted(by)}`,
  },
  split: {
    label: 'Split',
    group: 'Text',
    start: () => ({ kind: 'split', by: ',', take: 0 }),
    say: ({ by, take }) => `${take === undefined ? 'All parts' : partLabel(take)}, split by ${quoted(by)}`,
  },
  join: {
    label: 'Join columns',
    group: 'Text',
    start: (_columns, column) => ({ kind: 'join', with: ' ', columns: [column] }),
    say: ({ columns, with: between }) => `${columns.join(', ')} joined with ${quoted(between)}`,
  },
  template: {
    label: 'Text with values',
    group: 'Text',
    start: (_columns, column) => ({ kind: 'template', text: `{{${column}}}` }),
    say: ({ text }) => text,
  },
  map: {
    label: 'Replace by pairs',
    group: 'Values',
    start: () => ({ kind: 'map', pairs: [] }),
    say: ({ pairs }) => (pairs.length === 1 ? 'One pair' : `${formatCount(pairs.length)} pairs`),
  },
  static: {
    label: 'Fixed value',
    group: 'Values',
    start: () => ({ kind: 'static', value: '' }),
    say: ({ value }) => `Always ${value === '' ? 'empty' : quoted(value)}`,
  },
  hash: {
    label: 'Hash',
    group: 'Values',
    start: () => ({ kind: 'hash', algorithm: 'sha256' }),
    say: () => 'SHA-256 of the value',
  },
  date: {
    label: 'Date',
    group: 'Read as',
    start: () => ({ kind: 'date', from: 'dd/MM/yyyy' }),
    say: ({ from }) => `Date written as ${from}`,
  },
  number: {
    label: 'Number',
    group: 'Read as',
    start: () => ({ kind: 'number', decimal: ',', group: '.' }),
    say: (transform) => `Number written as ${styleOf(transform)}`,
  },
  point: {
    label: 'Point',
    group: 'Read as',
    start: () => ({ kind: 'point', order: 'lat,lon' }),
    say: ({ lat, lon, order = 'lat,lon' }) => (lat && lon ? `Point of ${lat} and ${lon}` : `Point written as ${order}`),
  },
};

export const labelOf = ({ kind }: Transform): string => FUNCTION_KINDS[kind].label;

/** What a function does, in a few words. */
export function sayFunction<K extends Kind>(transform: Of<K> & { readonly kind: K }): string {
  return FUNCTION_KINDS[transform.kind].say(transform);
}

/** What a list of functions does, for a narrow place. */
export function sayFunctions(transforms: readonly Transform[]): string {
  const [first, ...more] = transforms;
  if (!first) return '';
  return more.length === 0 ? labelOf(first) : `${labelOf(first)} + ${more.length}`;
}
