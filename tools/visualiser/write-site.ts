import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { MachineSource } from '#visualiser/adapter/machine-source.ts';
import { GALLERY_PARTS, writeGallery } from './write-gallery.ts';

const isData = (name: string) => GALLERY_PARTS.some((part) => name === part || name === `${part}.br` || name === `${part}.gz`);

/** Coverage exists only for the machines of this project. */
const isOurs = (name: string) => name.startsWith('coverage.');

const SCRIPT = 'files.js';

/** The shown data, by file name. */
function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(names.map((name) => [name.replaceAll(path.sep, '/'), readFileSync(path.join(folder, name), 'utf8')]));
}

/** The page reads its data from a script, because a page opened from a folder may not read files. */
function withScript(page: string): string {
  const at = page.indexOf('<script');
  if (at < 0) throw new Error('the page has no script to put its data before');
  return `${page.slice(0, at)}<script src="${SCRIPT}"></script>${page.slice(at)}`;
}

/**
 * Writes the built page with the machines of a project into a folder and removes everything else there. The result can be opened without a
 * server or put on any. Returns the number of machines.
 */
export async function writeSite(built: string, folder: string, source: MachineSource): Promise<number> {
  if (existsSync(folder) && !existsSync(path.join(folder, 'gallery.json'))) {
    throw new Error(`${folder} is there already, and is none of the visualiser's`);
  }
  const count = await writeGallery(folder, { source });
  try {
    writeFileSync(path.join(folder, SCRIPT), `globalThis.VISUALISER_FILES = ${JSON.stringify(filesIn(folder))};\n`);
    cpSync(built, folder, {
      recursive: true,
      filter: (from) => {
        const name = path.relative(built, from);
        // The compressed files were made before the page was changed.
        return !isData(name) && !isOurs(name) && !/^index\.html\.(?:br|gz)$/.test(name);
      },
    });
    const page = path.join(folder, 'index.html');
    writeFileSync(page, withScript(readFileSync(page, 'utf8')));
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return count;
}
