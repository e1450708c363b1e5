import { describe, expect, it } from 'vitest';
import type { Scenario } from '../model/scenario.ts';
import { countExpectations, formatScenario, readScenario } from './read-scenario.ts';

const scenario: Scenario = {
  format: 'xstate-scenario',
  version: 1,
  title: 'Every kind of step',
  machine: 'people/list',
  input: { search: '' },
  play: ['dialog'],
  expect: [{ value: { list: 'loading' } }],
  steps: [
    { do: 'send', to: 'dialog', event: { type: 'opened', id: 1 } },
    {
      do: 'resolve',
      actor: 'load',
      output: [1],
      expect: [
        { actor: 'dialog', status: 'gone' },
        { states: ['list.shown'], context: { count: 1 } },
      ],
    },
    { do: 'reject', actor: 'load', error: 'no network', fails: 'no network' },
    { do: 'tell', actor: 'socket', event: { type: 'message' } },
    { do: 'emit', actor: 'ticks', value: 3 },
    { do: 'complete', actor: 'ticks' },
    { do: 'pass', ms: 0 },
    { do: 'next' },
  ],
};

/** The text of the scenario with the value at a path replaced. */
function scenarioTextWith(path: string, value: unknown): string {
  const copy = structuredClone(scenario) as unknown as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, copy);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return JSON.stringify(copy);
}

describe('a scenario file', () => {
  it('is read back as it was written', () => {
    expect(readScenario(formatScenario(scenario))).toEqual(scenario);
    expect(countExpectations(scenario)).toBe(4);
  });

  it.each<[string, unknown, string]>([
    ['format', 'xstate-recording', 'format: must be "xstate-scenario"'],
    ['version', 2, 'version: must be 1'],
    ['title', undefined, 'title: must be a text'],
    ['machine', '', 'machine: must not be empty'],
    ['play', [1], 'play[0]: must be a text'],
    ['step', [], 'step: is not known here; known are format, version, title, machine, input, play, expect, steps'],
    ['steps', {}, 'steps: must be a list'],
    ['steps.0', null, 'steps[0].do: must be one of send, resolve, reject, tell, emit, complete, pass, next'],
    ['steps.0.do', 'shout', 'steps[0].do: must be one of send, resolve, reject, tell, emit, complete, pass, next'],
    ['steps.0.event', 'opened', 'steps[0].event: must be an object'],
    ['steps.0.event.type', 1, 'steps[0].event.type: must be a text'],
    ['steps.0.event.type', '', 'steps[0].event.type: must not be empty'],
    ['steps.0.to', 3, 'steps[0].to: must be a text'],
    ['steps.0.actor', 'x', 'steps[0].actor: is not known here; known are do, to, event, expect, fails'],
    ['steps.1.actor', undefined, 'steps[1].actor: must be a text'],
    ['steps.1.expect.0.status', 'well', 'steps[1].expect[0].status: must be one of active, done, error, gone'],
    ['steps.1.expect.0', { actor: 'x' }, 'steps[1].expect[0]: expects nothing: value, states, status or context is missing'],
    ['steps.1.expect.1.states', 'list', 'steps[1].expect[1].states: must be a list'],
    ['steps.1.expect.1.context', [], 'steps[1].expect[1].context: must be an object'],
    ['steps.2.fails', true, 'steps[2].fails: must be a text'],
    ['steps.6.ms', -1, 'steps[6].ms: must be milliseconds, not negative'],
    ['expect.0.value', { list: 1 }, 'expect[0].value.list: must be a text, or an object of such'],
  ])('with another %s of %j is refused with the wrong field', (path, value, message) => {
    expect(() => readScenario(scenarioTextWith(path, value))).toThrow(message);
  });

  it.each(['', '[]', 'null', '{'])('refuses %j', (text) => {
    expect(() => readScenario(text)).toThrow(/^the file: /);
  });
});
