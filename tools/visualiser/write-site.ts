import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { MachineSource } from '#visualiser/adapter/machine-source.ts';
import { GALLERY_PARTS, writeGallery } from './write-gallery.ts';

const isData = (name: string) => GALLERY_PARTS.some((part) => name === part || name === `${part}.br` || name === `${part}.gz`);

/** What the tests reached is told of our machines only. */
const isOurs = (name: string) => name.startsWith('coverage.');

const SCRIPT = 'files.js';

/** What is shown, by the names of its files. */
function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(names.map((name) => [name.replaceAll(path.sep, '/'), readFileSync(path.join(folder, name), 'utf8')]));
}

/** The page finds what it shows in a script, since pages of a folder may not read files. */
function withScript(page: string): string {
  const at = page.indexOf('<script');
  if (at < 0) throw new Error('the page has no script to put its data before');
  return `${page.slice(0, at)}<script src="${SCRIPT}"></script>${page.slice(at)}`;
}

/**
 * The built page with the machines of a project, in a folder that holds nothing else afterwards: to be opened from there without a server,
 * or put on any. Answers how many machines there are.
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
        // Whoever compressed them did so before the page was changed.
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
