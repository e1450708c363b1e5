import type { StateValue } from 'xstate';
import { FieldReader, RecordingError, type RecordingFault } from './field-reader.ts';
import { readChart } from './read-chart.ts';
import type { RecordedActor, RecordedEntry, RecordedEvent, RecordedState, Recording } from './recording.ts';

/** Larger than any recording attached to a bug report, in characters. */
const MAX_LENGTH = 200_000_000;

const MAX_STATE_DEPTH = 40;

const ACTOR_KINDS = ['machine', 'promise', 'callback', 'observable', 'transition', 'other'] as const;

function readActor(reader: FieldReader): RecordedActor {
  const parent = reader.at('parent').optional((field) => field.name());
  const machine = reader.at('machine').optional((field) => ({ id: field.at('id').text(), print: field.at('print').text() }));
  return {
    key: reader.at('key').name(),
    id: reader.at('id').text(),
    ...(parent !== undefined && { parent }),
    kind: reader.at('kind').oneOf(ACTOR_KINDS),
    ...(machine && { machine }),
    isRestored: reader.at('isRestored').boolean(),
  };
}

function readStateValue(reader: FieldReader, depth = 0): StateValue {
  if (depth > MAX_STATE_DEPTH) throw new RecordingError({ kind: 'tooDeep', field: reader.field });
  const value = reader.value();
  return typeof value === 'string' ? value : reader.members((field) => readStateValue(field, depth + 1));
}

function readState(reader: FieldReader): RecordedState {
  const value = reader.at('value').optional((field) => readStateValue(field));
  const states = reader.at('states').optional((field) => field.texts());
  const tags = reader.at('tags').optional((field) => field.texts());
  const changed = reader.at('changed').optional((field) => field.members((member) => member.value()));
  const removed = reader.at('removed').optional((field) => field.texts());
  const output = reader.at('output').optional((field) => field.value());
  const error = reader.at('error').optional((field) => field.value());
  return {
    status: reader.at('status').oneOf(['active', 'done', 'error', 'stopped'] as const),
    ...(value !== undefined && { value }),
    ...(states && { states }),
    ...(tags && { tags }),
    ...(changed && { changed }),
    ...(removed && { removed }),
    ...(output !== undefined && { output }),
    ...(error !== undefined && { error }),
  };
}

const readEvent = (reader: FieldReader): RecordedEvent => ({ ...reader.members((field) => field.value()), type: reader.at('type').text() });

function readEntry(reader: FieldReader, previousSeq: number): RecordedEntry {
  const when = { seq: reader.at('seq').countAbove(previousSeq), at: reader.at('at').number() };
  const kind = reader.at('kind').oneOf(['born', 'event', 'step', 'gone', 'gap'] as const);
  switch (kind) {
    case 'born':
      return { ...when, kind, actor: readActor(reader.at('actor')), state: readState(reader.at('state')) };
    case 'event': {
      const sender = reader.at('from').optional((field) => field.name());
      return {
        ...when,
        kind,
        to: reader.at('to').name(),
        ...(sender !== undefined && { from: sender }),
        event: readEvent(reader.at('event')),
      };
    }
    case 'step':
      return {
        ...when,
        kind,
        actor: reader.at('actor').name(),
        event: reader.at('event').text(),
        transitions: reader.at('transitions').texts(),
        state: readState(reader.at('state')),
      };
    case 'gone':
      return { ...when, kind, actor: reader.at('actor').name() };
    case 'gap':
      return { ...when, kind, dropped: reader.at('dropped').count() };
  }
}

function readFields(reader: FieldReader): Recording {
  const charts = reader.at('charts').optional((field) => field.members(readChart));
  let seq = -1;
  return {
    format: 'xstate-recording',
    version: 1,
    title: reader.at('title').text(),
    startedAt: reader.at('startedAt').date(),
    ...(charts && { charts }),
    entries: reader.at('entries').list((field) => {
      const entry = readEntry(field, seq);
      ({ seq } = entry);
      return entry;
    }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RecordingError({ kind: 'notJson' });
  }
}

const isObject = (value: unknown): value is object => value !== null && typeof value === 'object';

function parseRecording(text: string): Recording {
  if (text.length > MAX_LENGTH) throw new RecordingError({ kind: 'tooLarge' });
  const plain = text.replace(/^\uFEFF/, '').trim();
  if (plain === '') throw new RecordingError({ kind: 'empty' });
  const value = parseJson(plain);
  if (!isObject(value) || Reflect.get(value, 'format') !== 'xstate-recording') throw new RecordingError({ kind: 'notRecording' });
  const version: unknown = Reflect.get(value, 'version');
  if (version !== 1) throw new RecordingError({ kind: 'version', version: JSON.stringify(version) ?? '' });
  return readFields(new FieldReader(value));
}

/** Reads a recording from text: a copy of the known fields only, or the reason why the text is not a recording. */
export function readRecording(text: string): { recording: Recording } | { fault: RecordingFault } {
  try {
    return { recording: parseRecording(text) };
  } catch (error) {
    if (error instanceof RecordingError) return { fault: error.fault };
    throw error;
  }
}
