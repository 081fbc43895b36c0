import { addressOfError } from '@datasarana/client';
import './theme/fonts.ts';
import './theme/tokens.css';
import './theme/base.css';
import './theme/print.css';
import './theme/mantine-login.ts';
import './theme/mantine-overrides.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { boot } from './boot.ts';
import { BootFailure } from './shell/boot-failure.tsx';

const root = createRoot(document.getElementById('root') ?? document.body);

boot().then(
  (application) => root.render(<App application={application} />),
  (error: unknown) => {
    // APP-14: an error that names an address sends the browser there.
    const url = addressOfError(error);
    if (url !== undefined) window.location.assign(url);
    else root.render(<BootFailure error={error} />);
  },
);
