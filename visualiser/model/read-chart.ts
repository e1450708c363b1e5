import type { Chart, ChartInvoke, ChartState, ChartTransition, Trigger } from './chart.ts';
import { type FieldReader, RecordingError } from './field-reader.ts';

/** No hand-written chart is nested deeper than this. */
const MAX_DEPTH = 40;

const STATE_KINDS = ['atomic', 'compound', 'parallel', 'final', 'history'] as const;

function readTrigger(reader: FieldReader): Trigger {
  const kind = reader.at('kind').oneOf(['event', 'wildcard', 'always', 'delay', 'done', 'error', 'snapshot', 'stateDone'] as const);
  switch (kind) {
    case 'event':
    case 'wildcard':
      return { kind, event: reader.at('event').text() };
    case 'delay': {
      const ms = reader.at('ms').optional((field) => field.number());
      return { kind, delay: reader.at('delay').text(), ...(ms !== undefined && { ms }) };
    }
    case 'done':
    case 'error':
    case 'snapshot':
      return { kind, actor: reader.at('actor').text() };
    case 'always':
    case 'stateDone':
      return { kind };
  }
}

const readInvoke = (reader: FieldReader): ChartInvoke => ({ id: reader.at('id').text(), src: reader.at('src').text() });

function readState(reader: FieldReader, depth: number): ChartState {
  if (depth > MAX_DEPTH) throw new RecordingError({ kind: 'tooDeep', field: reader.field });
  const description = reader.at('description').optional((field) => field.text());
  const history = reader.at('history').optional((field) => field.oneOf(['shallow', 'deep'] as const));
  const initialActions = reader.at('initialActions').optional((field) => field.texts());
  return {
    id: reader.at('id').name(),
    key: reader.at('key').text(),
    kind: reader.at('kind').oneOf(STATE_KINDS),
    ...(history && { history }),
    ...(description !== undefined && { description }),
    tags: reader.at('tags').texts(),
    entry: reader.at('entry').texts(),
    exit: reader.at('exit').texts(),
    invokes: reader.at('invokes').list(readInvoke),
    initial: reader.at('initial').texts(),
    ...(initialActions && { initialActions }),
    children: reader.at('children').list((child) => readState(child, depth + 1)),
  };
}

const listStateIds = ({ id, children }: ChartState): string[] => [id, ...children.flatMap(listStateIds)];

/** Reads a chart from untrusted data; every id it refers to must be one of its own states. */
export function readChart(reader: FieldReader): Chart {
  const description = reader.at('description').optional((field) => field.text());
  const root = readState(reader.at('root'), 0);
  const ids = new Set(listStateIds(root));
  const readKnownState = (field: FieldReader): string => {
    const id = field.name();
    if (!ids.has(id)) throw new RecordingError({ kind: 'field', field: field.field, expected: 'state' });
    return id;
  };
  reader.at('root').readTree('initial', 'children', readKnownState);
  const transitions = reader.at('transitions').list((transition): ChartTransition => {
    const guard = transition.at('guard').optional((field) => field.text());
    const note = transition.at('description').optional((field) => field.text());
    return {
      id: transition.at('id').name(),
      source: readKnownState(transition.at('source')),
      targets: transition.at('targets').list(readKnownState),
      trigger: readTrigger(transition.at('trigger')),
      ...(guard !== undefined && { guard }),
      actions: transition.at('actions').texts(),
      reenter: transition.at('reenter').boolean(),
      ...(note !== undefined && { description: note }),
    };
  });
  return { id: reader.at('id').name(), ...(description !== undefined && { description }), root, transitions };
}
