/** Zero-based, of the page that an address counts from 1 on; the first where it names none. */
export const pageOfAddress = (text: string | undefined): number =>
  Math.max(0, Number.parseInt(text ?? '1', 10) - 1 || 0);

/** What an address says of a page; the first needs no word. */
export const pageInAddress = (page: number): string | undefined => (page === 0 ? undefined : String(page + 1));
