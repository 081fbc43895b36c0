export { type Caller, type CallOptions, callerFor, type HttpReply, ok } from './platform/caller.ts';
export { deployTemplate } from './platform/deploy-template.ts';
export { type DoorCaller, type DoorReply, doorFor, doorOf } from './platform/door.ts';
export { doorsForFile } from './platform/doors-for-file.ts';
export { EVERY_TYPE } from './platform/every-type.ts';
export { addTenant, PASSWORD, type Person, SIGNED_ROLES, type SignedRole } from './platform/people.ts';
export { platformForFile } from './platform/platform-for-file.ts';
export { startPlatform, type TestPlatform, type TestTenant } from './platform/start-platform.ts';
export { until } from './until.ts';
