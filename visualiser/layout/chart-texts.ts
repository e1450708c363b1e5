import type { Chart, ChartState, ChartTransition, Trigger } from '../model/chart.ts';
import { INLINE } from '../model/describe-implementations.ts';
import { block, flow, type Mark, type TextBlock, type TextRow, type Word } from './text-flow.ts';

/** Rows of labels and states are broken near these widths, in CSS pixels. */
const LABEL_WIDTH = 230;
const STATE_WIDTH = 260;

/** What stands in a state, from top to bottom. */
export interface StateText {
  /** Its name, and its tags. */
  title: TextBlock;
  /** Actors, what is done on entering and leaving. */
  details: TextBlock;
  /** Transitions that stay in the state. */
  inner: readonly { transition: ChartTransition; text: TextBlock }[];
}

/** All texts of a drawing, broken into rows: the layout makes room for them, the drawing writes them there. */
export interface ChartTexts {
  state(state: ChartState): StateText;
  transition(transition: ChartTransition): TextBlock;
  /** What is done on the way to the first state; undefined where that is nothing. */
  start(state: ChartState): TextBlock | undefined;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `300 ms`, `1.5 s`, `5 min`. */
export function durationText(ms: number): string {
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

/** Where nobody named an invocation, XState numbers it. */
const isNumbered = (id: string) => /^\d+\./.test(id);

/** What an actor is called where it was invoked; undefined for one that has no name at all. */
function actorName(source: ChartState | undefined, id: string): string | undefined {
  if (!isNumbered(id)) return id;
  const src = source?.invokes.find((invoke) => invoke.id === id)?.src;
  return src === INLINE ? undefined : src;
}

const MARKS: Partial<Record<Trigger['kind'], Mark>> = {
  delay: 'clock',
  done: 'done',
  stateDone: 'done',
  error: 'error',
  snapshot: 'snapshot',
};

function triggerWords(trigger: Trigger, source: ChartState | undefined): Word[] {
  const mark = MARKS[trigger.kind];
  const marked = mark ? { mark } : {};
  switch (trigger.kind) {
    case 'event':
    case 'wildcard':
      return [{ role: 'event', text: trigger.event }];
    case 'always':
      return [{ role: 'keyword', text: 'always' }];
    case 'stateDone':
      return [{ role: 'keyword', text: 'done', ...marked }];
    case 'delay': {
      const time = trigger.ms === undefined ? [] : [{ role: 'quiet' as const, text: durationText(trigger.ms) }];
      const isNumber = trigger.ms !== undefined && String(trigger.ms) === trigger.delay;
      return isNumber
        ? [{ role: 'event', text: durationText(Number(trigger.delay)), ...marked }]
        : [{ role: 'event', text: trigger.delay, ...marked }, ...time];
    }
    case 'done':
    case 'error':
    case 'snapshot': {
      const name = actorName(source, trigger.actor);
      return [name === undefined ? { role: 'keyword', text: trigger.kind, ...marked } : { role: 'event', text: name, ...marked }];
    }
  }
}

/** `[and(a, b)]` as words that may be broken between. */
const guardWords = (guard: string): Word[] => `[${guard}]`.split(/(?<=,) /).map((text) => ({ role: 'guard', text }));

const listWords = (names: readonly string[]): Word[] =>
  names.map((name, index) => ({ role: 'action', text: index < names.length - 1 ? `${name},` : name }));

const actionWords = (names: readonly string[]): Word[] => {
  const [first, ...rest] = listWords(names);
  return first ? [{ ...first, text: `/ ${first.text}` }, ...rest] : [];
};

/** In one row where that is short, else what happens below what makes it happen. */
function labelRows(head: readonly Word[], actions: readonly Word[], widest: number): TextRow[] {
  const together = flow([...head, ...actions], widest);
  return together.length === 1 ? together : [...flow(head, widest), ...flow(actions, widest)];
}

/** Where one trigger has several transitions: which of them this is, and whether it is what is left when no guard holds. */
interface Branch {
  place: number;
  guarded: number;
}

function grouped<One>(list: readonly One[], by: (one: One) => string): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const one of list) groups.set(by(one), [...(groups.get(by(one)) ?? []), one]);
  return groups;
}

function branchesOf({ transitions }: Chart): Map<string, Branch> {
  const groups = grouped(transitions, ({ id }) => id.slice(0, id.lastIndexOf(':')));
  return new Map(
    [...groups.values()].flatMap((group) => {
      const guarded = group.filter(({ guard }) => guard !== undefined).length;
      return group.map(({ id }, place) => [id, { place, guarded }] as const);
    }),
  );
}

const statesOf = (state: ChartState): ChartState[] => [state, ...state.children.flatMap(statesOf)];

const NOTHING = block([]);

/**
 * The texts of a chart. `closed` are states that are drawn without what they hold, and how many states that is; `chart` is the whole
 * chart all the same.
 */
export function textsOf(chart: Chart, closed: ReadonlyMap<string, number> = new Map()): ChartTexts {
  const branches = branchesOf(chart);
  const states = new Map(statesOf(chart.root).map((state) => [state.id, state]));
  const inner = grouped(
    chart.transitions.filter(({ targets }) => targets.length === 0),
    ({ source }) => source,
  );

  const transitionBlock = (transition: ChartTransition, widest: number): TextBlock => {
    const { place, guarded } = branches.get(transition.id) ?? { place: 0, guarded: 0 };
    const head: Word[] = [
      ...(guarded > 1 ? [{ role: 'quiet' as const, text: `${place + 1}.` }] : []),
      ...triggerWords(transition.trigger, states.get(transition.source)),
      ...(transition.guard === undefined ? [] : guardWords(transition.guard)),
      ...(transition.guard === undefined && place > 0 ? guardWords('else') : []),
      ...(transition.reenter ? [{ role: 'keyword' as const, text: 'reenter' }] : []),
    ];
    return block(labelRows(head, actionWords(transition.actions), widest));
  };

  const details = ({ invokes, entry, exit }: ChartState): TextRow[] => [
    ...invokes.flatMap(({ id, src }) =>
      flow(
        [
          { role: 'name', text: src, mark: 'invoke' },
          ...(isNumbered(id) || id === src ? [] : [{ role: 'quiet' as const, text: `as ${id}` }]),
        ],
        STATE_WIDTH,
      ),
    ),
    ...(entry.length > 0 ? flow([{ role: 'keyword', text: 'entry' }, ...actionWords(entry)], STATE_WIDTH) : []),
    ...(exit.length > 0 ? flow([{ role: 'keyword', text: 'exit' }, ...actionWords(exit)], STATE_WIDTH) : []),
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
        title: block(flow(title, STATE_WIDTH)),
        details: hidden === undefined ? block(details(state)) : NOTHING,
        inner:
          hidden === undefined
            ? (inner.get(state.id) ?? []).map((transition) => ({ transition, text: transitionBlock(transition, STATE_WIDTH) }))
            : [],
      };
    },
    transition: (transition) => transitionBlock(transition, LABEL_WIDTH),
    start: ({ initialActions = [] }) => (initialActions.length > 0 ? block(flow(actionWords(initialActions), LABEL_WIDTH)) : undefined),
  };
}
