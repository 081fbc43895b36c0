export { buildApp, VERSION } from './app.ts';
export type { Config, Settings } from './config/config.ts';
export { readSettings, SettingsRefused } from './config/settings.ts';
export { createPlatform, type Platform } from './platform.ts';
