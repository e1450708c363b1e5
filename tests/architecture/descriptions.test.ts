import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, type AnyStateNode, setup } from 'xstate';
import { findMachines } from '#tests/support/find-machines.ts';

/** Names that say it, in whatever machine they stand. */
const WELL_KNOWN = new Set(
  [
    ['idle', 'open', 'closed', 'hidden', 'shown', 'failed'],
    ['loading', 'refreshing', 'searching', 'saving', 'running', 'downloading'],
    ['editing', 'untouched', 'touched', 'fresh', 'stale'],
    ['online', 'offline', 'signedIn', 'signedOut', 'signingIn'],
    ['light', 'dark', 'collapsed', 'folded'],
  ].flat(),
);

const SENTENCE = /^\p{Lu}.*[.?!]$/u;

const nodesBelow = (node: AnyStateNode): AnyStateNode[] => Object.values(node.states).flatMap((one) => [one, ...nodesBelow(one)]);

/** What is missing, or is no sentence, in the words of a machine. */
function wordless({ at, machine }: { at: string; machine: AnyStateMachine }): string[] {
  const { description } = machine.root;
  return [
    ...(description === undefined || !SENTENCE.test(description) ? [`${at}: a machine has a description, one sentence or more`] : []),
    ...nodesBelow(machine.root).flatMap(({ id, key, description: words }) => {
      if (words === undefined) return WELL_KNOWN.has(key) ? [] : [`${id}: its name does not say it, so a description has to`];
      return SENTENCE.test(words) ? [] : [`${id}: a description is a sentence`];
    }),
  ];
}

const machines = await findMachines();

describe('descriptions', () => {
  it('say of every machine what it is, and of every state what its name does not say', () => {
    const nodes = machines.flatMap(({ machine }) => nodesBelow(machine.root));
    console.log(
      `${machines.length} machines, ${nodes.filter(({ description }) => description !== undefined).length} of ${nodes.length} states described`,
    );
    expect(machines.flatMap(wordless)).toEqual([]);
  });

  it('tell machines apart', () => {
    const known = new Map<string, string>();
    const same = machines.flatMap(({ at, machine }) => {
      const words = machine.root.description ?? '';
      const other = known.get(words);
      known.set(words, at);
      return other === undefined ? [] : [`${at}: the words of ${other}`];
    });
    expect(same).toEqual([]);
  });

  it('may be left out only where the name is used', () => {
    const used = new Set(machines.flatMap(({ machine }) => nodesBelow(machine.root).map(({ key }) => key)));
    expect([...WELL_KNOWN].filter((name) => !used.has(name))).toEqual([]);
  });

  it.each([
    ['a machine without a description', {}, {}, 1],
    ['a state whose name does not say it', { description: 'A plan.' }, { limbo: {} }, 1],
    ['a state below another one', { description: 'A plan.' }, { shown: { initial: 'limbo', states: { limbo: {} } } }, 1],
    ['words that are no sentence', { description: 'a plan' }, { limbo: { description: 'waiting' } }, 2],
  ])('are missed: %s', (_, config, states, count) => {
    const machine = setup({}).createMachine({ id: 'planted', ...config, initial: 'idle', states: { idle: {}, ...states } });
    expect(wordless({ at: 'planted', machine })).toHaveLength(count);
  });

  it('are not asked of a name that everybody knows', () => {
    const machine = setup({}).createMachine({ id: 'planted', description: 'A plan.', initial: 'idle', states: { idle: {}, loading: {} } });
    expect(wordless({ at: 'planted', machine })).toEqual([]);
  });
});
