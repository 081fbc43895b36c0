import { usePlatformVersion } from '../../session/index.ts';
import classes from './ingestors.module.css';

/** Says when an ingestor is of another version than the platform. */
export function VersionNotice({ version }: { readonly version: string }) {
  const platform = usePlatformVersion();
  if (platform === undefined || platform === version) return null;
  return (
    <p role="status" className={classes.notice}>
      {`The ingestor is version ${version}, the platform ${platform}. Bring both to the same version: stop the ingestor on its machine, update it and start it again. Its tasks go on where they were.`}
    </p>
  );
}
