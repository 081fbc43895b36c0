import type { ReactNode } from 'react';
import { DetailDrawer, LoadingBlock, Missing } from '../../design/index.ts';
import type { TemplateRecord } from '../templates/template-calls.ts';
import classes from './discover.module.css';
import type { OpenedDocument } from './opened-document.ts';

interface DocumentAsideProps {
  readonly id: string;
  /** Undefined while it is looked for. */
  readonly opened: OpenedDocument | undefined;
  readonly template: TemplateRecord;
  readonly onClose: () => void;
  /** The document, once it is there. */
  readonly children: ReactNode;
}

/** The open document when no row of the table is it: an address of somebody else, or rows that came anew. */
export function DocumentAside({ id, opened, template, onClose, children }: DocumentAsideProps) {
  const there = opened?.now ?? opened?.first;
  return (
    <DetailDrawer
      title={`Document ${id.slice(-12)}`}
      {...(there && { subtitle: 'Not among the rows of the table' })}
      onClose={onClose}
    >
      {there ? (
        <div className={classes.beside}>{children}</div>
      ) : opened ? (
        <Missing
          noun="document"
          to="toolkit.analytic.discover"
          list={`all of ${template.name}`}
          search={{ template: template.id }}
        >
          It was deleted, or it is not in {template.name}.
        </Missing>
      ) : (
        <LoadingBlock height={120} />
      )}
    </DetailDrawer>
  );
}
