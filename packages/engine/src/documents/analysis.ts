import {
  type Analysis,
  type AnyAnalyser,
  analyserNamed,
  NO_PARTS,
  readAnalysis,
  refuseUnreadSynonyms,
} from '@datasarana/query';
import type { StoredIndex } from '../index/definition.ts';
import { nestedSettings } from './settings.ts';

const NO_ANALYSIS: Analysis = { analysers: {}, normalizers: {}, parts: NO_PARTS };

type Settings = Pick<StoredIndex, 'settings'>;

const known = new WeakMap<Settings['settings'], Analysis>();

/** The analysers and normalizers an index was made with. */
export function analysisOf({ settings }: Settings): Analysis {
  const found = known.get(settings);
  if (found !== undefined) return found;
  const { index } = nestedSettings(settings);
  const analysis: unknown = Reflect.get(Object(index), 'analysis');
  const limit = (name: string, usual: number) => Number(Reflect.get(Object(index), name) ?? usual);
  const { ngrams, shingles } = NO_PARTS.limits;
  const limits = { ngrams: limit('max_ngram_diff', ngrams), shingles: limit('max_shingle_diff', shingles) };
  const read = analysis === undefined ? NO_ANALYSIS : readAnalysis(analysis, 'index.analysis', limits);
  known.set(settings, read);
  return read;
}

/** What an index may have kept and no new one is made with. @throws PlatformError */
export function refuseUnreadAnalysis(index: Settings): void {
  for (const analyser of Object.values(analysisOf(index).analysers)) refuseUnreadSynonyms(analyser);
}

/** An analyser by its name, the index's own before those that every index has; undefined when there is none of it. */
export function analyserIn(index: Settings | undefined, name: string | undefined): AnyAnalyser | undefined {
  if (index === undefined || name === undefined) return analyserNamed(name);
  const { analysers } = analysisOf(index);
  return (Object.hasOwn(analysers, name) ? analysers[name] : undefined) ?? analyserNamed(name);
}
