import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ourMachines } from '#visualiser/adapter/our-machines.ts';
import { galleryOf } from '#visualiser/gallery/gallery-of.ts';
import { layoutOf } from '#visualiser/layout/layout-of.ts';

function put(file: string, content: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(content)}\n`);
}

/** Writes what the page shows into a folder: all machines as data, and the layout of each unless the page is to compute them. */
export async function writeGallery(folder: string, { withLayouts = true } = {}): Promise<number> {
  const gallery = await galleryOf(ourMachines);
  rmSync(folder, { recursive: true, force: true });
  if (withLayouts) {
    for (const { key, chart } of gallery.machines) put(path.join(folder, 'layouts', `${key}.json`), await layoutOf(chart));
  }
  put(path.join(folder, 'gallery.json'), {
    ...gallery,
    machines: gallery.machines.map((machine) => ({ ...machine, isLaidOut: withLayouts })),
  });
  return gallery.machines.length;
}
