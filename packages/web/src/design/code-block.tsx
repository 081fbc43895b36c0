import classes from './code-block.module.css';

interface CodeBlockProps {
  readonly children: string;
  /** As high as what it stands in, instead of as its text. */
  readonly fill?: boolean;
}

/** Text of a machine, as JSON, to read and copy from; scrolls within itself. */
export const CodeBlock = ({ children, fill = false }: CodeBlockProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (axe)
  <pre className={classes.code} data-fill={fill || undefined} tabIndex={0}>
    {children}
  </pre>
);
