import { taken, type UglyFile } from './ugly-file.ts';

const columns = (mapped: Readonly<Record<string, string | null>>) => ({ columns: JSON.stringify(mapped) });
const ofLog = { ignore_unknown: 'true', ...columns({ thread: 'code', message: 'txt1', time: 'day1' }) };

/** Logs as programs write them, their level before the thread and behind it. */
const LOGS: readonly UglyFile[] = [
  taken(
    'log4j.log',
    '2024-05-05 10:00:00,123 INFO  [main] com.x.Y - up, at last\n2024-05-05 10:00:01,123 ERROR [pool-1] com.x.Z - bad\njava.io.IOException: x\n\tat com.x.Z.run(Z.java:1)\n2024-05-05 10:00:02,123 WARN slow\n',
    2,
    [5],
    ofLog,
  ),
  taken(
    'spring.log',
    '2024-05-05 10:00:00.123  INFO 123 --- [           main] c.x.Y                  : up\n2024-05-05 10:00:01.123 ERROR 123 --- [nio-1] o.C.[.[.[/]              : a : b\n\njava.lang.IllegalStateException: x\n',
    2,
    [],
    ofLog,
  ),
  taken(
    'logback.log',
    '2024-05-05 10:00:00,123 [main] INFO  c.x.Y - up\n2024-05-05 10:00:00,123 [t-1] INFO  c.x.Y - up\n',
    2,
    [],
    ofLog,
  ),
  taken(
    'opensearch.log',
    '[2024-05-05T10:00:00,123][INFO ][o.o.n.Node               ] [node-1] initialized\n[2024-05-05T10:00:01,123][WARN ][o.o.m.j.JvmGcMonitorService] [node-2] [gc][1] overhead\n',
    2,
    [],
    { ignore_unknown: 'true', ...columns({ node: 'code', message: 'txt1', time: 'day1' }) },
  ),
];

/** What programs write for themselves, or for others of their kind. */
export const PROGRAMS: readonly UglyFile[] = [...LOGS];
