import type { ActorKey, RecordedEntry } from '../model/recording.ts';
import type { World } from '../model/world.ts';
import { formatStateValue, listParticipants } from './trace-rows.ts';

/** Shape of an entry in the sequence diagram. */
export type SequenceShape =
  /** From one lifeline to another or back to itself; without `from`, from outside. */
  | { kind: 'message' | 'birth'; from: ActorKey | undefined; to: ActorKey; text: string; isRestored: boolean }
  /** The state of an actor. */
  | { kind: 'state'; actor: ActorKey; text: string }
  | { kind: 'end'; actor: ActorKey }
  | { kind: 'gap'; dropped: number };

export interface SequenceLine {
  /** Index of the entry. */
  index: number;
  seq: number;
  shape: SequenceShape;
}

export interface Sequence {
  /** Participants, oldest first. */
  columns: readonly ActorKey[];
  lines: readonly SequenceLine[];
  /** First and last line of each actor's life, within the drawn lines. */
  lives: ReadonlyMap<ActorKey, readonly [from: number, to: number]>;
  /** Whether some message comes from outside of the recorded actors. */
  hasOutside: boolean;
}

/** Number of entries by which the drawn range moves, so that it stays the same for small movements of the cursor. */
const WINDOW_STEP = 40;

/** The range of rows to draw around the cursor. */
export function getDrawnRange(position: number, count: number): readonly [from: number, to: number] {
  const from = Math.max(0, (Math.floor(Math.max(0, position) / WINDOW_STEP) - 1) * WINDOW_STEP);
  return [from, Math.min(count, from + 3 * WINDOW_STEP)];
}

/** Undefined for an entry that changed nothing. */
function toShape(entry: RecordedEntry): SequenceShape | undefined {
  switch (entry.kind) {
    case 'born': {
      const { key, parent, isRestored } = entry.actor;
      return { kind: 'birth', from: parent, to: key, text: formatStateValue(entry.state.value), isRestored };
    }
    case 'event':
      return { kind: 'message', from: entry.from, to: entry.to, text: entry.event.type, isRestored: false };
    case 'step': {
      const { value, status } = entry.state;
      const isChange = entry.transitions.length > 0 || status !== 'active';
      return isChange ? { kind: 'state', actor: entry.actor, text: formatStateValue(value) || status } : undefined;
    }
    case 'gone':
      return { kind: 'end', actor: entry.actor };
    case 'gap':
      return { kind: 'gap', dropped: entry.dropped };
  }
}

/** Up to this number, initial actors are worth a line each. */
const MAX_INITIAL_ACTORS = 8;

/** Omits the lines of initial actors if there are many, as in a recording of a whole page. */
function omitInitialActors(entries: readonly RecordedEntry[], rows: readonly number[]): readonly number[] {
  const first = entries.findIndex(({ kind }) => kind !== 'born');
  const after = rows.filter((index) => index >= first);
  return first > MAX_INITIAL_ACTORS && after.length > 0 ? after : rows;
}

/** Builds the sequence diagram of some entries. */
export function buildSequence(entries: readonly RecordedEntry[], rows: readonly number[], allActors: World): Sequence {
  const participants = new Set<ActorKey>();
  const lines: SequenceLine[] = [];
  const begins = new Map<ActorKey, number>();
  const ends = new Map<ActorKey, number>();
  let hasOutside = false;
  for (const index of omitInitialActors(entries, rows)) {
    const entry = entries[index];
    const shape = entry && toShape(entry);
    if (!shape) continue;
    for (const key of listParticipants(entry)) participants.add(key);
    if (shape.kind === 'birth') begins.set(shape.to, lines.length);
    if (shape.kind === 'end') ends.set(shape.actor, lines.length);
    if (shape.kind === 'message' && shape.from === undefined) hasOutside = true;
    lines.push({ index, seq: entry.seq, shape });
  }
  const known = [...allActors.keys()].filter((key) => participants.has(key));
  const columns = [...known, ...[...participants].filter((key) => !allActors.has(key))];
  const lives = new Map(
    columns.map((key): [ActorKey, readonly [number, number]] => [key, [begins.get(key) ?? -1, ends.get(key) ?? lines.length]]),
  );
  return { columns, lines, lives, hasOutside };
}
