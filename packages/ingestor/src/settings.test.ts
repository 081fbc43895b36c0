import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings, SettingsRefused } from './settings.ts';

test('[ING-18] [ING-20] without settings it listens on loopback and lets the platform’s pages in only', () => {
  const { host, port, origins, platform } = readSettings({ INGESTOR_PLATFORM: 'https://data.example/' });
  assert.deepEqual(
    { host, port, origins, platform },
    { host: '127.0.0.1', port: 7420, origins: ['https://data.example'], platform: 'https://data.example/api' },
  );
});

test('[ING-18] every setting that does not hold is named at once, with what it should be', () => {
  const wrong = {
    INGESTOR_PLATFORM: 'nowhere',
    INGESTOR_PORT: 'x',
    INGESTOR_ORIGINS: 'data.example',
    INGESTOR_WHAT: '1',
  };
  assert.throws(
    () => readSettings(wrong),
    (error: unknown) =>
      error instanceof SettingsRefused &&
      [
        'INGESTOR_PLATFORM is "nowhere"',
        'INGESTOR_PORT is "x"',
        '"data.example"',
        'INGESTOR_WHAT is not a setting',
      ].every((part) => error.message.includes(part)),
  );
});
