import { Button, SegmentedControl } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { CodeBlock, CopyText } from '../../design/index.ts';
import { CONNECT_WAYS, type ConnectWay, connectLines } from './connect-lines.ts';
import classes from './connect-ways.module.css';

interface ConnectWaysProps {
  readonly token?: string;
  readonly index?: string;
}

/** Lines to copy with which a program reads here as it would from OpenSearch. */
export function ConnectWays(to: ConnectWaysProps) {
  const [way, setWay] = useState<ConnectWay>('curl');
  const lines = connectLines(way, { ...to, base: location.origin });
  return (
    <div className={classes.ways}>
      <div className={classes.head}>
        <SegmentedControl size="xs" aria-label="Program" data={[...CONNECT_WAYS]} value={way} onChange={setWay} />
        <CopyText value={lines}>
          {({ copied, copy }) => (
            <Button size="xs" leftSection={<IconCopy size={14} />} aria-label={`Copy the ${way} lines`} onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyText>
      </div>
      <CodeBlock>{lines}</CodeBlock>
    </div>
  );
}
