import { copyFileSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '../prepare.mjs';

const MEASURED = path.join(root, 'coverage/machines.json');

/** Lays what the tests reached, as it was measured last, beside the gallery; takes an older report away where there is none. */
export function putCoverage(folder: string): void {
  const place = path.join(folder, 'coverage.json');
  // What a build compressed is of an older report.
  for (const old of [place, `${place}.br`, `${place}.gz`]) rmSync(old, { force: true });
  if (existsSync(MEASURED)) copyFileSync(MEASURED, place);
}
