import { type Analysis, readAnalysis } from '@datasarana/query';
import type { StoredIndex } from '../index/definition.ts';
import { nestedSettings } from './settings.ts';

const NO_ANALYSIS: Analysis = { analysers: {}, normalizers: {} };

/** The analysers and normalizers an index was made with. */
export function analysisOf({ settings }: Pick<StoredIndex, 'settings'>): Analysis {
  const { index } = nestedSettings(settings);
  const analysis: unknown = Reflect.get(Object(index), 'analysis');
  return analysis === undefined ? NO_ANALYSIS : readAnalysis(analysis, 'index.analysis');
}
