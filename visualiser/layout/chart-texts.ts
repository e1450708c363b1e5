import type { Chart, ChartState, ChartTransition, Trigger } from '../model/chart.ts';
import { INLINE } from '../model/describe-implementations.ts';
import { breakIntoRows, type TextBlock, type TextRow, toBlock, type Word, type WordMark } from './text-flow.ts';

/** Rows of labels and states are broken at these widths, in CSS pixels. */
const LABEL_WIDTH = 230;
const STATE_WIDTH = 260;

/** The texts inside a state, from top to bottom. */
export interface StateText {
  /** Name and tags. */
  title: TextBlock;
  /** Actors, entry and exit actions. */
  details: TextBlock;
  /** Transitions without a target. */
  inner: readonly { transition: ChartTransition; text: TextBlock }[];
}

/** All texts of a chart, broken into rows. The layout reserves room for them and the drawing shows them. */
export interface ChartTexts {
  state(state: ChartState): StateText;
  transition(transition: ChartTransition): TextBlock;
  /** Actions of the initial transition; undefined if there are none. */
  start(state: ChartState): TextBlock | undefined;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `300 ms`, `1.5 s`, `5 min`. */
export function formatDuration(ms: number): string {
  const [unit, name] =
    ms < 1000
      ? ([1, 'ms'] as const)
      : ms < MINUTE
        ? ([1000, 's'] as const)
        : ms < HOUR
          ? ([MINUTE, 'min'] as const)
          : ms < DAY
            ? ([HOUR, 'h'] as const)
            : ([DAY, 'd'] as const);
  return `${Math.round((ms / unit) * 100) / 100} ${name}`;
}

/** XState numbers invocations without an id. */
const isNumbered = (id: string) => /^\d+\./.test(id);

/** Name of an invoked actor; undefined if it has none. */
function getActorName(source: ChartState | undefined, id: string): string | undefined {
  if (!isNumbered(id)) return id;
  const src = source?.invokes.find((invoke) => invoke.id === id)?.src;
  return src === INLINE ? undefined : src;
}

const TRIGGER_MARKS: Partial<Record<Trigger['kind'], WordMark>> = {
  delay: 'clock',
  done: 'done',
  stateDone: 'done',
  error: 'error',
  snapshot: 'snapshot',
};

function toTriggerWords(trigger: Trigger, source: ChartState | undefined): Word[] {
  const mark = TRIGGER_MARKS[trigger.kind];
  const withMark = mark ? { mark } : {};
  switch (trigger.kind) {
    case 'event':
    case 'wildcard':
      return [{ role: 'event', text: trigger.event }];
    case 'always':
      return [{ role: 'keyword', text: 'always' }];
    case 'stateDone':
      return [{ role: 'keyword', text: 'done', ...withMark }];
    case 'delay': {
      const time = trigger.ms === undefined ? [] : [{ role: 'quiet' as const, text: formatDuration(trigger.ms) }];
      const isNumber = trigger.ms !== undefined && String(trigger.ms) === trigger.delay;
      return isNumber
        ? [{ role: 'event', text: formatDuration(Number(trigger.delay)), ...withMark }]
        : [{ role: 'event', text: trigger.delay, ...withMark }, ...time];
    }
    case 'done':
    case 'error':
    case 'snapshot': {
      const name = getActorName(source, trigger.actor);
      return [name === undefined ? { role: 'keyword', text: trigger.kind, ...withMark } : { role: 'event', text: name, ...withMark }];
    }
  }
}

/** `[and(a, b)]` as words, so that it can be broken after a comma. */
const toGuardWords = (guard: string): Word[] => `[${guard}]`.split(/(?<=,) /).map((text) => ({ role: 'guard', text }));

const toListWords = (names: readonly string[]): Word[] =>
  names.map((name, index) => ({ role: 'action', text: index < names.length - 1 ? `${name},` : name }));

const toActionWords = (names: readonly string[]): Word[] => {
  const [first, ...rest] = toListWords(names);
  return first ? [{ ...first, text: `/ ${first.text}` }, ...rest] : [];
};

/** One row if it fits, otherwise the actions start in a new row. */
function toLabelRows(head: readonly Word[], actions: readonly Word[], maxWidth: number): TextRow[] {
  const oneRow = breakIntoRows([...head, ...actions], maxWidth);
  return oneRow.length === 1 ? oneRow : [...breakIntoRows(head, maxWidth), ...breakIntoRows(actions, maxWidth)];
}

/** Position among the transitions of the same trigger, and how many of those have a guard. */
interface Branch {
  index: number;
  guardCount: number;
}

function groupBy<One>(list: readonly One[], getKey: (one: One) => string): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const item of list) groups.set(getKey(item), [...(groups.get(getKey(item)) ?? []), item]);
  return groups;
}

function findBranches({ transitions }: Chart): Map<string, Branch> {
  const groups = groupBy(transitions, ({ id }) => id.slice(0, id.lastIndexOf(':')));
  return new Map(
    [...groups.values()].flatMap((group) => {
      const guardCount = group.filter(({ guard }) => guard !== undefined).length;
      return group.map(({ id }, index) => [id, { index, guardCount }] as const);
    }),
  );
}

const listStates = (state: ChartState): ChartState[] => [state, ...state.children.flatMap(listStates)];

const EMPTY_BLOCK = toBlock([]);

/** The texts of a chart. `closed` maps collapsed states to the number of states inside them; `chart` is always the whole chart. */
export function createChartTexts(chart: Chart, closed: ReadonlyMap<string, number> = new Map()): ChartTexts {
  const branches = findBranches(chart);
  const states = new Map(listStates(chart.root).map((state) => [state.id, state]));
  const innerTransitions = groupBy(
    chart.transitions.filter(({ targets }) => targets.length === 0),
    ({ source }) => source,
  );

  const toTransitionBlock = (transition: ChartTransition, maxWidth: number): TextBlock => {
    const { index, guardCount } = branches.get(transition.id) ?? { index: 0, guardCount: 0 };
    const head: Word[] = [
      ...(guardCount > 1 ? [{ role: 'quiet' as const, text: `${index + 1}.` }] : []),
      ...toTriggerWords(transition.trigger, states.get(transition.source)),
      ...(transition.guard === undefined ? [] : toGuardWords(transition.guard)),
      ...(transition.guard === undefined && index > 0 ? toGuardWords('else') : []),
      ...(transition.reenter ? [{ role: 'keyword' as const, text: 'reenter' }] : []),
    ];
    return toBlock(toLabelRows(head, toActionWords(transition.actions), maxWidth));
  };

  const toDetailRows = ({ invokes, entry, exit }: ChartState): TextRow[] => [
    ...invokes.flatMap(({ id, src }) =>
      breakIntoRows(
        [
          { role: 'name', text: src, mark: 'invoke' },
          ...(isNumbered(id) || id === src ? [] : [{ role: 'quiet' as const, text: `as ${id}` }]),
        ],
        STATE_WIDTH,
      ),
    ),
    ...(entry.length > 0 ? breakIntoRows([{ role: 'keyword', text: 'entry' }, ...toActionWords(entry)], STATE_WIDTH) : []),
    ...(exit.length > 0 ? breakIntoRows([{ role: 'keyword', text: 'exit' }, ...toActionWords(exit)], STATE_WIDTH) : []),
  ];

  return {
    state(state) {
      const hidden = closed.get(state.id);
      const title: Word[] = [
        {
          role: 'title',
          text: state.id === chart.root.id ? chart.id : state.key,
          ...(state.kind === 'parallel' && { mark: 'parallel' }),
        },
        ...state.tags.map((text): Word => ({ role: 'tag', text })),
        ...(hidden === undefined ? [] : [{ role: 'quiet' as const, text: String(hidden), mark: 'more' as const }]),
      ];
      return {
        title: toBlock(breakIntoRows(title, STATE_WIDTH)),
        details: hidden === undefined ? toBlock(toDetailRows(state)) : EMPTY_BLOCK,
        inner:
          hidden === undefined
            ? (innerTransitions.get(state.id) ?? []).map((transition) => ({ transition, text: toTransitionBlock(transition, STATE_WIDTH) }))
            : [],
      };
    },
    transition: (transition) => toTransitionBlock(transition, LABEL_WIDTH),
    start: ({ initialActions = [] }) =>
      initialActions.length > 0 ? toBlock(breakIntoRows(toActionWords(initialActions), LABEL_WIDTH)) : undefined,
  };
}
