/** Rows of a list that are asked for at a time. */
const PAGE = 500;

interface Page {
  readonly from: number;
  readonly to: number;
}

/** All rows of a list, page by page; one that moves to the next page while they are asked for is there once. */
export async function everyPage<T extends { readonly id: string }>(
  ask: (page: Page) => Promise<readonly T[] | null | undefined>,
): Promise<readonly T[]> {
  const found = new Map<string, T>();
  for (let from = 0; ; from += PAGE) {
    const rows = (await ask({ from, to: from + PAGE })) ?? [];
    for (const row of rows) found.set(row.id, row);
    if (rows.length < PAGE) return [...found.values()];
  }
}
