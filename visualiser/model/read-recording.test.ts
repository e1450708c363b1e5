import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkout } from '../fixtures/checkout.ts';
import { mediaPlayer } from '../fixtures/media-player.ts';
import { toRecordingFile } from '../trace/recording-file.ts';
import { buildChart } from './build-chart.ts';
import { readRecording } from './read-recording.ts';
import type { RecordedEntry, Recording } from './recording.ts';

const entries: RecordedEntry[] = [
  {
    seq: 1,
    at: 0,
    kind: 'born',
    actor: { key: 'x:0', id: 'player', kind: 'machine', machine: { id: 'mediaPlayer', print: 'abc' }, isRestored: true },
    state: {
      status: 'active',
      value: { a: 'x', b: { c: 'y' } },
      states: ['m', 'm.a'],
      tags: ['busy'],
      changed: { n: 1, secret: { '~': 'redacted' } },
    },
  },
  {
    seq: 2,
    at: 1.5,
    kind: 'born',
    actor: { key: 'x:1', id: 'load', parent: 'x:0', kind: 'promise', isRestored: false },
    state: { status: 'active' },
  },
  { seq: 3, at: 2, kind: 'event', to: 'x:0', from: 'x:1', event: { type: 'done', list: [1, null, { deep: true }] } },
  { seq: 4, at: 2, kind: 'event', to: 'x:0', event: { type: 'go' } },
  {
    seq: 5,
    at: 2,
    kind: 'step',
    actor: 'x:0',
    event: 'done',
    transitions: ['m:done:0'],
    state: { status: 'done', value: 'z', changed: {}, removed: ['n'], output: null, error: 'no' },
  },
  { seq: 7, at: 3, kind: 'gap', dropped: 1 },
  { seq: 8, at: 3, kind: 'gone', actor: 'x:1' },
];

const recording: Recording = {
  format: 'xstate-recording',
  version: 1,
  title: '角色 / roles',
  startedAt: '2026-03-04T05:06:07.890Z',
  charts: { abc: buildChart(mediaPlayer), def: buildChart(checkout) },
  entries,
};

/** Sets the value at the end of a path; `undefined` removes it. */
function setAt(value: unknown, path: string, part: unknown): void {
  const keys = path.split('.');
  const holder = keys.slice(0, -1).reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
  if (holder !== null && typeof holder === 'object') Reflect.set(holder, keys.at(-1) ?? '', part);
}
const recordingTextWith = (path: string, part: unknown): string => {
  const copy = structuredClone(recording);
  setAt(copy, path, part);
  return JSON.stringify(copy);
};
const findFault = (text: string) => {
  const read = readRecording(text);
  return 'fault' in read ? read.fault : undefined;
};

describe('reading a recording', () => {
  it('returns what was written', () => {
    const { name, text } = toRecordingFile(recording);
    expect(name).toBe('recording-角色-roles-2026-03-04-05-06-07.json');
    expect(text.split('\n')).toHaveLength(entries.length + 3);
    expect(readRecording(text)).toEqual({ recording });
    expect(readRecording(`\uFEFF ${JSON.stringify(recording)} \n`)).toEqual({ recording });
  });

  it('names the file also for an empty or unsafe title', () => {
    expect(toRecordingFile({ ...recording, title: '' }).name).toBe('recording-2026-03-04-05-06-07.json');
    expect(toRecordingFile({ ...recording, title: '../../<b>x</b>:' }).name).toBe('recording-b-x-b-2026-03-04-05-06-07.json');
  });

  it('accepts a recording without entries', () => {
    const empty = { ...recording, entries: [] };
    expect(readRecording(toRecordingFile(empty).text)).toEqual({ recording: empty });
  });

  it.each<[string, unknown]>([
    ['', { kind: 'empty' }],
    ['  \n', { kind: 'empty' }],
    ['{"format":', { kind: 'notJson' }],
    ['[]', { kind: 'notRecording' }],
    ['null', { kind: 'notRecording' }],
    ['"xstate-recording"', { kind: 'notRecording' }],
    ['{"format":"xstate-scenario"}', { kind: 'notRecording' }],
    ['{"format":"xstate-recording"}', { kind: 'version', version: '' }],
    ['{"format":"xstate-recording","version":"2"}', { kind: 'version', version: '"2"' }],
  ])('refuses %j', (text, fault) => {
    expect(findFault(text)).toEqual(fault);
  });

  it.each<[field: string, expected: string, path: string, part: unknown]>([
    ['title', 'text', 'title', undefined],
    ['startedAt', 'date', 'startedAt', 'yesterday'],
    ['startedAt', 'date', 'startedAt', '2026-13-44T00:00:00Z'],
    ['entries', 'list', 'entries', {}],
    ['entries[0]', 'object', 'entries.0', null],
    ['entries[0].kind', 'one of born, event, step, gone, gap', 'entries.0.kind', 'lost'],
    ['entries[0].seq', 'count', 'entries.0.seq', -1],
    ['entries[1].seq', 'later', 'entries.1.seq', 1],
    ['entries[1].at', 'number', 'entries.1.at', '1'],
    ['entries[0].actor.key', 'name', 'entries.0.actor.key', ''],
    ['entries[0].actor.kind', 'one of machine, promise, callback, observable, transition, other', 'entries.0.actor.kind', 1],
    ['entries[0].actor.machine.print', 'text', 'entries.0.actor.machine', { id: 'm' }],
    ['entries[0].actor.isRestored', 'flag', 'entries.0.actor.isRestored', 'yes'],
    ['entries[0].state.states[1]', 'text', 'entries.0.state.states.1', 2],
    ['entries[0].state.value.b', 'object', 'entries.0.state.value.b', 7],
    ['entries[1].actor.parent', 'text', 'entries.1.actor.parent', 0],
    ['entries[1].state.status', 'one of active, done, error, stopped', 'entries.1.state', {}],
    ['entries[2].to', 'text', 'entries.2.to', undefined],
    ['entries[2].event.type', 'text', 'entries.2.event', {}],
    ['entries[4].transitions', 'list', 'entries.4.transitions', 'm'],
    ['entries[4].state.changed', 'object', 'entries.4.state.changed', []],
    ['entries[5].dropped', 'count', 'entries.5.dropped', 0.5],
    ['charts.abc.root.kind', 'one of atomic, compound, parallel, final, history', 'charts.abc.root.kind', ''],
    ['charts.abc.transitions[0].source', 'state', 'charts.abc.transitions.0.source', 'elsewhere'],
    ['charts.def.root.initial[0]', 'state', 'charts.def.root.initial', ['elsewhere']],
  ])('names the wrong field: %s', (field, expected, path, part) => {
    expect(findFault(recordingTextWith(path, part))).toEqual({ kind: 'field', field, expected });
  });

  it('drops unknown fields and treats reserved names as plain data', () => {
    const text = JSON.stringify({
      ...recording,
      script: '<script>',
      entries: [...entries.slice(0, 3), { ...entries[3], event: 'HERE', extra: 1 }],
    }).replace('"HERE"', '{"type":"go","__proto__":{"polluted":true},"constructor":{"prototype":1}}');
    const read = readRecording(text);
    if (!('recording' in read)) throw new Error(JSON.stringify(read));
    expect(read.recording).not.toHaveProperty('script');
    expect(JSON.stringify(read.recording)).not.toContain('extra');
    const [, , , ignored] = read.recording.entries;
    const event = ignored?.kind === 'event' ? ignored.event : undefined;
    expect(Object.keys(event ?? {})).toContain('__proto__');
    expect(Object.getPrototypeOf(event)).toBe(Object.prototype);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('refuses data that is nested too deep', () => {
    const deep = (open: string, close: string) => open.repeat(50_000) + close.repeat(50_000);
    const text = (value: string) => recordingTextWith('entries.0.state.changed', 'HERE').replace('"HERE"', `{"x":${value}}`);
    expect(findFault(text(deep('[', ']')))).toMatchObject({ kind: 'tooDeep' });
    const state = JSON.stringify(buildChart(checkout).root);
    const chart = recordingTextWith('charts', { abc: { id: 'm', root: 'HERE', transitions: [] } });
    const nested = '{"id":"a","key":"a","kind":"compound","tags":[],"entry":[],"exit":[],"invokes":[],"initial":[],"children":[';
    expect(findFault(chart.replace('"HERE"', `${nested.repeat(60)}${state}${']}'.repeat(60)}`))).toMatchObject({ kind: 'tooDeep' });
  });

  it('gives a recording or a reason for any input', () => {
    const small = { ...recording, charts: { abc: recording.charts?.abc } };
    fc.assert(
      fc.property(fc.constantFrom(...listPaths(small)), fc.jsonValue(), (path, part) => {
        const copy = structuredClone(small);
        setAt(copy, path, part);
        const read = readRecording(JSON.stringify(copy));
        expect('fault' in read || 'recording' in read).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

/** All paths into a value. */
function listPaths(value: unknown, path: readonly string[] = []): string[] {
  if (value === null || typeof value !== 'object' || path.length > 6) return [];
  return Object.entries(value).flatMap(([key, part]) => [[...path, key].join('.'), ...listPaths(part, [...path, key])]);
}
