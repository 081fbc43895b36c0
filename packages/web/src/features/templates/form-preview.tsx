import { type SchemaItem, validateItems } from '@datasarana/schema';
import { SegmentedControl } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Panel } from '../../design/index.ts';
import { RecordForm, type RecordValues } from '../../records/index.ts';
import classes from './templates.module.css';

/** The form the fields make, live: try it, it checks as the platform will. */
export function FormPreview({ items }: { readonly items: readonly SchemaItem[] }) {
  const [width, setWidth] = useState('phone');
  const [value, setValue] = useState<RecordValues>({});
  const errors = useMemo(() => (Object.keys(value).length > 0 ? validateItems(items, value) : {}), [items, value]);
  return (
    <Panel
      title="Form preview"
      className={classes.preview ?? ''}
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Width of the preview"
          value={width}
          onChange={setWidth}
          data={[
            { value: 'desk', label: <IconDeviceDesktop size={14} aria-label="Desk" /> },
            { value: 'phone', label: <IconDeviceMobile size={14} aria-label="Phone" /> },
          ]}
        />
      }
    >
      <div className={classes.previewBody}>
        <RecordForm
          items={items}
          value={value}
          onChange={setValue}
          errors={errors}
          columns={width === 'phone' ? 1 : 2}
        />
      </div>
    </Panel>
  );
}
