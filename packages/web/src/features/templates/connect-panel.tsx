import { Panel } from '../../design/index.ts';
import { ScreenLink } from '../../navigation.tsx';
import { ConnectWays } from '../connect/connect-ways.tsx';
import classes from './templates.module.css';

/** How a program reads the records of a template. */
export const ConnectPanel = ({ index }: { readonly index: string }) => (
  <Panel title="Connect a program" padded>
    <div className={classes.storage}>
      <ConnectWays index={index} />
      <p className={classes.connectNote}>
        A program signs in with an API token of <ScreenLink to="toolkit.account">your account</ScreenLink>. More is in{' '}
        <ScreenLink to="toolkit.docs" search={{ guide: 'use-opensearch-clients' }}>
          the guide for OpenSearch’s clients
        </ScreenLink>
        .
      </p>
    </div>
  </Panel>
);
