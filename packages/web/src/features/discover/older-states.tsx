import { Button } from '@mantine/core';
import type { useStatePages } from './state-pages.ts';
import classes from './states.module.css';

type Pages = Pick<
  ReturnType<typeof useStatePages>,
  'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage' | 'isFetchNextPageError' | 'error'
>;

/** The end of a list of states: asks for those behind it, and says when they do not come. */
export function OlderStates({ pages, children }: { readonly pages: Pages; readonly children: string }) {
  if (!pages.hasNextPage) return null;
  return (
    <div className={classes.older}>
      {pages.isFetchNextPageError && <span role="alert">They did not come: {pages.error?.message}</span>}
      <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {children}
      </Button>
    </div>
  );
}
