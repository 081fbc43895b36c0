import type { HitAnswer } from '@datasarana/client';
import { useMemo, useRef } from 'react';
import { PHONE } from '../../design/widths.ts';
import { columnTracks, columnWidth } from './column-widths.ts';

/** A column of records by its field; its text is what decides the width. */
export interface ShownColumn {
  readonly name: string;
  readonly grows: boolean;
  readonly shown: (hit: HitAnswer) => string;
  readonly fill?: ((hit: HitAnswer) => string | undefined) | undefined;
  /** Stands below it. */
  readonly total?: string;
}

/** Above this many px a column is cut; on phones the next one is to be seen as well. */
const MOST = { wide: 320, phone: 200 };

/**
 * Tracks of the records' columns by what the first page holds. A column never becomes narrower while a template is looked at:
 * searches that find less do not move the table.
 */
export function useColumnTracks(
  template: string,
  columns: readonly ShownColumn[],
  page: readonly HitAnswer[] | undefined,
): readonly string[] {
  const widest = useRef({ template, px: new Map<string, number>() });
  return useMemo(() => {
    if (widest.current.template !== template) widest.current = { template, px: new Map() };
    const { px } = widest.current;
    for (const { name, grows, shown, fill, total } of columns) {
      const texts = page?.map((hit) => shown(hit) + (fill?.(hit) ?? '')) ?? [];
      const cells = [...texts, ...(total === undefined ? [] : [total])];
      const asked = columnWidth({ header: name, cells, grows }, measure);
      px.set(name, Math.max(px.get(name) ?? 0, asked));
    }
    const most = matchMedia(PHONE).matches ? MOST.phone : MOST.wide;
    return columnTracks(
      columns.map(({ name, grows }) => ({ px: px.get(name) ?? 0, grows })),
      most,
    );
  }, [template, columns, page]);
}

/** Px of a figure or letter where no canvas can be had. */
const GUESSED = 7;
let pen: CanvasRenderingContext2D | null | undefined;

/** Px of a text in a dense cell: there all figures are as wide as a nought, and in numbers and dates what stands between them. */
function measure(text: string): number {
  if (pen === undefined) {
    pen = document.createElement('canvas').getContext('2d');
    if (pen) pen.font = `500 12px ${getComputedStyle(document.body).fontFamily}`;
  }
  const drawn = FIGURES.test(text) ? '0'.repeat(text.length) : text.replaceAll(/\d/g, '0');
  return pen ? pen.measureText(drawn).width : text.length * GUESSED;
}

const FIGURES = /^[\d\s:.,+-]+$/;
