import { watch } from 'node:fs';
import path from 'node:path';

/** Editors write a file in several steps. */
const SETTLE_MS = 120;

const isRelevant = (name: string): boolean =>
  /\.(?:[cm]?[jt]sx?|json)$/.test(name) &&
  !name.split(/[\\/]/).some((part) => part === 'node_modules' || part.startsWith('.') || part === 'dist');

/** Runs `update` after changes of sources below folders, one at a time, and once more for a change that came meanwhile. */
export function watchFiles(folders: readonly string[], update: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isUpdating = false;
  let isChanged = false;
  const run = async () => {
    isChanged = true;
    if (isUpdating) return;
    isUpdating = true;
    while (isChanged) {
      isChanged = false;
      await update();
    }
    isUpdating = false;
  };
  const watchers = folders.map((folder) =>
    watch(path.resolve(folder), { recursive: true }, (_, name) => {
      if (name === null || !isRelevant(name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void run(), SETTLE_MS);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const one of watchers) one.close();
  };
}
