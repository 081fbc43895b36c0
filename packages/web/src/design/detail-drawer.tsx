import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { message } from '../messages/index.ts';
import classes from './detail-drawer.module.css';
import { COVERED, useWindowIs } from './widths.ts';

interface DetailDrawerProps {
  readonly title: string;
  readonly onClose: () => void;
  /** As "User 9 of 23". */
  readonly position?: string;
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
  readonly subtitle?: ReactNode;
  readonly badge?: ReactNode;
  readonly avatar?: ReactNode;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

/** Escape in a control whose list is open closes that list only. */
const closesList = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true';

/** Docks beside the list and does not dim it; it lies over it where there is no room for both, and on phones covers the page. Escape closes it and gives the focus back. */
export function DetailDrawer(props: DetailDrawerProps) {
  const { title, onClose, position, onPrevious, onNext, subtitle, badge, avatar, children, foot } = props;
  const heading = useId();
  const covers = useWindowIs(COVERED);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is dialog or complementary, by width
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: see above
    <div
      ref={box}
      tabIndex={-1}
      className={classes.drawer}
      role={covers ? 'dialog' : 'complementary'}
      aria-labelledby={heading}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && !closesList(event.target)) onClose();
      }}
    >
      <div className={classes.bar}>
        <span className={classes.position}>{position}</span>
        {(onPrevious || onNext) && (
          <>
            <ActionIcon aria-label="Previous" disabled={!onPrevious} onClick={onPrevious}>
              <IconChevronUp size={18} />
            </ActionIcon>
            <ActionIcon aria-label="Next" disabled={!onNext} onClick={onNext}>
              <IconChevronDown size={18} />
            </ActionIcon>
          </>
        )}
        <ActionIcon aria-label={message('action.close')} onClick={onClose}>
          <IconX size={18} />
        </ActionIcon>
      </div>
      <div className={classes.who}>
        {avatar}
        <div className={classes.names}>
          <h2 id={heading} className={classes.title}>
            {title}
          </h2>
          {subtitle !== undefined && <div className={classes.subtitle}>{subtitle}</div>}
        </div>
        {badge}
      </div>
      <div className={classes.body}>{children}</div>
      {foot !== undefined && foot !== false && <div className={classes.foot}>{foot}</div>}
    </div>
  );
}
