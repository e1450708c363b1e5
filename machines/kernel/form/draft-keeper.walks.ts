import { failure } from '../kernel.walks.ts';
import type { MachineWalk } from '../machine-walk.ts';
import { type DraftContent, draftKeeper } from './draft-keeper.machine.ts';

const content: DraftContent = { values: { name: 'a' }, origin: { name: '' }, withheld: false };

const sought = { type: 'draft.formOpened', subjectId: 7, version: 4 };
const none = { type: 'xstate.done.actor.loadDraft', output: undefined };
const typed = { type: 'draft.changed', version: 4, content };
const paused = { type: 'xstate.after.draftPause.draft.pausing.typing' };
const kept = { type: 'xstate.done.actor.saveDraft', output: { savedAt: '2026-11-20T08:00:01Z' } };
const notKept = { type: 'xstate.error.actor.saveDraft', error: failure };

export const walks: MachineWalk[] = [
  {
    machine: draftKeeper,
    input: { form: 'someForm' },
    events: [
      sought,
      { type: 'draft.seen' },
      typed,
      { type: 'draft.accepted' },
      { type: 'draft.declined' },
      { type: 'draft.keptForLater' },
      { type: 'draft.discarded' },
      { type: 'draft.formSaved' },
      paused,
      { type: 'xstate.after.maxDraftPause.draft.pausing' },
      { type: 'xstate.after.draftRetryPause.draft.retrying' },
      { type: 'xstate.done.actor.loadDraft', output: { content, version: 4, savedAt: '2026-11-20T08:00:00Z' } },
      none,
      { type: 'xstate.error.actor.loadDraft', error: failure },
      kept,
      notKept,
      { type: 'xstate.done.actor.deleteDraft', output: {} },
      { type: 'xstate.error.actor.deleteDraft', error: failure },
    ],
    beginnings: [
      [sought, none, typed, paused, notKept],
      [sought, none, typed, paused, kept, typed],
    ],
  },
];
