/** One function of a column's list (SRC-07…11 and the others beside them); plain data, applied in browser, server and ingestor alike. */
export type Transform =
  | { readonly kind: 'map'; readonly pairs: readonly (readonly [key: string, value: string])[] }
  | { readonly kind: 'static'; readonly value: string }
  | { readonly kind: 'upper' }
  | { readonly kind: 'lower' }
  | { readonly kind: 'trim' }
  | { readonly kind: 'split'; readonly by: string; readonly take?: number }
  | { readonly kind: 'join'; readonly with: string; readonly columns: readonly string[] }
  | { readonly kind: 'replace'; readonly find: string; readonly by: string; readonly regexp?: boolean }
  | { readonly kind: 'date'; readonly from: string }
  | { readonly kind: 'number'; readonly decimal: '.' | ','; readonly group?: string }
  | { readonly kind: 'point'; readonly lat?: string; readonly lon?: string; readonly order?: 'lat,lon' | 'lon,lat' }
  | { readonly kind: 'hash'; readonly algorithm: 'sha256' }
  | { readonly kind: 'template'; readonly text: string };
