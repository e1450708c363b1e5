import type { ActorKey, RecordedEntry } from '../model/recording.ts';
import type { World } from '../model/world.ts';
import { partiesOf, valueText } from './trace-rows.ts';

/** What is drawn of an entry, from left to right in places of columns. */
export type Shape =
  /** From one lifeline to another, or back to itself; without `from` it comes from outside. */
  | { kind: 'message' | 'birth'; from: ActorKey | undefined; to: ActorKey; text: string; isRestored: boolean }
  /** Where an actor stands now. */
  | { kind: 'standing'; actor: ActorKey; text: string }
  | { kind: 'end'; actor: ActorKey }
  | { kind: 'gap'; dropped: number };

export interface SequenceLine {
  /** Of the entry. */
  index: number;
  seq: number;
  shape: Shape;
}

export interface Sequence {
  /** Who takes part, the older ones first. */
  columns: readonly ActorKey[];
  lines: readonly SequenceLine[];
  /** Lines, from and to, between which an actor lives as far as they tell. */
  lives: ReadonlyMap<ActorKey, readonly [from: number, to: number]>;
  /** Somebody is told something by nobody who was seen. */
  hasOutside: boolean;
}

/** Entries around the cursor that are drawn. They stay the same until it has come near their end. */
const STRIDE = 40;

/** Which of the rows are drawn while the reader stands at one of them. */
export function windowAround(place: number, count: number): readonly [from: number, to: number] {
  const from = Math.max(0, (Math.floor(Math.max(0, place) / STRIDE) - 1) * STRIDE);
  return [from, Math.min(count, from + 3 * STRIDE)];
}

/** Nothing for what changed nothing. */
function shapeOf(entry: RecordedEntry): Shape | undefined {
  switch (entry.kind) {
    case 'born': {
      const { key, parent, isRestored } = entry.actor;
      return { kind: 'birth', from: parent, to: key, text: valueText(entry.state.value), isRestored };
    }
    case 'event':
      return { kind: 'message', from: entry.from, to: entry.to, text: entry.event.type, isRestored: false };
    case 'step': {
      const { value, status } = entry.state;
      const isNews = entry.transitions.length > 0 || status !== 'active';
      return isNews ? { kind: 'standing', actor: entry.actor, text: valueText(value) || status } : undefined;
    }
    case 'gone':
      return { kind: 'end', actor: entry.actor };
    case 'gap':
      return { kind: 'gap', dropped: entry.dropped };
  }
}

/** So many who live already when a recording begins are worth a line each. */
const FEW = 8;

/** Of a whole page, who lives already when the recording begins is seen by what comes next. */
function worthDrawing(entries: readonly RecordedEntry[], rows: readonly number[]): readonly number[] {
  const first = entries.findIndex(({ kind }) => kind !== 'born');
  const after = rows.filter((index) => index >= first);
  return first > FEW && after.length > 0 ? after : rows;
}

/** The messages of some entries between those who take part in them. */
export function sequenceOf(entries: readonly RecordedEntry[], rows: readonly number[], everybody: World): Sequence {
  const parties = new Set<ActorKey>();
  const lines: SequenceLine[] = [];
  const begins = new Map<ActorKey, number>();
  const ends = new Map<ActorKey, number>();
  let hasOutside = false;
  for (const index of worthDrawing(entries, rows)) {
    const entry = entries[index];
    const shape = entry && shapeOf(entry);
    if (!shape) continue;
    for (const key of partiesOf(entry)) parties.add(key);
    if (shape.kind === 'birth') begins.set(shape.to, lines.length);
    if (shape.kind === 'end') ends.set(shape.actor, lines.length);
    if (shape.kind === 'message' && shape.from === undefined) hasOutside = true;
    lines.push({ index, seq: entry.seq, shape });
  }
  const known = [...everybody.keys()].filter((key) => parties.has(key));
  const columns = [...known, ...[...parties].filter((key) => !everybody.has(key))];
  const lives = new Map(
    columns.map((key): [ActorKey, readonly [number, number]] => [key, [begins.get(key) ?? -1, ends.get(key) ?? lines.length]]),
  );
  return { columns, lines, lives, hasOutside };
}
