// Each test file has a file of its own in one folder, so that tests can run in parallel and a rerun replaces only its own part.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CoveragePart } from '../model/coverage.ts';

/** Relative to the root of the project; ignored by git. */
export const COVERAGE_PARTS_FOLDER = 'coverage/machines';

const toFileName = (file: string): string => `${encodeURIComponent(file)}.json`;

/** Writes atomically, so that a reader never sees a partial file. */
export function writePart(folder: string, part: CoveragePart): void {
  mkdirSync(folder, { recursive: true });
  const target = path.join(folder, toFileName(part.file));
  const draft = `${target}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(part));
  renameSync(draft, target);
}

/** Sorted by file; empty if the folder does not exist. */
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
