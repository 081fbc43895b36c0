import { Menu } from '@mantine/core';
import type { ViewSearch, ViewSort } from '../../views/definition.ts';
import type { TemplateRecord } from '../templates/template-calls.ts';
import type { DesignField } from '../views/designer-fields.ts';
import { downloadChoices } from '../views/download-formats.ts';
import { useDownload } from './use-download.ts';

export interface ExportItemsProps {
  readonly template: TemplateRecord;
  readonly search: ViewSearch;
  readonly sort: ViewSort | null;
  /** The records have a point or a shape. */
  readonly hasPlace: boolean;
  /** The columns somebody chose; none where nobody did. */
  readonly columns: readonly string[];
  readonly fields: readonly DesignField[];
}

/** Columns as a file has them: objects under Nested stand in one. */
const exportedColumns = (columns: readonly string[], fields: readonly DesignField[]): readonly string[] => [
  ...new Set(
    columns.flatMap((name) => {
      const field = fields.find((candidate) => candidate.name === name);
      return field ? (field.nested?.[0] ?? name) : [];
    }),
  ),
];

/** Entries of a menu: all matches in each format, and again with the columns shown alone. */
export function ExportItems({ template, search, sort, hasPlace, columns, fields }: ExportItemsProps) {
  const download = useDownload(template, search, sort);
  const choices = downloadChoices(hasPlace);
  const chosen = exportedColumns(columns, fields);
  return (
    <>
      {choices.map((choice) => (
        <Menu.Item key={choice.format} onClick={() => download(choice)}>
          {choice.label}
        </Menu.Item>
      ))}
      {chosen.length > 0 && <Menu.Divider />}
      {chosen.length > 0 &&
        choices
          .filter(({ tabular }) => tabular)
          .map((choice) => (
            <Menu.Item key={choice.format} onClick={() => download(choice, chosen)}>
              {choice.label.replace('All matches', 'Columns shown')}
            </Menu.Item>
          ))}
    </>
  );
}
