import { expect, it } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { machineDocs } from './machine-docs.ts';

const bell = createMachine({ id: 'bell', description: 'Rings | now.', on: { rung: { actions: 'ring' } } });

const lamp = (id: string, description: string, wakes = 'pressed'): AnyStateMachine =>
  createMachine(
    {
      id,
      description,
      initial: 'off',
      states: { off: { on: { [wakes]: 'on' } }, on: { invoke: { src: 'bell', onDone: 'off' } } },
    },
    { actors: { bell } },
  );

const project = (...machines: [string, AnyStateMachine][]) => ({
  name: 'House',
  machines: async () => machines.map(([key, machine]) => ({ key, at: `${key}.ts`, machine })),
});
const house = project(
  ['hall/lamp', lamp('lamp', 'Light.')],
  ['hall/torch', lamp('torch', 'Light | to carry.', 'shaken')],
  ['porch/lantern', lamp('lantern', 'Light outside.')],
  ['door/bell', bell as AnyStateMachine],
);

it('draws machines that are alike once, and leads from each to its drawing', async () => {
  const text = await machineDocs(house, 'A note.');
  expect(text).toContain('4 machines, 3 drawings');
  expect(text).toContain('## hall\n\n| machine | what it is |\n|---|---|\n| [lamp](#hall/lamp) | Light. |\n');
  expect(text).toContain('| [torch](#hall/torch) | Light \\| to carry. |');
  expect(text).toContain('## porch\n\n| machine | what it is |\n|---|---|\n| [lantern](#hall/lamp) | Light outside. |\n');
  expect(text.match(/```mermaid\nstateDiagram-v2\n/g)).toHaveLength(3);
  expect(text).toContain('### <a id="hall/lamp"></a>lamp\n\nLight.\n\n`hall/lamp.ts`; drawn alike: `porch/lantern`\n');
  for (const [, address] of text.matchAll(/\]\(#([^)]+)\)/g)) expect(text).toContain(`<a id="${address}">`);
});

it('gives the same bytes for the same machines, and others for another machine', async () => {
  expect(await machineDocs(house, 'A note.')).toBe(await machineDocs(house, 'A note.'));
  expect(await machineDocs(project(['hall/lamp', lamp('lamp', 'Light.')]), 'A note.')).not.toBe(
    await machineDocs(project(['hall/lamp', lamp('lamp', 'Lights.')]), 'A note.'),
  );
});
