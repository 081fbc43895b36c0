import type { BatchAnswer, Client } from '@datasarana/client';
import type { ImportPlan } from './plan.ts';
import { planOptions } from './plan.ts';
import { keepRecipe, recipeOf } from './recipes.ts';
import { type UploadOptions, uploadFile } from './upload.ts';

interface PlannedUpload extends Pick<UploadOptions, 'dryRun' | 'kept' | 'requestId'> {
  readonly plan: ImportPlan;
  readonly template: string;
}

/** Sends the file of a plan into a template, its columns as they were planned. Answers and throws as `uploadFile` does. */
export function uploadPlan(
  api: Client,
  { plan, template, ...how }: PlannedUpload,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<BatchAnswer> {
  const { delimiter, escapes, encoding, headerRow } = plan.preview;
  const options = {
    ...how,
    template,
    delimiter,
    escapes,
    encoding,
    headerRow,
    ...planOptions(plan.columns),
    keepColumns: () => keepRecipe(api, recipeOf(plan), template),
    opened: plan.opened,
  };
  return uploadFile(api, plan.file, options, onProgress, signal);
}
