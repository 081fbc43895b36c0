export * from './codes.ts';
export type * from './endpoint.ts';
export { ENDPOINTS, type EndpointId, type EndpointRow, endpointById } from './endpoints/index.ts';
export { newId } from './new-id.ts';
export * from './permissions.ts';
export * from './platform-error.ts';
export type * from './schema.ts';
export * from './value-type.ts';
