export { type Answer, Api, type CallOptions, connection, lastRequest, newRequestId } from './api.ts';
export { type AppConfig, ConfigurationMissing, loadConfig, parseConfig } from './config.ts';
export { CallFailure, isFailure } from './reply.ts';
export { SessionProvider, useApi, useMay, useSession, useSessionStore } from './session-context.tsx';
export { type Session, type SessionState, SessionStore, type SessionUser } from './store.ts';
