import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { sampled } from '#tests/support/depth.ts';
import { findMachines } from '#tests/support/find-machines.ts';
import { checkout } from '../fixtures/checkout.ts';
import { mediaPlayer } from '../fixtures/media-player.ts';
import { createChartTexts } from '../layout/chart-texts.ts';
import { buildChart } from '../model/build-chart.ts';
import type { Chart, ChartState } from '../model/chart.ts';
import { toMermaid } from './mermaid.ts';
import { joinRows, toLines } from './mermaid-words.ts';

interface Box {
  id: string;
  name: string;
  lines: string[];
  /** Ids of the states around it, outermost first; `region` is its region in the innermost. */
  blocks: string[];
  region: number;
  hasChildren: boolean;
}

interface Arrow {
  from: string;
  to: string;
  label: string;
  blocks: string[];
}

const ID = /^\w+$/;
const STATEMENT = {
  open: /^state (\w+) \{$/,
  arrow: /^(\w+|\[\*\]) --> (\w+|\[\*\])(?: : (.+))?$/,
  text: /^(\w+) : (.+)$/,
};

/** The text as a reader sees it; fails on characters that Mermaid would interpret. */
function decode(text: string): string {
  expect(text.replaceAll(/#\d+;/g, ''), text).not.toMatch(/[#;:"<>&%*_`~{}|\\$]/);
  return text.replaceAll(/#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

/** Parses a diagram strictly: every line must be a statement that GitHub is known to render. */
function parseDiagram(text: string): { boxes: Map<string, Box>; arrows: Arrow[]; divided: Set<string> } {
  const boxes = new Map<string, Box>();
  const arrows: Arrow[] = [];
  const divided = new Set<string>();
  const openBlocks: string[] = [];
  const regions: number[] = [0];
  const [first, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.trim());
  expect(first).toBe('stateDiagram-v2');
  for (const line of lines) {
    const [, opened] = STATEMENT.open.exec(line) ?? [];
    const [, from, to, label] = STATEMENT.arrow.exec(line) ?? [];
    const [, id, text] = STATEMENT.text.exec(line) ?? [];
    if (/^acc(?:Title|Descr): ./.test(line)) continue;
    if (opened !== undefined) {
      const box = boxes.get(opened);
      expect(box?.hasChildren, `${opened} is named before its block, which is opened once`).toBe(false);
      if (box) box.hasChildren = true;
      openBlocks.push(opened);
      regions.push(0);
    } else if (line === '}') {
      expect(openBlocks.pop()).toBeDefined();
      regions.pop();
    } else if (line === '--') {
      expect(openBlocks.length, 'only states can be divided').toBeGreaterThan(0);
      divided.add(openBlocks.at(-1) ?? '');
      regions.push((regions.pop() ?? 0) + 1);
    } else if (from !== undefined && to !== undefined) {
      arrows.push({ from, to, label: label === undefined ? '' : decode(label), blocks: [...openBlocks] });
    } else if (id !== undefined && text !== undefined) {
      expect(id).toMatch(ID);
      const known = boxes.get(id);
      if (known) {
        expect(known.blocks, `${id} appears in one place`).toEqual(openBlocks);
        known.lines.push(decode(text));
      } else boxes.set(id, { id, name: decode(text), lines: [], blocks: [...openBlocks], region: regions.at(-1) ?? 0, hasChildren: false });
    } else expect.fail(`unknown statement: ${line}`);
  }
  expect(openBlocks).toEqual([]);
  return { boxes, arrows, divided };
}

const SUFFIX = / \((?:parallel|H\*?)\)$/;
const ANYWHERE = 'anywhere in ';

const listStates = (state: ChartState): ChartState[] => [state, ...state.children.flatMap(listStates)];

/** Names of a state and its parents, the machine first. */
function findNamePaths(chart: Chart): Map<string, string[]> {
  const names = new Map<string, string[]>();
  const note = (state: ChartState, before: string[]): void => {
    const own = [...before, state === chart.root ? chart.id : state.key];
    names.set(state.id, own);
    for (const child of state.children) note(child, own);
  };
  note(chart.root, []);
  return names;
}

const sortTexts = (texts: readonly string[]) => texts.toSorted();

/** Expects that a diagram shows everything of a chart exactly once. */
function expectComplete(chart: Chart): void {
  const text = toMermaid(chart);
  const { boxes, arrows, divided } = parseDiagram(text);
  const isFramed = [...boxes.values()].some(
    // A state may have the same name as its machine.
    ({ name, blocks, hasChildren }) =>
      blocks.length === 0 && name.replace(SUFFIX, '') === chart.id && hasChildren === chart.root.children.length > 0,
  );
  const toDrawnPath = (id: string): string => {
    const box = boxes.get(id);
    if (!box) throw new Error(`${id} is an end of an arrow but no node`);
    const outer = [...(isFramed ? [] : [chart.id]), ...box.blocks.map((one) => boxes.get(one)?.name.replace(SUFFIX, '') ?? '')];
    return (box.name.startsWith(ANYWHERE) ? outer : [...outer, box.name.replace(SUFFIX, '')]).join(' > ');
  };
  const names = findNamePaths(chart);
  const toChartPath = (id: string) => (names.get(id) ?? []).join(' > ');
  const states = listStates(chart.root);
  const texts = createChartTexts(chart);

  // Every state appears once, in the right place.
  const drawn = [...boxes.values()].filter(({ name }) => !name.startsWith(ANYWHERE)).map(({ id }) => toDrawnPath(id));
  expect(sortTexts(isFramed ? drawn : [chart.id, ...drawn])).toEqual(sortTexts(states.map(({ id }) => toChartPath(id))));

  // Every transition with targets appears once for each target.
  const moves = arrows.filter(({ from, to }) => from !== '[*]' && to !== '[*]');
  const drawnMoves = moves.map(({ from, label }) => `${toDrawnPath(from)} | ${label}`);
  const expectedMoves = chart.transitions.flatMap((one) =>
    one.targets.map(() => `${toChartPath(one.source)} | ${joinRows(texts.transition(one))}`),
  );
  const expectedDefaults = states.flatMap(({ id, kind, initial }) =>
    kind === 'history' ? initial.map(() => `${toChartPath(id)} | `) : [],
  );
  expect(sortTexts(drawnMoves)).toEqual(sortTexts([...expectedMoves, ...expectedDefaults]));

  // Transitions without a target and a state's own texts appear in its box.
  const drawnTexts = [...boxes.values()].flatMap(({ id, lines }) => lines.map((line) => `${toDrawnPath(id)} | ${line}`));
  const expectedTexts = states.flatMap((state) => {
    const { details, inner } = texts.state(state);
    return [...toLines(details), ...inner.map((one) => joinRows(one.text))].map((line) => `${toChartPath(state.id)} | ${line}`);
  });
  expect(sortTexts(drawnTexts)).toEqual(sortTexts(expectedTexts));

  // Arrows end at their target, or at the first state entered inside it.
  for (const { targets, source, id } of chart.transitions.map((one) => one)) {
    const text = joinRows(texts.transition(chart.transitions.find((one) => one.id === id) ?? expect.fail(id)));
    for (const target of targets) {
      const ends = moves
        .filter(({ from, label }) => toDrawnPath(from) === toChartPath(source) && label === text)
        .map(({ to }) => toDrawnPath(to));
      expect(
        ends.some((end) => end === toChartPath(target) || end.startsWith(`${toChartPath(target)} > `)),
        `${id} -> ${target}`,
      ).toBe(true);
    }
  }

  // Every initial state has its arrow.
  const drawnStarts = arrows.filter(({ from }) => from === '[*]').map(({ to }) => toDrawnPath(to));
  const expectedStarts = states.flatMap((state) =>
    state.kind === 'compound'
      ? state.children
          .filter((child) => state.initial.some((id) => listStates(child).some((one) => one.id === id)))
          .map(({ id }) => toChartPath(id))
      : [],
  );
  expect(sortTexts(drawnStarts)).toEqual(sortTexts(isFramed ? [chart.id, ...expectedStarts] : expectedStarts));
  expect(arrows.filter(({ to }) => to === '[*]')).toHaveLength(states.filter(({ kind }) => kind === 'final').length);

  // Nothing exceeds the limits of renderers.
  for (const { from, to, blocks } of arrows) {
    const ends = [boxes.get(from), boxes.get(to)].filter((one) => one !== undefined);
    const isLocal = ends.every((end) => end.blocks.join() === blocks.join());
    if (blocks.length > 0) expect(isLocal, `${from} --> ${to} within a block stays in it`).toBe(true);
    const isBeside = ends.length < 2 || ends[0]?.blocks.join() === ends[1]?.blocks.join();
    const holds = ends.some((end) => end.hasChildren);
    if (holds) expect(isBeside, `${from} --> ${to} ends at a state with children, from beside it`).toBe(true);
    const inDivided = ends.filter((end) => end.blocks.some((one) => divided.has(one)));
    if (inDivided.length > 0) {
      expect(isLocal && !holds && ends[0]?.region === ends.at(-1)?.region, `${from} --> ${to} stays in its region`).toBe(true);
    }
  }
  expect(text.length, 'GitHub renders no longer diagrams').toBeLessThan(50_000);
}

const toDiagram = (config: Parameters<typeof createMachine>[0]) => toMermaid(buildChart(createMachine(config) as AnyStateMachine));

describe('a chart as Mermaid', () => {
  it('shows every state and every transition of a machine once', async () => {
    const machines = await findMachines();
    expect(machines.length).toBeGreaterThan(45);
    for (const { machine } of sampled(machines, 3)) expectComplete(buildChart(machine));
  });

  it('shows machines written in other styles', () => {
    for (const machine of [checkout, mediaPlayer]) expectComplete(buildChart(machine as AnyStateMachine));
  });

  it('has this format', () => {
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
    expectComplete(chart);
    expect(toMermaid(chart)).toBe(`stateDiagram-v2
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

  it('divides regions that no arrow crosses, and marks others as parallel', () => {
    const regions = { left: { initial: 'a', states: { a: { on: { go: 'b' } }, b: {} } }, right: { initial: 'c', states: { c: {} } } };
    const apart = toDiagram({ id: 'pair', type: 'parallel', states: regions });
    expect(apart.match(/^ {4}--$/gm)).toHaveLength(1);
    expect(apart).not.toContain('(parallel)');
    const joined = toDiagram({ id: 'pair', type: 'parallel', states: regions, on: { reset: '.left' } });
    expect(joined).not.toMatch(/^\s*--$/m);
    expect(joined).toContain('pair : pair (parallel)');
  });

  it('escapes names that look like syntax', () => {
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
    expectComplete(chart);
    expect(toMermaid(chart)).not.toMatch(/direction LR|: \d\.|: - /);
  });

  it('shows a machine without states as one box', () => {
    expect(toDiagram({ id: 'bell', on: { rung: { actions: 'ring' } } })).toBe(`stateDiagram-v2
  accTitle: bell
  [*] --> bell
  bell : bell
  bell : rung / ring
`);
  });
});
