import { reachOf } from '@datasarana/schema';
import { LoadingBlock } from '../../design/index.ts';
import { useSession } from '../../session/index.ts';
import classes from './not-shared.module.css';
import { type TemplateRecord, useTemplate } from './template-calls.ts';

/** Whom to ask for the records of a template. */
export const sharerOf = (template: TemplateRecord | null | undefined): string =>
  template?.owner?.full_name ?? 'an administrator';

/** In place of what is drawn from a template that is gone or not shared with the viewer; its title fits the smallest tile. */
export function NotShared({ template: id }: { readonly template: string }) {
  const template = useTemplate(id);
  const gone = reachOf(useSession().roles, 'data read', 'read') === 'all';
  if (template.isPending) return <LoadingBlock />;
  const title = gone ? 'Template removed' : 'Not shared with you';
  const next = gone ? 'Its records can no longer be read.' : `Ask ${sharerOf(template.data)} to share its data.`;
  return (
    <div className={classes.place}>
      <div className={classes.words} title={`${title}. ${next}`}>
        <p className={classes.title}>{title}</p>
        <p className={classes.next}>{next}</p>
      </div>
    </div>
  );
}
