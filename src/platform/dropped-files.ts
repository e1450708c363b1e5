/** Files beyond this number are not read from a drop. */
const MAX_FILES = 5_000;

interface Entry {
  isFile: boolean;
  isDirectory: boolean;
  file(found: (file: File) => void, failed: () => void): void;
  createReader(): { readEntries(found: (entries: Entry[]) => void, failed: () => void): void };
}

const fileOf = (entry: Entry): Promise<File | undefined> => new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));

async function readFolder(folder: Entry): Promise<Entry[]> {
  const reader = folder.createReader();
  const all: Entry[] = [];
  for (;;) {
    // Browsers return the entries of a folder in portions.
    const portion = await new Promise<Entry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (portion.length === 0) return all;
    all.push(...portion);
  }
}

async function collectFiles(entries: readonly Entry[], files: File[]): Promise<void> {
  for (const entry of entries) {
    if (files.length >= MAX_FILES) return;
    if (entry.isDirectory) await collectFiles(await readFolder(entry), files);
    else {
      const file = await fileOf(entry);
      // Files that the operating system creates by itself are ignored.
      if (file !== undefined && !file.name.startsWith('.') && file.name !== 'Thumbs.db') files.push(file);
    }
  }
}

/** Returns the dropped files, including those inside folders, in folder order. */
export async function readDroppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.kind === 'file' ? (item.webkitGetAsEntry() as Entry | null) : null;
    return entry === null ? [] : [entry];
  });
  if (entries.length === 0) return [...transfer.files];
  const files: File[] = [];
  await collectFiles(entries, files);
  return files;
}
