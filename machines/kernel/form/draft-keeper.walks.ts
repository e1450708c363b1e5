import { failure } from '../kernel.walks.ts';
import type { MachineWalk } from '../machine-walk.ts';
import { type DraftContent, draftKeeper } from './draft-keeper.machine.ts';

const content: DraftContent = { values: { name: 'a' }, origin: { name: '' }, withheld: false };

const sought = { type: 'draft.sought', subjectId: 7, version: 4 };
const none = { type: 'xstate.done.actor.loadDraft', output: undefined };
const typed = { type: 'draft.typed', version: 4, content };
const paused = { type: 'xstate.after.draftPause.draft.pausing.typing' };
const kept = { type: 'xstate.done.actor.keepDraft', output: { savedAt: '2026-11-20T08:00:01Z' } };
const notKept = { type: 'xstate.error.actor.keepDraft', error: failure };

export const walks: MachineWalk[] = [
  {
    machine: draftKeeper,
    input: { form: 'someForm' },
    events: [
      sought,
      { type: 'draft.wanted' },
      typed,
      { type: 'draft.taken' },
      { type: 'draft.refused' },
      { type: 'draft.postponed' },
      { type: 'draft.givenUp' },
      { type: 'draft.fulfilled' },
      paused,
      { type: 'xstate.after.draftMost.draft.pausing' },
      { type: 'xstate.after.draftRest.draft.resting' },
      { type: 'xstate.done.actor.loadDraft', output: { content, version: 4, savedAt: '2026-11-20T08:00:00Z' } },
      none,
      { type: 'xstate.error.actor.loadDraft', error: failure },
      kept,
      notKept,
      { type: 'xstate.done.actor.dropDraft', output: {} },
      { type: 'xstate.error.actor.dropDraft', error: failure },
    ],
    beginnings: [
      [sought, none, typed, paused, notKept],
      [sought, none, typed, paused, kept, typed],
    ],
  },
];
