import './theme/fonts.ts';
import './theme/tokens.css';
import './theme/base.css';
import './theme/mantine-login.ts';
import './theme/mantine-overrides.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { boot } from './boot.ts';
import { BootFailure } from './shell/boot-failure.tsx';

const root = createRoot(document.getElementById('root') ?? document.body);

boot().then(
  (store) => root.render(<App store={store} />),
  (error: unknown) => {
    // APP-14: an error that names an address sends the browser there.
    console.error('Boot failed', error);
    const url = typeof error === 'object' && error !== null && 'url' in error ? error.url : undefined;
    if (typeof url === 'string') window.location.assign(url);
    else root.render(<BootFailure error={error} />);
  },
);
