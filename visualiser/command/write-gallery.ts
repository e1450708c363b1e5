import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { MachineSource, Problem, ShownMachine } from '../adapter/machine-source.ts';
import { toMachineJson } from '../export/machine-json.ts';
import { buildGallery } from '../gallery/build-gallery.ts';
import { collectExamples } from '../gallery/collect-examples.ts';
import { computeLayout } from '../layout/compute-layout.ts';
import { bundleMachines } from './bundle-machines.ts';
import { locateSource, type SourceLines } from './locate-source.ts';

/** Files and folders with the shown data, as opposed to the page. */
export const GALLERY_PARTS = ['gallery.json', 'examples.json', 'code.js', 'layouts', 'machines'] as const;

/** Whether a key is valid in an address and a file name: segments of letters, digits, `_`, `-` and `.`, none of which is `..`. */
const KEY = /^(?!\.{1,2}(?:\/|$))[\w.-]+(?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)*$/;

const toLine = (content: unknown): string => `${JSON.stringify(content)}\n`;

/** Throws for keys that are not valid or occur twice. */
function checkKeys(keys: readonly string[]): void {
  const faults = [
    ...keys.filter((key) => !KEY.test(key)).map((key) => `"${key}" is no key of a machine`),
    ...keys.filter((key, index) => keys.indexOf(key) < index).map((key) => `"${key}" is the key of two machines`),
  ];
  if (faults.length > 0) throw new Error(faults.join('; '));
}

/** Replaces a file as a whole, because a server may read it meanwhile. An equal file stays as it is. */
function replaceFile(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

function removeOthers(folder: string, files: ReadonlyMap<string, string>): void {
  for (const part of GALLERY_PARTS) {
    const at = path.join(folder, part);
    if (!existsSync(at)) continue;
    const names =
      path.extname(part) === '' ? readdirSync(at, { recursive: true, encoding: 'utf8' }).map((name) => path.join(part, name)) : [part];
    for (const name of names) {
      if (path.extname(name) !== '' && !files.has(name.replaceAll(path.sep, '/')))
        rmSync(path.join(folder, name), { force: true, recursive: true });
    }
  }
}

/** Where the source of a machine is, if it is a module of its own. */
function findLines(shown: ShownMachine | undefined): Partial<SourceLines> {
  if (!shown?.code || shown.code.key !== undefined) return {};
  const { file, path: names } = shown.code;
  const found = locateSource(readFileSync(file, 'utf8'), names.at(-1) ?? '', shown.machine);
  return Object.keys(found.lines).length > 0 ? found : {};
}

export interface GalleryOptions {
  source: MachineSource;
  /** Folder of the project. */
  root?: string;
  /** The page computes layouts that are absent. */
  withLayouts?: boolean;
  /** See `Gallery`. */
  editor?: string;
}

export interface WrittenGallery {
  /** Number of machines. */
  count: number;
  problems: readonly Problem[];
}

/**
 * Writes the data of the page into its own folder: all machines as a module, as JSON and as code to simulate, and the layout of each. A page
 * that reads the folder meanwhile finds whole files, and the new gallery last.
 */
export async function writeGallery(
  folder: string,
  { source, root = process.cwd(), withLayouts = true, editor }: GalleryOptions,
): Promise<WrittenGallery> {
  const shown = await source.machines();
  checkKeys(shown.map(({ key }) => key));
  const gallery = await buildGallery(source);
  const { script, keys, problems: bundleProblems } = await bundleMachines(root, shown);
  const files = new Map<string, string>();
  for (const { key, machine } of shown) files.set(`machines/${key}.json`, toMachineJson(machine));
  if (withLayouts) {
    const results = new Map<string, string>();
    for (const { key, chart } of gallery.machines) files.set(`layouts/${key}.json`, toLine(await computeLayout(chart, { results })));
  }
  files.set('examples.json', toLine(await collectExamples(source)));
  if (script !== undefined) files.set('code.js', script);
  const problems = [...(gallery.problems ?? []), ...bundleProblems];
  files.set(
    'gallery.json',
    toLine({
      ...gallery,
      ...(problems.length > 0 && { problems }),
      ...(editor !== undefined && { editor }),
      machines: gallery.machines.map((machine) => ({
        ...machine,
        ...(!keys.has(machine.key) && { isDrawingOnly: true }),
        ...(editor !== undefined && findLines(shown.find(({ key }) => key === machine.key))),
        isLaidOut: withLayouts,
      })),
    }),
  );
  for (const [name, text] of files) replaceFile(path.join(folder, name), text);
  removeOthers(folder, files);
  return { count: gallery.machines.length, problems };
}
