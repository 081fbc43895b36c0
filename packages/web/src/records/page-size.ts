import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@datasarana/schema';

const SIZES = new Map<string, number>(Object.entries(PAGE_SIZES));

/** Rows of a page by kind or call: 10 for groups and tenants, 20 for accounts of a domain, 50 for most (LIM-01…05). */
export const pageSizeOf = (kind: string): number => SIZES.get(kind) ?? DEFAULT_PAGE_SIZE;
