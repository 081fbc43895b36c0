import { isArchived, isReplayable, isSearched, keyFields, type SchemaItem, storageFaults } from '@datasarana/schema';
import { NumberInput, Switch } from '@mantine/core';
import { Panel } from '../../design/index.ts';
import classes from './templates.module.css';

type Config = Readonly<Record<string, unknown>>;

interface Flag {
  readonly name: 'search_index' | 'kafka_index' | 's3_index';
  readonly label: string;
  readonly isOn: (config: Config) => boolean;
  readonly on: string;
  readonly off: (config: Config) => string;
}

const FLAGS: readonly Flag[] = [
  {
    name: 'search_index',
    label: 'Search index',
    isOn: isSearched,
    on: 'Records are searched, drawn in views, downloaded and edited.',
    off: (config) =>
      `Rows are checked and counted, and the ${isArchived(config) ? 'archive' : 'stream'} alone keeps them: nothing is searched, drawn, downloaded or edited.`,
  },
  {
    name: 'kafka_index',
    label: 'Stream',
    isOn: isReplayable,
    on: 'Batches are kept as they came, to be read, replayed and made an index of.',
    off: () => 'Batches pass through, so that none is lost, and go once they are applied.',
  },
  {
    name: 's3_index',
    label: 'Archive',
    isOn: isArchived,
    on: 'Records are written as Parquet files, too.',
    off: () => 'No more Parquet files are written.',
  },
];

const FLAG_CLASSES = { body: classes.flag ?? '', description: classes.flagWords ?? '' };

interface StoragePanelProps {
  readonly config: Config;
  readonly items: readonly SchemaItem[];
  readonly disabled: boolean;
  readonly onChange: (config: Config) => void;
}

/** Where the records of a template are kept, each place with what it means in plain words (TPL-36). */
export function StoragePanel({ config, items, disabled, onChange }: StoragePanelProps) {
  const [fault] = Object.values(storageFaults(config, keyFields(items)));
  return (
    <Panel title="Storage" padded>
      <div className={classes.storage}>
        {FLAGS.map(({ name, label, isOn, on, off }) => (
          <Switch
            key={name}
            classNames={FLAG_CLASSES}
            label={label}
            description={isOn(config) ? on : off(config)}
            checked={isOn(config)}
            disabled={disabled}
            onChange={(event) => onChange({ ...config, [name]: event.currentTarget.checked })}
          />
        ))}
        <NumberInput
          label="Copies of the search index"
          description="Beside the index itself, each on a node of its own: a single node keeps none."
          min={0}
          max={16}
          maw={240}
          allowDecimal={false}
          clampBehavior="strict"
          value={Number(config.search_replica ?? 0)}
          disabled={disabled || !isSearched(config)}
          onChange={(value) => onChange({ ...config, search_replica: Number(value) })}
        />
      </div>
      {fault ? (
        <p role="alert" className={classes.storageFault}>
          {fault}.
        </p>
      ) : (
        <p className={classes.storageNote}>
          A change takes effect with a deploy; what is switched on is filled with the records there are.
        </p>
      )}
    </Panel>
  );
}
