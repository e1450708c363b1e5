// Parts lie in one folder, one for each file of tests: files may be run side by side, and one that is run again replaces its own part only.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CoveragePart } from '../model/coverage.ts';

/** Below the root of the project; git knows nothing of it. */
export const PARTS = 'coverage/machines';

const nameOf = (file: string): string => `${encodeURIComponent(file)}.json`;

/** Nobody reads half a part, even while it is written. */
export function writePart(folder: string, part: CoveragePart): void {
  mkdirSync(folder, { recursive: true });
  const place = path.join(folder, nameOf(part.file));
  const draft = `${place}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(part));
  renameSync(draft, place);
}

/** In the order of their files; empty where nothing was written yet. */
export function readParts(folder: string): CoveragePart[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as CoveragePart);
}
