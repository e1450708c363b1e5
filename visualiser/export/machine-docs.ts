import type { MachineSource } from '../adapter/machine-source.ts';
import { buildGallery } from '../gallery/build-gallery.ts';
import type { Chart } from '../model/chart.ts';
import type { Gallery, GalleryMachine } from '../model/gallery.ts';
import { code, prose, table } from './markdown.ts';
import { toMermaid } from './mermaid.ts';

/** Machines with the same drawing, in the order of the gallery. */
type Shape = [GalleryMachine, ...GalleryMachine[]];

const count = (many: number, name: string): string => `${many} ${name}${many === 1 ? '' : 's'}`;

const folderOf = (key: string): string => key.slice(0, Math.max(key.lastIndexOf('/'), 0));

/** A chart without its own name and description, which is the same for all machines of one builder. */
function unnamed(chart: Chart): Chart {
  const rename = (name: string, value: unknown): unknown => {
    if (name === 'description') return undefined;
    if (typeof value !== 'string') return value;
    const segments = value.split('.');
    return segments.map((segment) => (segment === chart.root.id ? 'machine' : segment)).join('.');
  };
  return JSON.parse(JSON.stringify(chart, rename)) as Chart;
}

function shapesOf({ machines }: Gallery): Shape[] {
  const shapes = new Map<string, Shape>();
  for (const machine of machines) {
    const drawing = toMermaid(unnamed(machine.chart));
    const shape = shapes.get(drawing);
    if (shape === undefined) shapes.set(drawing, [machine]);
    else shape.push(machine);
  }
  return [...shapes.values()];
}

/** The anchor of a machine, unique because machines of several pages may have the same name. */
const anchor = (key: string): string => `<a id="${key}"></a>`;

function drawingOf([machine, ...alike]: Shape): string {
  const { key, at, chart } = machine;
  const others = alike.map((other) => `\`${other.key}\``).join(', ');
  return [
    `### ${anchor(key)}${prose(chart.id)}\n`,
    ...(chart.description === undefined ? [] : [`${prose(chart.description)}\n`]),
    `${code(at)}${others === '' ? '' : `; drawn alike: ${others}`}\n`,
    `\`\`\`mermaid\n${toMermaid(chart)}\`\`\`\n`,
  ].join('\n');
}

/**
 * All machines of a project in one document: an index by folder with the description of each machine and a link to its drawing, and one
 * Mermaid statechart for all machines with the same drawing. `note` says where the document comes from. The same machines give the same
 * bytes.
 */
export async function machineDocs(source: MachineSource, note: string): Promise<string> {
  const gallery = await buildGallery(source);
  const shapes = shapesOf(gallery);
  const drawnAt = new Map(shapes.flatMap((shape) => shape.map(({ key }) => [key, shape[0].key] as const)));
  const folders = [...new Set(gallery.machines.map(({ key }) => folderOf(key)))].toSorted();
  return [
    `# Machines of ${prose(gallery.name)}\n`,
    `What may happen, machine by machine: ${count(gallery.machines.length, 'machine')}, ${count(shapes.length, 'drawing')}. Machines that are alike share a drawing. ${note}\n`,
    ...folders.flatMap((folder) => [
      ...(folder === '' ? [] : [`## ${folder}\n`]),
      `${table(
        ['machine', 'what it is'],
        gallery.machines
          .filter(({ key }) => folderOf(key) === folder)
          .map(({ key, chart }) => [`[${prose(chart.id)}](#${drawnAt.get(key)})`, prose(chart.description ?? '')]),
      )}\n`,
    ]),
    '## Drawings\n',
    ...shapes.map(drawingOf),
  ].join('\n');
}
