import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GALLERY_PARTS, type GalleryOptions, type WrittenGallery, writeGallery } from './write-gallery.ts';

const isData = (name: string) => GALLERY_PARTS.some((part) => name === part || name === `${part}.br` || name === `${part}.gz`);

const SCRIPT = 'files.js';

/** The report of what tests reached. */
const COVERAGE = 'coverage.json';

export interface SiteOptions extends GalleryOptions {
  /** File with what tests reached of these machines; one that does not exist is left out. */
  coverage?: string;
}

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
 * server or put on any.
 */
export async function writeSite(built: string, folder: string, { coverage, ...options }: SiteOptions): Promise<WrittenGallery> {
  if (existsSync(folder) && !existsSync(path.join(folder, 'gallery.json'))) {
    throw new Error(`${folder} is there already, and is none of the visualiser's`);
  }
  const written = await writeGallery(folder, options);
  try {
    const report = path.join(folder, COVERAGE);
    if (coverage !== undefined && existsSync(coverage)) copyFileSync(coverage, report);
    else rmSync(report, { force: true });
    writeFileSync(path.join(folder, SCRIPT), `globalThis.VISUALISER_FILES = ${JSON.stringify(filesIn(folder))};\n`);
    cpSync(built, folder, {
      recursive: true,
      filter: (from) => {
        const name = path.relative(built, from);
        // The compressed files were made before the page was changed.
        return !isData(name) && !name.startsWith(COVERAGE) && !/^index\.html\.(?:br|gz)$/.test(name);
      },
    });
    const page = path.join(folder, 'index.html');
    writeFileSync(page, withScript(readFileSync(page, 'utf8')));
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return written;
}
