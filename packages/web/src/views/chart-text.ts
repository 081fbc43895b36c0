/** Letters of everything drawn on a chart (VIS-06). */
export const LABEL = { color: '#D2D2D2', fontFamily: 'Roboto Condensed', fontSize: 12 } as const;
/** The same as CSS writes it, to ask whether it has arrived. */
export const CHART_FONT = `${LABEL.fontSize}px "${LABEL.fontFamily}"`;

/** Names along an axis: a long one is cut, so that it leaves room for what is drawn; it stands whole beside the pointer. */
export const AXIS_NAME = { ...LABEL, hideOverlap: true, width: 140, overflow: 'truncate' } as const;

/** The title of an axis: one longer than a phone is wide ends in an ellipsis. */
export const AXIS_TITLE = { nameLocation: 'middle', nameTruncate: { maxWidth: 280, ellipsis: '…' } } as const;

const MOST = 28;

/** A name where there is no axis to cut it: at most 28 letters. */
export function shortName(name: string): string {
  const letters = [...name];
  return letters.length > MOST
    ? `${letters
        .slice(0, MOST - 1)
        .join('')
        .trimEnd()}…`
    : name;
}
