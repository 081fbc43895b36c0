export {
  type Answer,
  type AppConfig,
  CallFailure,
  type CallOptions,
  type Client,
  ConfigurationMissing,
  isFailure,
  isUnanswered,
  newRequestId,
  type Session,
  type SessionState,
  SessionStore,
  type SessionUser,
} from '@datasarana/client';
export { type PlatformState, usePlatformState } from './platform-state.ts';
export { usePlatformVersion } from './platform-version.ts';
export {
  SessionProvider,
  useApi,
  useHolds,
  useMay,
  useMayChange,
  useMayInGroup,
  useMayOpen,
  useOnline,
  usePlaces,
  useSchemas,
  useSession,
  useSessionStore,
} from './session-context.tsx';
