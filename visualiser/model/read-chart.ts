import type { Chart, ChartInvoke, ChartState, ChartTransition, Trigger } from './chart.ts';
import { type Reader, RecordingFault } from './read-values.ts';

/** Deeper charts are none that anybody wrote. */
const DEEPEST = 40;

const STATE_KINDS = ['atomic', 'compound', 'parallel', 'final', 'history'] as const;

function triggerFrom(from: Reader): Trigger {
  const kind = from.at('kind').oneOf(['event', 'wildcard', 'always', 'delay', 'done', 'error', 'snapshot', 'stateDone'] as const);
  switch (kind) {
    case 'event':
    case 'wildcard':
      return { kind, event: from.at('event').text() };
    case 'delay': {
      const ms = from.at('ms').maybe((one) => one.number());
      return { kind, delay: from.at('delay').text(), ...(ms !== undefined && { ms }) };
    }
    case 'done':
    case 'error':
    case 'snapshot':
      return { kind, actor: from.at('actor').text() };
    case 'always':
    case 'stateDone':
      return { kind };
  }
}

const invokeFrom = (from: Reader): ChartInvoke => ({ id: from.at('id').text(), src: from.at('src').text() });

function stateFrom(from: Reader, depth: number): ChartState {
  if (depth > DEEPEST) throw new RecordingFault({ kind: 'tooDeep', field: from.field });
  const description = from.at('description').maybe((one) => one.text());
  const history = from.at('history').maybe((one) => one.oneOf(['shallow', 'deep'] as const));
  const initialActions = from.at('initialActions').maybe((one) => one.texts());
  return {
    id: from.at('id').name(),
    key: from.at('key').text(),
    kind: from.at('kind').oneOf(STATE_KINDS),
    ...(history && { history }),
    ...(description !== undefined && { description }),
    tags: from.at('tags').texts(),
    entry: from.at('entry').texts(),
    exit: from.at('exit').texts(),
    invokes: from.at('invokes').list(invokeFrom),
    initial: from.at('initial').texts(),
    ...(initialActions && { initialActions }),
    children: from.at('children').list((child) => stateFrom(child, depth + 1)),
  };
}

const idsOf = ({ id, children }: ChartState): string[] => [id, ...children.flatMap(idsOf)];

/** A chart that somebody gave us: every name in it is the name of a state of it. */
export function chartFrom(from: Reader): Chart {
  const description = from.at('description').maybe((one) => one.text());
  const root = stateFrom(from.at('root'), 0);
  const ids = new Set(idsOf(root));
  const state = (one: Reader): string => {
    const id = one.name();
    if (!ids.has(id)) throw new RecordingFault({ kind: 'field', field: one.field, expected: 'state' });
    return id;
  };
  from.at('root').each('initial', 'children', state);
  const transitions = from.at('transitions').list((one): ChartTransition => {
    const guard = one.at('guard').maybe((text) => text.text());
    const says = one.at('description').maybe((text) => text.text());
    return {
      id: one.at('id').name(),
      source: state(one.at('source')),
      targets: one.at('targets').list(state),
      trigger: triggerFrom(one.at('trigger')),
      ...(guard !== undefined && { guard }),
      actions: one.at('actions').texts(),
      reenter: one.at('reenter').flag(),
      ...(says !== undefined && { description: says }),
    };
  });
  return { id: from.at('id').name(), ...(description !== undefined && { description }), root, transitions };
}
