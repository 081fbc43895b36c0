import { Fragment } from 'react';

/**
 * The name of a field, to be broken behind its words where a line ends. Names that come of nested data begin alike: cut at their
 * end, they would be told apart by nobody.
 */
export const BrokenName = ({ name }: { readonly name: string }) =>
  name.split(/(?<=[_.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a name have no other identity
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
