import { PICTURE_TYPES } from '@datasarana/sources';
import { Button } from '@mantine/core';
import { IconDownload, IconFile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { notifyFailure } from '../../design/index.ts';
import { formatBytes } from '../../records/format.ts';
import { useApi } from '../../session/index.ts';
import { fetchDownload, saveDownload } from '../imports/download.ts';
import classes from './discover.module.css';

interface File {
  readonly name: string;
  readonly media_type: string;
  readonly size: number;
  readonly sha256: string;
}

/** A record may have a file when a checksum stands in it. */
const CHECKSUM = /"[0-9a-f]{64}"/;
/** Larger pictures are saved, not shown. */
const SHOWN_BYTES = 10 * 1024 * 1024;

interface KeptFilesProps {
  readonly template: string;
  readonly id: string;
  readonly source: unknown;
}

/** The files a record stands for (SRC-37): small pictures are shown, everything can be saved. */
export function KeptFiles({ template, id, source }: KeptFilesProps) {
  const api = useApi();
  const files = useQuery({
    queryKey: ['kept-files', template, id],
    enabled: CHECKSUM.test(JSON.stringify(source) ?? '') && api.may('data.generic.list'),
    queryFn: async ({ signal }) => {
      const { data } = await api.call<readonly File[] | null>('data.generic.list', { query: { template, id }, signal });
      return data ?? [];
    },
  });
  if (!files.data || files.data.length === 0) return null;
  return (
    <ul className={classes.files} aria-label="Files">
      {files.data.map((file) => (
        <li key={file.sha256}>
          <KeptFile file={file} query={{ template, id, sha256: file.sha256 }} />
        </li>
      ))}
    </ul>
  );
}

interface KeptFileProps {
  readonly file: File;
  readonly query: { readonly template: string; readonly id: string; readonly sha256: string };
}

function KeptFile({ file, query }: KeptFileProps) {
  const api = useApi();
  const address = api.address('data.generic.get', { query });
  return (
    <>
      <Picture file={file} address={address} />
      <span className={classes.fileFacts}>
        <b>{file.name}</b>
        <small>
          {file.media_type}, {formatBytes(file.size)}
        </small>
      </span>
      <Button
        size="sm"
        leftSection={<IconDownload size={14} />}
        onClick={() => saveDownload(address, api.headers(), file.name).catch(notifyFailure)}
      >
        Download
      </Button>
    </>
  );
}

/** A picture of a kind that runs nothing, small; a sign for everything else. */
function Picture({ file, address }: { readonly file: File; readonly address: string }) {
  const api = useApi();
  const shown = PICTURE_TYPES.has(file.media_type) && file.size <= SHOWN_BYTES;
  const [url, setUrl] = useState<string | null>(null);
  const picture = useQuery({
    queryKey: ['kept-picture', address],
    enabled: shown,
    gcTime: 0,
    queryFn: async ({ signal }) => fetchDownload(address, api.headers(), { signal }),
  });
  useEffect(() => {
    if (!picture.data) return;
    // The platform says "bytes"; the kind comes from its list of pictures, never from the file.
    const made = URL.createObjectURL(new Blob([picture.data], { type: file.media_type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture.data, file.media_type]);
  if (url === null) return <IconFile size={24} aria-hidden />;
  return <img className={classes.picture} src={url} alt={file.name} />;
}
