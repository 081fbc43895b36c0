import { spawn } from 'node:child_process';

/** `npm run dev`: the server restarts when its sources change, the web application reloads in place. */
const children = [
  spawn(
    process.execPath,
    [
      '--watch-path=packages/server/src',
      '--watch-path=packages/engine/src',
      '--watch-path=packages/schema/src',
      '--watch-path=packages/query/src',
      '--watch-path=packages/sources/src',
      'packages/server/src/main.ts',
    ],
    { stdio: 'inherit' },
  ),
  spawn('npm', ['run', 'dev', '-w', '@datasarana/web'], { stdio: 'inherit' }),
];
const stop = (): void => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
