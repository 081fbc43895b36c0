import { SOURCE_PROVIDERS } from '@datasarana/sources';
import {
  type Icon,
  IconApi,
  IconDatabase,
  IconFolder,
  IconLink,
  IconTopologyStar3,
  IconUpload,
} from '@tabler/icons-react';
import { useGo } from '../../navigation.tsx';
import { type ScreenName, screenNamed } from '../../routes.ts';
import { useMayOpen } from '../../session/index.ts';
import classes from './sources.module.css';

interface Kind {
  readonly icon: Icon;
  readonly meaning: string;
}

/** What the platform reads by itself, by provider. */
const READ: readonly (Kind & { readonly provider: string })[] = [
  { provider: 'mysql', icon: IconDatabase, meaning: 'Tables of MySQL, MariaDB and what speaks as they do' },
  { provider: 'sqlserver', icon: IconDatabase, meaning: 'Tables of SQL Server' },
  { provider: 'rest', icon: IconApi, meaning: 'Pages of JSON or CSV, behind a key or a sign-in' },
  { provider: 'url', icon: IconLink, meaning: 'A file at an address: CSV, workbook, JSON, GeoJSON' },
  { provider: 'platform', icon: IconTopologyStar3, meaning: 'Templates and records of another Datasarana' },
];

/** What comes in on other screens. */
const ELSEWHERE: readonly (Kind & { readonly label: string; readonly to: ScreenName })[] = [
  {
    label: 'File of this computer',
    to: 'toolkit.curation.import',
    icon: IconUpload,
    meaning: 'Dropped under Import data, looked at first',
  },
  {
    label: 'Folder, SQLite or a database beside it',
    to: 'toolkit.observability.ingestors',
    icon: IconFolder,
    meaning: 'Watched by an ingestor on its own machine',
  },
];

/** A provider as it is shown. */
export const labelOf = (provider: string): string =>
  SOURCE_PROVIDERS.find(({ id }) => id === provider)?.label ?? provider;

/** Where data can come from, each a click away: its form, or the screen it comes in by. */
export function SourceKinds({ onAdd }: { readonly onAdd: (provider: string) => void }) {
  const go = useGo();
  const mayOpen = useMayOpen();
  const reached = ELSEWHERE.filter(({ to }) => {
    const screen = screenNamed(to);
    return screen !== undefined && mayOpen(screen);
  });
  return (
    <ul className={classes.kinds}>
      {READ.map(({ provider, ...kind }) => (
        <KindButton key={provider} label={labelOf(provider)} {...kind} onPick={() => onAdd(provider)} />
      ))}
      {reached.map(({ to, ...kind }) => (
        <KindButton key={to} {...kind} onPick={() => go(to)} />
      ))}
    </ul>
  );
}

function KindButton(kind: Kind & { readonly label: string; readonly onPick: () => void }) {
  const { icon: Mark, label, meaning, onPick } = kind;
  return (
    <li>
      <button type="button" className={classes.kind} onClick={onPick}>
        <Mark size={20} aria-hidden />
        <span>
          <strong>{label}</strong>
          <small>{meaning}</small>
        </span>
      </button>
    </li>
  );
}
