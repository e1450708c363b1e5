import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { MachineSource } from '#visualiser/adapter/machine-source.ts';
import { projectMachines } from '#visualiser/adapter/project-machines.ts';
import { toMachineJson } from '#visualiser/export/machine-json.ts';
import { buildGallery } from '#visualiser/gallery/build-gallery.ts';
import { collectExamples } from '#visualiser/gallery/collect-examples.ts';
import { computeLayout } from '#visualiser/layout/compute-layout.ts';
import { putCoverage } from './put-coverage.ts';

/** Files and folders with the shown data, as opposed to the page. */
export const GALLERY_PARTS = ['gallery.json', 'examples.json', 'layouts', 'machines'] as const;

/** Whether a key is valid in an address and a file name: segments of letters, digits, `_`, `-` and `.`, none of which is `..`. */
const KEY = /^(?!\.{1,2}(?:\/|$))[\w.-]+(?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)*$/;

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const put = (file: string, content: unknown): void => write(file, `${JSON.stringify(content)}\n`);

/** Throws for keys that are not valid or occur twice. */
function checkKeys(keys: readonly string[]): void {
  const faults = [
    ...keys.filter((key) => !KEY.test(key)).map((key) => `"${key}" is no key of a machine`),
    ...keys.filter((key, index) => keys.indexOf(key) < index).map((key) => `"${key}" is the key of two machines`),
  ];
  if (faults.length > 0) throw new Error(faults.join('; '));
}

interface GalleryOptions {
  source?: MachineSource;
  /** The page computes layouts that are absent. */
  withLayouts?: boolean;
}

/**
 * Writes the data of the page into its own folder: all machines as a module and as JSON, and the layout of each. Returns the number of
 * machines.
 */
export async function writeGallery(folder: string, { source = projectMachines, withLayouts = true }: GalleryOptions = {}): Promise<number> {
  const shown = await source.machines();
  checkKeys(shown.map(({ key }) => key));
  const gallery = await buildGallery(source);
  rmSync(folder, { recursive: true, force: true });
  for (const { key, machine } of shown) write(path.join(folder, 'machines', `${key}.json`), toMachineJson(machine));
  if (withLayouts) {
    for (const { key, chart } of gallery.machines) put(path.join(folder, 'layouts', `${key}.json`), await computeLayout(chart));
  }
  put(path.join(folder, 'examples.json'), await collectExamples(source));
  put(path.join(folder, 'gallery.json'), {
    ...gallery,
    machines: gallery.machines.map((machine) => ({ ...machine, isLaidOut: withLayouts })),
  });
  if (source === projectMachines) putCoverage(folder);
  return gallery.machines.length;
}
