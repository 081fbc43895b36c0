import { PlatformError, ReplyCode } from '@datasarana/schema';

/** Of a template that was deployed, whose index somebody removed since: calls that read and calls that write are refused alike. */
export const noIndex = (): PlatformError =>
  new PlatformError('The index of this template was removed, so it holds no data and takes none.', {
    code: ReplyCode.Failed,
    type: 'conflict',
    http: 409,
    hint: 'Create it again: PUT /api/schema/data/template/index with the id of the template.',
  });
