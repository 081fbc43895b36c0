import { ConfigurationMissing } from '@datasarana/client';

/** Shown when the application cannot start; drawn without any library so that it can always be drawn. */
export function BootFailure({ error }: { readonly error: unknown }) {
  const missing = error instanceof ConfigurationMissing ? error.missing : [];
  return (
    <main style={{ maxWidth: 480, margin: '20vh auto 0', padding: 24 }}>
      <h1 style={{ fontSize: 18, lineHeight: '24px', marginBottom: 8 }}>Datasarana cannot start</h1>
      {missing.length > 0 ? (
        <p role="alert">
          Configuration is missing: <code>{missing.join(', ')}</code>. An administrator sets these values on the server.
        </p>
      ) : (
        <p role="alert">{error instanceof Error ? error.message : String(error)}</p>
      )}
      <p style={{ marginTop: 16 }}>
        <a href={window.location.pathname}>Try again</a>
      </p>
    </main>
  );
}
