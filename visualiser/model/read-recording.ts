import type { StateValue } from 'xstate';
import { chartFrom } from './read-chart.ts';
import { type FaultOfRecording, Reader, RecordingFault } from './read-values.ts';
import type { RecordedActor, RecordedEntry, RecordedEvent, RecordedState, Recording } from './recording.ts';

/** A larger file is none that anybody attached to a report, in characters. */
const MOST_TEXT = 200_000_000;

const DEEPEST_STATE = 40;

const ACTOR_KINDS = ['machine', 'promise', 'callback', 'observable', 'transition', 'other'] as const;

function actorFrom(from: Reader): RecordedActor {
  const parent = from.at('parent').maybe((one) => one.name());
  const machine = from.at('machine').maybe((one) => ({ id: one.at('id').text(), print: one.at('print').text() }));
  return {
    key: from.at('key').name(),
    id: from.at('id').text(),
    ...(parent !== undefined && { parent }),
    kind: from.at('kind').oneOf(ACTOR_KINDS),
    ...(machine && { machine }),
    isRestored: from.at('isRestored').flag(),
  };
}

function stateValueFrom(from: Reader, depth = 0): StateValue {
  if (depth > DEEPEST_STATE) throw new RecordingFault({ kind: 'tooDeep', field: from.field });
  const value = from.value();
  return typeof value === 'string' ? value : from.members((one) => stateValueFrom(one, depth + 1));
}

function stateFrom(from: Reader): RecordedState {
  const value = from.at('value').maybe((one) => stateValueFrom(one));
  const states = from.at('states').maybe((one) => one.texts());
  const tags = from.at('tags').maybe((one) => one.texts());
  const changed = from.at('changed').maybe((one) => one.members((member) => member.value()));
  const removed = from.at('removed').maybe((one) => one.texts());
  const output = from.at('output').maybe((one) => one.value());
  const error = from.at('error').maybe((one) => one.value());
  return {
    status: from.at('status').oneOf(['active', 'done', 'error', 'stopped'] as const),
    ...(value !== undefined && { value }),
    ...(states && { states }),
    ...(tags && { tags }),
    ...(changed && { changed }),
    ...(removed && { removed }),
    ...(output !== undefined && { output }),
    ...(error !== undefined && { error }),
  };
}

const eventFrom = (from: Reader): RecordedEvent => ({ ...from.members((one) => one.value()), type: from.at('type').text() });

function entryFrom(from: Reader, before: number): RecordedEntry {
  const when = { seq: from.at('seq').countAfter(before), at: from.at('at').number() };
  const kind = from.at('kind').oneOf(['born', 'event', 'step', 'gone', 'gap'] as const);
  switch (kind) {
    case 'born':
      return { ...when, kind, actor: actorFrom(from.at('actor')), state: stateFrom(from.at('state')) };
    case 'event': {
      const sender = from.at('from').maybe((one) => one.name());
      return { ...when, kind, to: from.at('to').name(), ...(sender !== undefined && { from: sender }), event: eventFrom(from.at('event')) };
    }
    case 'step':
      return {
        ...when,
        kind,
        actor: from.at('actor').name(),
        event: from.at('event').text(),
        transitions: from.at('transitions').texts(),
        state: stateFrom(from.at('state')),
      };
    case 'gone':
      return { ...when, kind, actor: from.at('actor').name() };
    case 'gap':
      return { ...when, kind, dropped: from.at('dropped').count() };
  }
}

function recordingFrom(from: Reader): Recording {
  const charts = from.at('charts').maybe((one) => one.members(chartFrom));
  let seq = -1;
  return {
    format: 'xstate-recording',
    version: 1,
    title: from.at('title').text(),
    startedAt: from.at('startedAt').date(),
    ...(charts && { charts }),
    entries: from.at('entries').list((one) => {
      const entry = entryFrom(one, seq);
      ({ seq } = entry);
      return entry;
    }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RecordingFault({ kind: 'notJson' });
  }
}

const isObject = (value: unknown): value is object => value !== null && typeof value === 'object';

function read(text: string): Recording {
  if (text.length > MOST_TEXT) throw new RecordingFault({ kind: 'tooLarge' });
  const plain = text.replace(/^\uFEFF/, '').trim();
  if (plain === '') throw new RecordingFault({ kind: 'empty' });
  const value = parsed(plain);
  if (!isObject(value) || Reflect.get(value, 'format') !== 'xstate-recording') throw new RecordingFault({ kind: 'notRecording' });
  const version: unknown = Reflect.get(value, 'version');
  if (version !== 1) throw new RecordingFault({ kind: 'version', version: JSON.stringify(version) ?? '' });
  return recordingFrom(new Reader(value));
}

/** The recording a text holds: a copy of what a recording is made of, and nothing else; or why it holds none. */
export function readRecording(text: string): { recording: Recording } | { fault: FaultOfRecording } {
  try {
    return { recording: read(text) };
  } catch (error) {
    if (error instanceof RecordingFault) return { fault: error.fault };
    throw error;
  }
}
