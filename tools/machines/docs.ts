import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { MachineSource } from '#visualiser/adapter/machine-source.ts';
import { svgOf } from '#visualiser/export/pictures.ts';
import { galleryOf } from '#visualiser/gallery/gallery-of.ts';
import { layoutOf } from '#visualiser/layout/layout-of.ts';
import type { Gallery } from '#visualiser/model/gallery.ts';
import { machinePage, prose, table } from './machine-page.ts';

/** Texts by their paths below a folder, with forward slashes. */
export type Files = ReadonlyMap<string, string>;

const folderOf = (key: string): string => key.slice(0, Math.max(key.lastIndexOf('/'), 0));

function indexPage({ name, machines }: Gallery): string {
  const folders = [...new Set(machines.map(({ key }) => folderOf(key)))].toSorted();
  return [
    `# Machines of ${prose(name)}\n`,
    'What may happen, machine by machine. Written by `npm run machines:docs` from the machines themselves, and held against them by `npm run verify`.\n',
    ...folders.flatMap((folder) => [
      ...(folder === '' ? [] : [`## ${folder}\n`]),
      `${table(
        ['machine', 'what it is'],
        machines
          .filter(({ key }) => folderOf(key) === folder)
          .map(({ key, chart }) => [`[${prose(chart.id)}](${key}.md)`, prose(chart.description ?? '')]),
      )}\n`,
    ]),
  ].join('\n');
}

/** A page for every machine of a project with its drawing, and an index. The same machines make the same bytes. */
export async function machineDocs(source: MachineSource): Promise<Files> {
  const gallery = await galleryOf(source);
  const files = new Map([['README.md', indexPage(gallery)]]);
  for (const machine of gallery.machines) {
    const { key, chart } = machine;
    const layout = await layoutOf(chart);
    files.set(`${key}.md`, machinePage(machine, { hasDark: true }));
    files.set(`${key}.svg`, svgOf(chart, layout, 'light'));
    files.set(`${key}.dark.svg`, svgOf(chart, layout, 'dark'));
  }
  return files;
}

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(path.join(folder, name)).isFile())
        .map((name) => name.replaceAll(path.sep, '/'))
        .toSorted()
    : [];

/** What a folder has and should not, lacks, or has otherwise: a line for each file. */
export function outdated(folder: string, wanted: Files): string[] {
  const there = filesBelow(folder);
  return [
    ...there.filter((name) => !wanted.has(name)).map((name) => `${name} is of no machine`),
    ...[...wanted].flatMap(([name, text]) => {
      if (!there.includes(name)) return [`${name} is missing`];
      return readFileSync(path.join(folder, name), 'utf8') === text ? [] : [`${name} is not what its machine says`];
    }),
  ];
}

/** Makes a folder hold these files and no others. Those that are right already are left alone. */
export function writeFiles(folder: string, wanted: Files): void {
  for (const name of filesBelow(folder).filter((one) => !wanted.has(one))) {
    rmSync(path.join(folder, name));
    for (let at = path.dirname(name); at !== '.' && readdirSync(path.join(folder, at)).length === 0; at = path.dirname(at))
      rmdirSync(path.join(folder, at));
  }
  for (const [name, text] of wanted) {
    const file = path.join(folder, name);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
