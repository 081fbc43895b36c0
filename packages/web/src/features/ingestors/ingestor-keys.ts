/** Keys of the ingestors this browser is paired with (ING-18), by their address. Local storage is no place for them (SES-11). */
const DATABASE = 'ds.ingestors';
const STORE = 'keys';

const finished = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return finished(request);
}

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await finished(work(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

export const keyOfIngestor = async (address: string): Promise<string | null> =>
  (await within<string | undefined>('readonly', (store) => store.get(address))) ?? null;

export const keepIngestorKey = async (address: string, key: string): Promise<void> => {
  await within('readwrite', (store) => store.put(key, address));
};
