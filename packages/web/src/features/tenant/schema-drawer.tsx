import type { Schema } from '@datasarana/schema';
import type { ReactNode } from 'react';
import { DetailDrawer, ErrorState, LoadingRows } from '../../design/index.ts';
import { useSchema } from './use-schema.ts';

/** One record beside its list. */
export interface BesideListProps {
  readonly id: string;
  readonly position: string;
  readonly onClose: () => void;
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
  readonly onChanged: () => void;
}

interface SchemaDrawerProps {
  /** Name of a system schema, and what a record of it is called. */
  readonly kind: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: (schema: Schema) => ReactNode;
}

/** A drawer whose content needs the schema of its record: it loads, or says why it does not. */
export function SchemaDrawer({ kind, title, onClose, children }: SchemaDrawerProps) {
  const schema = useSchema(kind);
  if (schema.data) return children(schema.data);
  return (
    <DetailDrawer title={title} onClose={onClose}>
      {schema.isPending ? (
        <LoadingRows rows={6} height={56} />
      ) : (
        <ErrorState
          error={schema.error ?? new Error(`The platform has no schema of a ${title.toLowerCase()}`)}
          onRetry={() => void schema.refetch()}
        />
      )}
    </DetailDrawer>
  );
}
