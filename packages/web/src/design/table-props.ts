import type { CSSProperties, ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  readonly header: ReactNode;
  readonly cell: (row: Row, index: number) => ReactNode;
  readonly align?: 'left' | 'right';
  /** CSS grid track, as `120px` or `minmax(120px, 2fr)`. */
  readonly width?: string;
  readonly sortable?: boolean;
  /** Whole text on hover. */
  readonly title?: (row: Row) => string | undefined;
  /** On phones: `name` is the first line, `meta` joins the second, `end` its end, which is cut first, `state` stands right, `hidden` is left out. */
  readonly card?: 'name' | 'meta' | 'end' | 'state' | 'hidden';
  /** What the card says where the cell alone would not be understood; empty = nothing. */
  readonly cardText?: (row: Row) => string;
  readonly mono?: boolean;
  /** Takes room behind the text and is not seen, as noughts that a number has fewer than those around it. */
  readonly fill?: ((row: Row) => string | undefined) | undefined;
  /** Left out where the table has no room for all columns, so that the others need no scrolling sideways. */
  readonly yields?: boolean;
  /** Of all rows, also those not loaded: stands below the column, and stays in sight. */
  readonly total?: ReactNode;
  /** In its head, behind the name, as the edge that changes its width. */
  readonly tools?: ReactNode;
}

export interface Sort {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

export interface RowAction<Row> {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly shortcut?: ReactNode;
  readonly danger?: boolean;
  /** Why it cannot be done now; shown in place of the shortcut. */
  readonly disabled?: string | undefined;
  readonly run: (row: Row) => void;
}

export interface Paging {
  /** Zero-based. */
  readonly page: number;
  readonly size: number;
  readonly total: number;
  /** False while `total` is only what is known of it so far. */
  readonly counted?: boolean;
  readonly onPage: (page: number) => void;
}

export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** What found the rows, as a search: those of another one, of another page or in another order begin at the first. */
  readonly foundBy?: string;
  readonly rowId: (row: Row) => string;
  readonly rowName?: (row: Row) => string;
  readonly dense?: boolean;
  readonly sort?: Sort | undefined;
  readonly onSort?: (sort: Sort) => void;
  readonly selection?: ReadonlySet<string>;
  readonly onSelection?: (selection: ReadonlySet<string>) => void;
  /** Up to three actions for the selected rows; they stand in the foot. */
  readonly selectionActions?: ReactNode;
  readonly onOpen?: (row: Row, index: number) => void;
  /** Where opening a row leads: its name is a link there, and the row opens in a tab of its own as links do. */
  readonly addressOf?: (row: Row) => string;
  /** Id of the row whose detail is open. */
  readonly openId?: string | undefined;
  readonly rowActions?: (row: Row) => readonly RowAction<Row>[];
  readonly paging?: Paging;
  readonly foot?: ReactNode;
  readonly loading?: boolean;
  readonly error?: unknown;
  readonly onRetry?: () => void;
  readonly empty?: ReactNode;
  /** Below the grey rows, while there are none. */
  readonly waiting?: ReactNode;
  /** A row below the last one, as long as there are more to come. */
  readonly end?: ReactNode;
  /** Content below a row, as the fields of an opened document. */
  readonly expanded?: (row: Row) => ReactNode | undefined;
  /** Rows keep their table form on phones and scroll sideways. */
  readonly noCards?: boolean;
  /** Columns are as wide as their content asks for: what none of them takes stays empty behind the last, and heads wait for the first rows. */
  readonly fit?: boolean;
  readonly className?: string;
  readonly style?: CSSProperties;
}
