import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CommandError } from '../command.ts';
import type { Plan } from './plan.ts';

const put = (file: string, text: string, flag: 'w' | 'wx' = 'w') => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { flag });
};

/** The texts as the formatter leaves them: how long lines get and in which order imports stand depends on the names. */
export function formatted(root: string, texts: ReadonlyMap<string, string>): Map<string, string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ad-new-page-'));
  try {
    copyFileSync(path.join(root, 'biome.json'), path.join(folder, 'biome.json'));
    for (const [file, text] of texts) put(path.join(folder, file), text);
    const biome = path.join(root, 'node_modules/.bin/biome');
    const { status, stdout, stderr } = spawnSync(biome, ['check', '--write', '--colors=off', '.'], { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new CommandError(`what was to be written cannot be formatted:\n${stdout}${stderr}`);
    return new Map([...texts.keys()].map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes all of it; when one file cannot be written, everything is as it was before. */
export function writePlan(root: string, { created, changed }: Pick<Plan, 'created' | 'changed'>): void {
  const texts = formatted(root, new Map([...created, ...changed]));
  const undo: (() => void)[] = [];
  try {
    for (const [file, text] of texts) {
      const target = path.join(root, file);
      if (created.has(file)) {
        const made = mkdirSync(path.dirname(target), { recursive: true });
        if (made !== undefined) undo.push(() => removeEmpty(path.dirname(target), made));
        put(target, text, 'wx');
        undo.push(() => rmSync(target, { force: true }));
      } else {
        const before = readFileSync(target);
        undo.push(() => writeFileSync(target, before));
        put(target, text);
      }
    }
  } catch (error) {
    for (const step of undo.toReversed()) step();
    throw new CommandError(`nothing was written: ${(error as Error).message}`);
  }
}

/** From the folder up to the first one that was made. */
function removeEmpty(folder: string, upTo: string): void {
  rmdirSync(folder);
  if (folder !== upTo) removeEmpty(path.dirname(folder), upTo);
}
