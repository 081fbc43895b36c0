import type { Template } from '../template.ts';

/** Datasarana JSON: all that another installation needs to make the same template (SRC-37). */
export function platformText(id: string, template: Template): string {
  const { owner: _, deployed: __, ...own } = template;
  return JSON.stringify({ format: 'datasarana.template', format_version: 1, id, ...own }, null, 2);
}
