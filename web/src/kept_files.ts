// The files that were opened last, kept in the browser so that a reload loses nothing. They may be larger than
// localStorage holds, so they are in its database.

export interface KeptFile {
  name: string;
  text: string;
}

const STORE = 'files';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('espalier', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no database'));
  });
}

async function within<Type>(mode: IDBTransactionMode, what: (store: IDBObjectStore) => IDBRequest<Type>): Promise<Type | null> {
  try {
    const database = await open();
    return await new Promise((resolve, reject) => {
      const request = what(database.transaction(STORE, mode).objectStore(STORE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('no database'));
    });
  } catch {
    return null; // private windows may have none: the files are then opened again by hand
  }
}

export async function keepFiles(files: KeptFile[]): Promise<void> {
  await within('readwrite', (store) => store.put(files, 'curate'));
}

export async function keptFiles(): Promise<KeptFile[]> {
  return ((await within('readonly', (store) => store.get('curate') as IDBRequest<KeptFile[] | undefined>)) ?? []) as KeptFile[];
}
