import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import classes from './outline.module.css';
import { Page, PageHeader } from './page.tsx';
import { Panel, Toolbar } from './panel.tsx';
import { LoadingRows } from './states.tsx';

/** Outlines on the screen just now. */
let standing = 0;

/** A coming screen: its marks appear after 150 ms, at once where one outline takes the place of another. */
export function Outline({ children }: { readonly children: ReactNode }) {
  // no delay at all would still draw one frame without them
  const [late] = useState(standing > 0 ? '-1ms' : '150ms');
  useEffect(() => {
    standing += 1;
    return () => {
      standing -= 1;
    };
  }, []);
  return (
    <div className={classes.outline} aria-busy style={{ '--late': late } as CSSProperties}>
      {children}
    </div>
  );
}

interface GhostProps {
  readonly className?: string | undefined;
  readonly width?: number | undefined;
}

/** The place of a control, as high as controls are. */
export const Ghost = ({ className = '', width }: GhostProps) => (
  <span aria-hidden className={`${classes.ghost} ${className}`} {...(width !== undefined && { style: { width } })} />
);

/** Places of the buttons in a page's head, by their widths in px. */
export const GhostActions = ({ widths }: { readonly widths: readonly number[] }) =>
  widths.map((width) => <Ghost key={width} width={width} className={classes.action} />);

/** Place of the state that stands beside the title. */
export const GhostBadge = ({ width }: { readonly width: number }) => <Ghost width={width} className={classes.badge} />;

const ROWS = 12;

/** Any screen of a list: head, bar, rows. */
export function ListOutline({ title }: { readonly title: string }) {
  return (
    <Outline>
      <Page>
        <PageHeader title={title} />
        <Toolbar>
          <Ghost width={160} />
          <Ghost width={240} />
        </Toolbar>
        <Panel label={title}>
          <LoadingRows rows={ROWS} />
        </Panel>
      </Page>
    </Outline>
  );
}
