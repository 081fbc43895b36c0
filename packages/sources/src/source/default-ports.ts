/** SRC-13: the port a database is reached at when none is set. */
export const DEFAULT_PORTS = { mysql: 3306, sqlserver: 1433 } as const;
