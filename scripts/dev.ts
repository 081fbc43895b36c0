import { spawn } from 'node:child_process';
import { readSettings } from '../packages/server/src/config/settings.ts';

/** `npm run dev`: the server restarts when its sources change, the web application reloads in place and calls it where it listens. */
const DATASARANA_URL = process.env.DATASARANA_URL ?? `http://127.0.0.1:${readSettings(process.env).port}`;
const children = [
  spawn(
    process.execPath,
    [
      '--watch-path=packages/server/src',
      '--watch-path=packages/engine/src',
      '--watch-path=packages/schema/src',
      '--watch-path=packages/query/src',
      '--watch-path=packages/sources/src',
      'packages/server/src/main.js',
    ],
    { stdio: 'inherit' },
  ),
  spawn('npm', ['run', 'dev', '-w', '@datasarana/web'], {
    stdio: 'inherit',
    env: { ...process.env, DATASARANA_URL },
  }),
];
const stop = (): void => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
