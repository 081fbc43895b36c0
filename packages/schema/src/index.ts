export * from './codes.ts';
export type * from './endpoint.ts';
export * from './platform-error.ts';
export type * from './schema.ts';
export * from './value-type.ts';
