import { assign, setup } from 'xstate';
import { missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';

/** How long typing must pause before the draft is saved. */
export const DRAFT_PAUSE_MS = 1000;
/** Longest time between saves while the user keeps typing. */
export const MAX_DRAFT_PAUSE_MS = 5000;
/** How long to wait after a failed save before the next attempt. */
export const DRAFT_RETRY_PAUSE_MS = 20_000;

/** Identifies a draft; without a subject the form creates something new. */
export interface DraftKey {
  form: string;
  subjectId: number | undefined;
}

/** The content of an unfinished form, without its secrets. */
export interface DraftContent {
  values: Record<string, unknown>;
  /** The values the form opened with: a value that differs was typed. */
  origin: Record<string, unknown>;
  /** Whether secrets were typed too, which a draft does not contain. */
  withheld: boolean;
}

export interface SavedDraft {
  content: DraftContent;
  /** Version of the row that was being edited; null for something new. */
  version: number | null;
  /** Instant. */
  savedAt: string;
}

/** The typed content and the version of the row it is based on. */
interface DraftChange {
  version: number | undefined;
  content: DraftContent;
}

export type DraftToSave = DraftKey & DraftChange;

interface OpenedForm {
  subjectId: number | undefined;
  /** Version of the row when the form opened. */
  version: number | undefined;
}

export type DraftEvent =
  /** A form was opened. */
  | ({ type: 'draft.formOpened' } & OpenedForm)
  /** The form is on the screen, again or for the first time. */
  | { type: 'draft.seen' }
  | ({ type: 'draft.changed' } & DraftChange)
  /** The user continues with the found draft, or declines it. */
  | { type: 'draft.accepted' }
  | { type: 'draft.declined' }
  /** The form was closed with its content kept as a draft. */
  | { type: 'draft.keptForLater' }
  /** The form was closed and its content given up. A found draft that was neither accepted nor declined stays. */
  | { type: 'draft.discarded' }
  /** The form was saved, so its draft is no longer needed. */
  | { type: 'draft.formSaved' };

/** Told upwards: the user continues with this draft. */
export type DraftFact = { type: 'draft.restored'; draft: SavedDraft };

export interface DraftContext extends DraftKey {
  version: number | undefined;
  /** The newest typed content that the server does not have yet. */
  typed: DraftChange | undefined;
  /** The content that the running request carries. */
  sent: DraftChange | undefined;
  /** Instant of the last save; undefined while the server has no draft of this form. */
  savedAt: string | undefined;
  /** Set once the form is closed: what to do with its draft after the running request. */
  ending: 'keep' | 'drop' | undefined;
  /** A form that was opened before the draft of the last one was settled. */
  next: (OpenedForm & Pick<DraftContext, 'typed' | 'ending'>) | undefined;
  /** The draft that was found. */
  answer: SavedDraft | undefined;
}

/** A running request cannot be taken back, so form events during it take effect after it has ended. */
const duringRequest = {
  'draft.changed': { actions: { type: 'keepChange', params: ({ event }: { event: DraftChange }) => event } },
  'draft.keptForLater': [{ guard: 'hasNextForm', actions: 'keepNextForLater' }, { actions: 'closeForLater' }],
  'draft.discarded': [{ guard: 'hasNextForm', actions: 'forgetNext' }, { actions: 'closeDiscarded' }],
  'draft.formSaved': [{ guard: 'hasNextForm', actions: 'forgetNext' }, { actions: 'closeDiscarded' }],
  'draft.formOpened': { actions: { type: 'keepNext', params: ({ event }: { event: OpenedForm }) => event } },
} as const;

const BLANK = { typed: undefined, sent: undefined, savedAt: undefined, ending: undefined, next: undefined, answer: undefined };

/** Saves the content of an unfinished form on the server and finds it again when that form is opened. The form works without it. */
export const draftKeeper = setup({
  types: {} as { context: DraftContext; events: DraftEvent; input: { form: string }; tags: 'dirty' },
  actors: {
    loadDraft: missingActor<SavedDraft | undefined, DraftKey>('loadDraft'),
    saveDraft: missingActor<{ savedAt: string }, DraftToSave>('saveDraft'),
    deleteDraft: missingActor<unknown, DraftKey>('deleteDraft'),
  },
  delays: { draftPause: DRAFT_PAUSE_MS, maxDraftPause: MAX_DRAFT_PAUSE_MS, draftRetryPause: DRAFT_RETRY_PAUSE_MS },
  guards: {
    hasDraft: (_, { draft }: { draft: SavedDraft | undefined }) => draft !== undefined,
    hasFoundDraft: ({ context }) => context.answer !== undefined,
    hasChange: ({ context }) => context.typed !== undefined,
    isSaved: ({ context }) => context.savedAt !== undefined,
    hasChangeToKeep: ({ context: { ending, typed, sent } }) => ending === 'keep' && typed !== undefined && typed !== sent,
    isDiscarded: ({ context }) => context.ending === 'drop',
    isFormClosed: ({ context }) => context.ending !== undefined,
    hasNextForm: ({ context }) => context.next !== undefined,
    isNextKeptForLater: ({ context: { next } }) => next?.ending === 'keep' && next.typed !== undefined,
  },
  actions: {
    begin: assign((_, { subjectId, version }: OpenedForm) => ({ ...BLANK, subjectId, version })),
    beginNext: assign(({ context: { next } }) => ({ ...BLANK, ...next })),
    keepNext: assign((_, { subjectId, version }: OpenedForm) => ({ next: { subjectId, version, typed: undefined, ending: undefined } })),
    keepNextForLater: assign(({ context: { next } }) => ({ next: next && { ...next, ending: 'keep' } })),
    forgetNext: assign({ next: undefined }),
    keepChange: assign(({ context: { next } }, { version, content }: DraftChange) => {
      const typed = { version, content };
      return next ? { next: { ...next, typed } } : { typed };
    }),
    keepSent: assign(({ context }) => ({ sent: context.typed })),
    keepSavedAt: assign(({ context: { typed, sent } }, { savedAt }: { savedAt: string }) => ({
      savedAt,
      typed: typed === sent ? undefined : typed,
      sent: undefined,
    })),
    keepFound: assign((_, { draft }: { draft: SavedDraft | undefined }) => ({ answer: draft })),
    forgetFound: assign({ answer: undefined }),
    acceptFound: assign(({ context: { answer } }) => ({ savedAt: answer?.savedAt, typed: undefined, answer: undefined })),
    forgetSaved: assign(({ context: { ending } }) => ({ savedAt: undefined, answer: undefined, ending: ending && 'keep' })),
    closeForLater: assign({ ending: 'keep' }),
    closeDiscarded: assign({ ending: 'drop', typed: undefined }),
    tellRestored: tell<DraftContext>(({ answer }) => ({ type: 'draft.restored', draft: answer })),
  },
}).createMachine({
  id: 'draft',
  description: 'The draft of one form: loaded when the form opens, saved while the user types, deleted when the form is done.',
  context: ({ input }) => ({ ...BLANK, form: input.form, subjectId: undefined, version: undefined }),
  initial: 'idle',
  states: {
    idle: {
      description: 'No form is open.',
      on: { 'draft.formOpened': { target: 'loading', actions: { type: 'begin', params: ({ event }) => event } } },
    },
    loading: {
      description: 'The server is asked for a draft of this form.',
      invoke: {
        id: 'loadDraft',
        src: 'loadDraft',
        input: ({ context: { form, subjectId } }) => ({ form, subjectId }),
        onDone: [
          {
            guard: { type: 'hasDraft', params: ({ event }) => ({ draft: event.output }) },
            target: 'found',
            actions: { type: 'keepFound', params: ({ event }) => ({ draft: event.output }) },
          },
          { guard: 'hasChange', target: 'pausing' },
          { target: 'settled' },
        ],
        onError: [{ guard: 'hasChange', target: 'pausing' }, { target: 'settled' }],
      },
      on: {
        'draft.changed': { actions: { type: 'keepChange', params: ({ event }) => event } },
        'draft.keptForLater': [{ guard: 'hasChange', target: 'saving', actions: 'closeForLater' }, { target: 'idle' }],
        'draft.discarded': 'idle',
        'draft.formSaved': { target: 'deleting', actions: 'closeDiscarded' },
      },
    },
    found: {
      description: 'A draft was found and waits to be accepted or declined; typing meanwhile does not replace it.',
      on: {
        // A page restored from a memo has lost the found draft, and the server may no longer have it.
        'draft.seen': 'loading',
        'draft.changed': { actions: { type: 'keepChange', params: ({ event }) => event } },
        'draft.accepted': { guard: 'hasFoundDraft', target: 'settled', actions: ['tellRestored', 'acceptFound'] },
        'draft.declined': [
          { guard: 'hasChange', target: 'saving', actions: 'forgetFound' },
          { target: 'deleting', actions: 'forgetFound' },
        ],
        'draft.keptForLater': [{ guard: 'hasChange', target: 'saving', actions: ['forgetFound', 'closeForLater'] }, { target: 'idle' }],
        'draft.discarded': 'idle',
        'draft.formSaved': { target: 'deleting', actions: 'closeDiscarded' },
      },
    },
    settled: {
      description: 'The server has everything that was typed.',
      on: {
        'draft.changed': { target: 'pausing', actions: { type: 'keepChange', params: ({ event }) => event } },
        'draft.keptForLater': 'idle',
        'draft.discarded': [{ guard: 'isSaved', target: 'deleting', actions: 'closeDiscarded' }, { target: 'idle' }],
        'draft.formSaved': [{ guard: 'isSaved', target: 'deleting', actions: 'closeDiscarded' }, { target: 'idle' }],
      },
    },
    pausing: {
      description: 'Something was typed; it is saved once typing pauses or has gone on for long.',
      tags: 'dirty',
      after: { maxDraftPause: 'saving' },
      initial: 'typing',
      states: {
        typing: {
          description: 'Waits for a pause in typing.',
          after: { draftPause: '#draft.saving' },
          on: {
            'draft.changed': { target: 'typing', reenter: true, actions: { type: 'keepChange', params: ({ event }) => event } },
          },
        },
      },
      on: {
        'draft.keptForLater': { target: 'saving', actions: 'closeForLater' },
        'draft.discarded': [{ guard: 'isSaved', target: 'deleting', actions: 'closeDiscarded' }, { target: 'idle' }],
        'draft.formSaved': [{ guard: 'isSaved', target: 'deleting', actions: 'closeDiscarded' }, { target: 'idle' }],
      },
    },
    saving: {
      description: 'The draft is being saved; it is not deleted meanwhile, or the save could arrive after the deletion.',
      tags: 'dirty',
      entry: 'keepSent',
      invoke: {
        id: 'saveDraft',
        src: 'saveDraft',
        // Entered only with something typed.
        input: ({ context: { form, subjectId, typed } }) => ({ form, subjectId, ...(typed as DraftChange) }),
        onDone: { target: 'deciding', actions: { type: 'keepSavedAt', params: ({ event }) => event.output } },
        onError: [{ guard: 'isFormClosed', target: 'deciding' }, { target: 'retrying' }],
      },
      on: duringRequest,
    },
    retrying: {
      description: 'The last save failed; the next one waits regardless of typing.',
      tags: 'dirty',
      after: { draftRetryPause: 'saving' },
      on: {
        'draft.changed': { actions: { type: 'keepChange', params: ({ event }) => event } },
        'draft.keptForLater': { target: 'saving', actions: 'closeForLater' },
        'draft.discarded': { target: 'deleting', actions: 'closeDiscarded' },
        'draft.formSaved': { target: 'deleting', actions: 'closeDiscarded' },
      },
    },
    deleting: {
      description: 'The server deletes the draft.',
      entry: 'forgetSaved',
      invoke: {
        id: 'deleteDraft',
        src: 'deleteDraft',
        input: ({ context: { form, subjectId } }) => ({ form, subjectId }),
        onDone: 'deciding',
        onError: 'deciding',
      },
      on: duringRequest,
    },
    deciding: {
      description: 'A request has ended; events that arrived meanwhile decide what follows.',
      always: [
        { guard: 'isDiscarded', target: 'deleting' },
        { guard: 'hasChangeToKeep', target: 'saving' },
        { guard: 'isNextKeptForLater', target: 'saving', actions: 'beginNext' },
        { guard: 'hasNextForm', target: 'loading', actions: 'beginNext' },
        { guard: 'isFormClosed', target: 'idle' },
        { guard: 'hasChange', target: 'pausing' },
        { target: 'settled' },
      ],
    },
  },
});
