import { describe, expect, it } from 'vitest';
import { createMachine, fromPromise, setup } from 'xstate';
import { buildGallery } from './build-gallery.ts';

const leaf = createMachine({ id: 'leaf', description: 'Does nothing.' });
const twig = createMachine({ id: 'twig', invoke: { src: leaf } });
const tree = setup({
  actors: { leaf: leaf.provide({}), twig, wind: fromPromise(async () => 1) },
}).createMachine({ id: 'tree', invoke: [{ src: 'leaf' }, { src: 'wind' }] });

const source = {
  name: 'garden',
  machines: async () => [
    { key: 'twig', at: 'garden/twig.ts twig', machine: twig },
    { key: 'leaf', at: 'garden/leaf.ts leaf', machine: leaf },
    { key: 'tree', at: 'garden/tree.ts tree', machine: tree },
  ],
};

describe('a gallery', () => {
  it('lists every machine of a project as plain data, ordered by key', async () => {
    const gallery = await buildGallery(source);
    expect(gallery.name).toBe('garden');
    expect(gallery.machines.map(({ key, at, chart }) => [key, at, chart.id])).toEqual([
      ['leaf', 'garden/leaf.ts leaf', 'leaf'],
      ['tree', 'garden/tree.ts tree', 'tree'],
      ['twig', 'garden/twig.ts twig', 'twig'],
    ]);
    expect(JSON.parse(JSON.stringify(gallery))).toEqual(gallery);
  });

  it('finds the machine behind an actor, whether provided, named or invoked inline', async () => {
    const { machines } = await buildGallery(source);
    expect(machines.map(({ key, actors }) => [key, actors])).toEqual([
      ['leaf', {}],
      ['tree', { leaf: 'leaf', twig: 'twig' }],
      ['twig', { leaf: 'leaf' }],
    ]);
  });
});
