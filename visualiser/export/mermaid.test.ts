import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { findMachines } from '#tests/support/find-machines.ts';
import { checkout } from '../fixtures/checkout.ts';
import { mediaPlayer } from '../fixtures/media-player.ts';
import { textsOf } from '../layout/chart-texts.ts';
import { buildChart } from '../model/build-chart.ts';
import type { Chart, ChartState } from '../model/chart.ts';
import { mermaidOf } from './mermaid.ts';
import { inLines, inOneLine } from './mermaid-words.ts';

interface Box {
  id: string;
  name: string;
  lines: string[];
  /** Ids of the states around it, from the outside, and its region in the innermost. */
  around: string[];
  region: number;
  holdsOthers: boolean;
}

interface Arrow {
  from: string;
  to: string;
  label: string;
  around: string[];
}

const ID = /^\w+$/;
const STATEMENT = {
  open: /^state (\w+) \{$/,
  arrow: /^(\w+|\[\*\]) --> (\w+|\[\*\])(?: : (.+))?$/,
  text: /^(\w+) : (.+)$/,
};

/** Text as a reader sees it; what Mermaid would take for its own must not stand there. */
function seen(text: string): string {
  expect(text.replaceAll(/#\d+;/g, ''), text).not.toMatch(/[#;:"<>&%*_`~{}|\\$]/);
  return text.replaceAll(/#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

/** A diagram, read strictly: every line is one of the statements that we know GitHub to show. */
function read(text: string): { boxes: Map<string, Box>; arrows: Arrow[]; divided: Set<string> } {
  const boxes = new Map<string, Box>();
  const arrows: Arrow[] = [];
  const divided = new Set<string>();
  const around: string[] = [];
  const regions: number[] = [0];
  const [first, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.trim());
  expect(first).toBe('stateDiagram-v2');
  for (const line of lines) {
    const [, opened] = STATEMENT.open.exec(line) ?? [];
    const [, from, to, label] = STATEMENT.arrow.exec(line) ?? [];
    const [, id, said] = STATEMENT.text.exec(line) ?? [];
    if (/^acc(?:Title|Descr): ./.test(line)) continue;
    if (opened !== undefined) {
      const box = boxes.get(opened);
      expect(box?.holdsOthers, `${opened} is named before it is opened, and opened once`).toBe(false);
      if (box) box.holdsOthers = true;
      around.push(opened);
      regions.push(0);
    } else if (line === '}') {
      expect(around.pop()).toBeDefined();
      regions.pop();
    } else if (line === '--') {
      expect(around.length, 'only states are divided').toBeGreaterThan(0);
      divided.add(around.at(-1) ?? '');
      regions.push((regions.pop() ?? 0) + 1);
    } else if (from !== undefined && to !== undefined) {
      arrows.push({ from, to, label: label === undefined ? '' : seen(label), around: [...around] });
    } else if (id !== undefined && said !== undefined) {
      expect(id).toMatch(ID);
      const known = boxes.get(id);
      if (known) {
        expect(known.around, `${id} stands in one place`).toEqual(around);
        known.lines.push(seen(said));
      } else boxes.set(id, { id, name: seen(said), lines: [], around: [...around], region: regions.at(-1) ?? 0, holdsOthers: false });
    } else expect.fail(`no statement: ${line}`);
  }
  expect(around).toEqual([]);
  return { boxes, arrows, divided };
}

const SUFFIX = / \((?:parallel|H\*?)\)$/;
const ANYWHERE = 'anywhere in ';

const withAllBelow = (state: ChartState): ChartState[] => [state, ...state.children.flatMap(withAllBelow)];

/** Names of a state and of those around it, the machine first. */
function namesIn(chart: Chart): Map<string, string[]> {
  const names = new Map<string, string[]>();
  const note = (state: ChartState, before: string[]): void => {
    const own = [...before, state === chart.root ? chart.id : state.key];
    names.set(state.id, own);
    for (const child of state.children) note(child, own);
  };
  note(chart.root, []);
  return names;
}

const sorted = (texts: readonly string[]) => texts.toSorted();

/** Everything that a diagram must tell of a chart, and that it tells it once. */
function expectTold(chart: Chart): void {
  const text = mermaidOf(chart);
  const { boxes, arrows, divided } = read(text);
  const isFramed = [...boxes.values()].some(
    // A state may be called as its machine.
    ({ name, around, holdsOthers }) =>
      around.length === 0 && name.replace(SUFFIX, '') === chart.id && holdsOthers === chart.root.children.length > 0,
  );
  const pathOf = (id: string): string => {
    const box = boxes.get(id);
    if (!box) throw new Error(`${id} is an end of an arrow and stands nowhere`);
    const outer = [...(isFramed ? [] : [chart.id]), ...box.around.map((one) => boxes.get(one)?.name.replace(SUFFIX, '') ?? '')];
    return (box.name.startsWith(ANYWHERE) ? outer : [...outer, box.name.replace(SUFFIX, '')]).join(' > ');
  };
  const names = namesIn(chart);
  const wanted = (id: string) => (names.get(id) ?? []).join(' > ');
  const states = withAllBelow(chart.root);
  const texts = textsOf(chart);

  // Every state, once, where it belongs.
  const drawn = [...boxes.values()].filter(({ name }) => !name.startsWith(ANYWHERE)).map(({ id }) => pathOf(id));
  expect(sorted(isFramed ? drawn : [chart.id, ...drawn])).toEqual(sorted(states.map(({ id }) => wanted(id))));

  // Every transition that leads somewhere, once for each place.
  const moves = arrows.filter(({ from, to }) => from !== '[*]' && to !== '[*]');
  const told = moves.map(({ from, label }) => `${pathOf(from)} | ${label}`);
  const leading = chart.transitions.flatMap((one) => one.targets.map(() => `${wanted(one.source)} | ${inOneLine(texts.transition(one))}`));
  const remembered = states.flatMap(({ id, kind, initial }) => (kind === 'history' ? initial.map(() => `${wanted(id)} | `) : []));
  expect(sorted(told)).toEqual(sorted([...leading, ...remembered]));

  // Every one that stays, and what a state does by itself, in its box.
  const said = [...boxes.values()].flatMap(({ id, lines }) => lines.map((line) => `${pathOf(id)} | ${line}`));
  const staying = states.flatMap((state) => {
    const { details, inner } = texts.state(state);
    return [...inLines(details), ...inner.map((one) => inOneLine(one.text))].map((line) => `${wanted(state.id)} | ${line}`);
  });
  expect(sorted(said)).toEqual(sorted(staying));

  // Arrows end where they should, or at what is entered first in it.
  for (const { targets, source, id } of chart.transitions.map((one) => one)) {
    const text = inOneLine(texts.transition(chart.transitions.find((one) => one.id === id) ?? expect.fail(id)));
    for (const target of targets) {
      const ends = moves.filter(({ from, label }) => pathOf(from) === wanted(source) && label === text).map(({ to }) => pathOf(to));
      expect(
        ends.some((end) => end === wanted(target) || end.startsWith(`${wanted(target)} > `)),
        `${id} -> ${target}`,
      ).toBe(true);
    }
  }

  // Every beginning.
  const beginnings = arrows.filter(({ from }) => from === '[*]').map(({ to }) => pathOf(to));
  const first = states.flatMap((state) =>
    state.kind === 'compound'
      ? state.children
          .filter((child) => state.initial.some((id) => withAllBelow(child).some((one) => one.id === id)))
          .map(({ id }) => wanted(id))
      : [],
  );
  expect(sorted(beginnings)).toEqual(sorted(isFramed ? [chart.id, ...first] : first));
  expect(arrows.filter(({ to }) => to === '[*]')).toHaveLength(states.filter(({ kind }) => kind === 'final').length);

  // What renderers do not bear.
  for (const { from, to, around } of arrows) {
    const ends = [boxes.get(from), boxes.get(to)].filter((one) => one !== undefined);
    const isLocal = ends.every((end) => end.around.join() === around.join());
    if (around.length > 0) expect(isLocal, `${from} --> ${to} within a block stays in it`).toBe(true);
    const isBeside = ends.length < 2 || ends[0]?.around.join() === ends[1]?.around.join();
    const holds = ends.some((end) => end.holdsOthers);
    if (holds) expect(isBeside, `${from} --> ${to} ends at a state that holds others, from beside it`).toBe(true);
    const inDivided = ends.filter((end) => end.around.some((one) => divided.has(one)));
    if (inDivided.length > 0) {
      expect(isLocal && !holds && ends[0]?.region === ends.at(-1)?.region, `${from} --> ${to} stays in its region`).toBe(true);
    }
  }
  expect(text.length, 'GitHub shows no longer ones').toBeLessThan(50_000);
}

const shown = (config: Parameters<typeof createMachine>[0]) => mermaidOf(buildChart(createMachine(config) as AnyStateMachine));

describe('a chart as Mermaid', () => {
  it('tells every state and every transition of every machine once, in what GitHub shows', async () => {
    const machines = await findMachines();
    expect(machines.length).toBeGreaterThan(45);
    for (const { machine } of machines) expectTold(buildChart(machine));
  });

  it('tells of machines that others write as well', () => {
    for (const machine of [checkout, mediaPlayer]) expectTold(buildChart(machine as AnyStateMachine));
  });

  it('reads like this', () => {
    const machine = createMachine({
      id: 'lamp',
      description: 'Light: on or off.',
      initial: 'off',
      on: { 'lamp.broken': '.out', 'lamp.dusted': { actions: 'shine' } },
      states: {
        off: { on: { 'switch.pressed': [{ guard: 'hasPower', target: 'on', actions: ['glow', 'hum'] }, { target: 'out' }] } },
        on: {
          entry: 'warm',
          initial: 'bright',
          states: { bright: { after: { 1500: 'dim' } }, dim: { on: { '*': 'bright' } }, before: { type: 'history', history: 'deep' } },
          on: { 'switch.pressed': 'off' },
        },
        out: { type: 'final' },
      },
    });
    const chart = buildChart(machine);
    expectTold(chart);
    expect(mermaidOf(chart)).toBe(`stateDiagram-v2
  accTitle: lamp
  accDescr: Light#58; on or off.
  [*] --> lamp_off
  lamp_anywhere : anywhere in lamp
  lamp_anywhere : lamp.dusted / shine
  lamp_off : off
  lamp_on : on
  state lamp_on {
    [*] --> lamp_on_bright
    lamp_on_anywhere : anywhere in on
    lamp_on_anywhere : entry / warm
    lamp_on_bright : bright
    lamp_on_dim : dim
    lamp_on_before : before (H#42;)
    lamp_on_bright --> lamp_on_dim : after 1.5 s
    lamp_on_dim --> lamp_on_bright : #42;
  }
  lamp_out : out
  lamp_out --> [*]
  lamp_anywhere --> lamp_out : lamp.broken
  lamp_off --> lamp_on : switch.pressed [hasPower] / glow, hum
  lamp_off --> lamp_out : switch.pressed [else]
  lamp_on_anywhere --> lamp_off : switch.pressed
`);
  });

  it('divides regions where no arrow crosses them, and says so in words where one does', () => {
    const regions = { left: { initial: 'a', states: { a: { on: { go: 'b' } }, b: {} } }, right: { initial: 'c', states: { c: {} } } };
    const apart = shown({ id: 'pair', type: 'parallel', states: regions });
    expect(apart.match(/^ {4}--$/gm)).toHaveLength(1);
    expect(apart).not.toContain('(parallel)');
    const joined = shown({ id: 'pair', type: 'parallel', states: regions, on: { reset: '.left' } });
    expect(joined).not.toMatch(/^\s*--$/m);
    expect(joined).toContain('pair : pair (parallel)');
  });

  it('lets no name be taken for syntax', () => {
    const name = 'end note: "x"; --> [*] {#1} %% <<choice>> `a` *b* c_d|e direction LR';
    const chart = buildChart(
      createMachine({
        id: 'state',
        description: `1. ${name}\n- next`,
        initial: name,
        states: {
          [name]: {
            tags: name,
            entry: name,
            on: { [`1. ${name}`]: { target: 'note', guard: name, actions: name }, [`- ${name}`]: { actions: name } },
          },
          note: { initial: 'end', states: { end: { on: { go: '#state.class' } } } },
          class: {},
          Class: {},
          漢字: { on: { default: 'class' } },
          漢語: {},
        },
      }),
    );
    expectTold(chart);
    expect(mermaidOf(chart)).not.toMatch(/direction LR|: \d\.|: - /);
  });

  it('tells of a machine without states by one box', () => {
    expect(shown({ id: 'bell', on: { rung: { actions: 'ring' } } })).toBe(`stateDiagram-v2
  accTitle: bell
  [*] --> bell
  bell : bell
  bell : rung / ring
`);
  });
});
