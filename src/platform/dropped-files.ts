/** Files beyond this number are not read from a drop. */
const LOOKED_AT_MAX = 5_000;

interface Entry {
  isFile: boolean;
  isDirectory: boolean;
  file(found: (file: File) => void, failed: () => void): void;
  createReader(): { readEntries(found: (entries: Entry[]) => void, failed: () => void): void };
}

const fileOf = (entry: Entry): Promise<File | undefined> => new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));

async function entriesOf(folder: Entry): Promise<Entry[]> {
  const reader = folder.createReader();
  const all: Entry[] = [];
  for (;;) {
    // Browsers return the entries of a folder in portions.
    const some = await new Promise<Entry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

async function collect(entries: readonly Entry[], files: File[]): Promise<void> {
  for (const entry of entries) {
    if (files.length >= LOOKED_AT_MAX) return;
    if (entry.isDirectory) await collect(await entriesOf(entry), files);
    else {
      const file = await fileOf(entry);
      // Files that the operating system creates by itself are ignored.
      if (file !== undefined && !file.name.startsWith('.') && file.name !== 'Thumbs.db') files.push(file);
    }
  }
}

/** Returns the dropped files, including those inside folders, in folder order. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.kind === 'file' ? (item.webkitGetAsEntry() as Entry | null) : null;
    return entry === null ? [] : [entry];
  });
  if (entries.length === 0) return [...transfer.files];
  const files: File[] = [];
  await collect(entries, files);
  return files;
}
