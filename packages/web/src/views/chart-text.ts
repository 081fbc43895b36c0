/** Letters of everything drawn on a chart (VIS-06). */
export const LABEL = { color: '#D2D2D2', fontFamily: 'Roboto Condensed', fontSize: 12 } as const;
/** The same as CSS writes it, to ask whether it has arrived. */
export const CHART_FONT = `${LABEL.fontSize}px "${LABEL.fontFamily}"`;

/** Exact where it matters: thousands separated, at most three decimals. */
export const figureText = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 3 });
