// What a separate process does with the machines of a project, because a module is only read again by a new process.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { MachineSource, Problem } from '../adapter/machine-source.ts';
import { toFileName } from '../export/file-name.ts';
import { machineDocs } from '../export/machine-docs.ts';
import { toSvg } from '../export/pictures.ts';
import { buildGallery } from '../gallery/build-gallery.ts';
import { computeLayout } from '../layout/compute-layout.ts';
import { findFiles } from './find-files.ts';
import { readModules } from './read-modules.ts';
import { writeGallery } from './write-gallery.ts';
import { writeSite } from './write-site.ts';

export interface Job {
  kind: 'data' | 'site' | 'svg' | 'md';
  root: string;
  name: string;
  patterns: readonly string[];
  out: string;
  /** Folder of the built page. */
  page: string;
  editor?: string;
  coverage?: string;
  isDark: boolean;
}

export interface JobResult {
  /** Number of machines. */
  count: number;
  problems: readonly Problem[];
  /** Why nothing was written. */
  failure?: string;
}

async function writePictures(source: MachineSource, { out, isDark }: Job): Promise<JobResult> {
  const { machines, problems = [] } = await buildGallery(source);
  for (const { key, chart } of machines) {
    const file = path.join(out, ...key.split('/').map(toFileName));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(`${file}.svg`, toSvg(chart, await computeLayout(chart), isDark ? 'dark' : 'light'));
  }
  return { count: machines.length, problems };
}

async function writeDocument(source: MachineSource, { out, patterns }: Job): Promise<JobResult> {
  const text = await machineDocs(source, `Written by \`machine-visualiser ${patterns.map((one) => `'${one}'`).join(' ')} md\`.`);
  mkdirSync(path.dirname(path.resolve(out)), { recursive: true });
  writeFileSync(out, text);
  return { count: (await source.machines()).length, problems: source.problems?.() ?? [] };
}

/** Reads the machines and writes what is wanted of them. */
export async function runJob(job: Job): Promise<JobResult> {
  const { kind, root, name, patterns, out, page, editor, coverage } = job;
  const files = findFiles(root, patterns);
  if (files.length === 0 && kind !== 'data') return { count: 0, problems: [], failure: `No file matches ${patterns.join(' ')}.` };
  const source = readModules(name, root, files);
  const options = { source, root, ...(editor !== undefined && { editor }) };
  if (kind === 'data') return await writeGallery(out, { ...options, withLayouts: false });
  if (kind === 'site') return await writeSite(page, out, { ...options, ...(coverage !== undefined && { coverage }) });
  return kind === 'svg' ? await writePictures(source, job) : await writeDocument(source, job);
}
