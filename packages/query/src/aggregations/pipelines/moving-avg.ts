import { Fields, readInteger, readNumber } from '../../reading/fields.ts';
import { isObject, type JsonObject, present } from '../../reading/json.ts';
import { unsupported } from '../../reading/refusal.ts';
import type { AggregationForm } from '../definition.ts';
import { illegalArgument } from '../refusal.ts';
import { type OfBuckets, printOfBuckets, readOfBuckets } from './definition.ts';
import type { SeasonalSettings } from './moving-functions.ts';

const MODELS = ['simple', 'linear', 'ewma', 'holt', 'holt_winters'] as const;

/** A moving average by one of the named models; the older form of moving_fn. */
export interface MovingAvgAggregation extends OfBuckets {
  readonly kind: 'moving_avg';
  readonly window: number;
  readonly model: (typeof MODELS)[number];
  readonly settings: SeasonalSettings;
}

const SETTINGS: SeasonalSettings = { alpha: 0.3, beta: 0.1, gamma: 0.3, period: 1, multiplicative: false };

export const movingAvgForm: AggregationForm<MovingAvgAggregation> = {
  shape: 'parent_pipeline',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'moving_avg');
    const window = fields.optional('window', (given, at) => readInteger(given, at)) ?? 5;
    if (window <= 0) {
      throw illegalArgument('[window] must be a positive, non-zero integer.', `Correct ${fields.at('window')}.`);
    }
    const node: MovingAvgAggregation = {
      kind: 'moving_avg',
      ...readOfBuckets(fields, name),
      window,
      model: fields.choice('model', MODELS) ?? 'simple',
      settings: fields.optional('settings', readSettings) ?? SETTINGS,
    };
    if (fields.flag('minimize', false)) throw unsupported(fields.at('minimize'), '[minimize] of moving_avg');
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      ...printOfBuckets(node),
      window: node.window === 5 ? undefined : node.window,
      model: node.model === 'simple' ? undefined : node.model,
      settings: printSettings(node.settings),
    }),
};

function readSettings(value: unknown, path: string): SeasonalSettings {
  const fields = new Fields(value, path, 'settings');
  const number = (name: 'alpha' | 'beta' | 'gamma') =>
    fields.optional(name, (given, at) => readNumber(given, at, { min: 0, max: 1 })) ?? SETTINGS[name];
  const settings: SeasonalSettings = {
    alpha: number('alpha'),
    beta: number('beta'),
    gamma: number('gamma'),
    period: fields.optional('period', (given, at) => readInteger(given, at, { min: 1 })) ?? SETTINGS.period,
    multiplicative: (fields.choice('type', ['add', 'mult']) ?? 'add') === 'mult',
  };
  fields.hints('pad');
  fields.done();
  return settings;
}

function printSettings(settings: SeasonalSettings): JsonObject | undefined {
  const changed = present({
    alpha: settings.alpha === SETTINGS.alpha ? undefined : settings.alpha,
    beta: settings.beta === SETTINGS.beta ? undefined : settings.beta,
    gamma: settings.gamma === SETTINGS.gamma ? undefined : settings.gamma,
    period: settings.period === SETTINGS.period ? undefined : settings.period,
    type: settings.multiplicative ? 'mult' : undefined,
  });
  return isObject(changed) && Object.keys(changed).length > 0 ? (changed as JsonObject) : undefined;
}
