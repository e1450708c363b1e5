import { copyFileSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '../prepare.mjs';

export const COVERAGE_REPORT = path.join(root, 'coverage/machines.json');

/** Puts the last coverage report next to the gallery, or removes an older one when there is none. */
export function putCoverage(folder: string): void {
  const place = path.join(folder, 'coverage.json');
  // The compressed files of the build belong to an older report.
  for (const old of [place, `${place}.br`, `${place}.gz`]) rmSync(old, { force: true });
  if (existsSync(COVERAGE_REPORT)) copyFileSync(COVERAGE_REPORT, place);
}
