import { assign, setup } from 'xstate';
import { missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';

/** How long typing rests before it is kept. */
export const DRAFT_PAUSE_MS = 1000;
/** Who types without a rest loses no more than this. */
export const DRAFT_MOST_MS = 5000;
/** How long after a failure the next try is made. */
export const DRAFT_REST_MS = 20_000;

/** Whose draft it is; without a subject something new is being made. */
export interface DraftPlace {
  form: string;
  subjectId: number | undefined;
}

/** What an unfinished form holds, without its secrets. */
export interface DraftContent {
  values: Record<string, unknown>;
  /** What the form began with: whatever differs from it was typed. */
  origin: Record<string, unknown>;
  /** Something secret was typed too, and is not in here. */
  withheld: boolean;
}

export interface KeptDraft {
  content: DraftContent;
  /** Of the row that was being changed; null for something new. */
  version: number | null;
  /** Instant. */
  savedAt: string;
}

/** What was typed, and on which version of the row. */
interface Typed {
  version: number | undefined;
  content: DraftContent;
}

export type DraftToKeep = DraftPlace & Typed;

interface Sought {
  subjectId: number | undefined;
  /** Of the row as the form opened it. */
  version: number | undefined;
}

export type DraftEvent =
  /** A form was opened. */
  | ({ type: 'draft.sought' } & Sought)
  /** Somebody looks at the form. */
  | { type: 'draft.wanted' }
  | ({ type: 'draft.typed' } & Typed)
  /** The reader goes on with the draft that was found, or wants it gone. */
  | { type: 'draft.taken' }
  | { type: 'draft.refused' }
  /** The form was closed, and what was typed is to be found again. */
  | { type: 'draft.postponed' }
  /** The form was closed, and what was typed is given up. A draft that was found and not answered stays. */
  | { type: 'draft.givenUp' }
  /** The form was saved: no draft of it is left. */
  | { type: 'draft.fulfilled' };

/** Told upwards: the reader goes on with a draft. */
export type DraftFact = { type: 'draft.restored'; draft: KeptDraft };

export interface DraftContext extends DraftPlace {
  version: number | undefined;
  /** The newest of what was typed, until the server has it. */
  typed: Typed | undefined;
  /** What the request of the moment carries. */
  sent: Typed | undefined;
  /** Instant; undefined while the server has nothing of this form. */
  savedAt: string | undefined;
  /** The form is closed: what becomes of its draft once the request of the moment has ended. */
  ending: 'keep' | 'drop' | undefined;
  /** A form that was opened before the draft of the last one was settled. */
  next: (Sought & Pick<DraftContext, 'typed' | 'ending'>) | undefined;
  /** The draft that was found. */
  answer: KeptDraft | undefined;
}

/** A request cannot be taken back: what happens to the form meanwhile counts once it has ended. */
const whileAsking = {
  'draft.typed': { actions: { type: 'keepTyped', params: ({ event }: { event: Typed }) => event } },
  'draft.postponed': [{ guard: 'isAwaited', actions: 'postponeNext' }, { actions: 'endKept' }],
  'draft.givenUp': [{ guard: 'isAwaited', actions: 'forgetNext' }, { actions: 'endDropped' }],
  'draft.fulfilled': [{ guard: 'isAwaited', actions: 'forgetNext' }, { actions: 'endDropped' }],
  'draft.sought': { actions: { type: 'keepNext', params: ({ event }: { event: Sought }) => event } },
} as const;

const NOTHING = { typed: undefined, sent: undefined, savedAt: undefined, ending: undefined, next: undefined, answer: undefined };

/** Keeps what is typed into a form with the server, quietly, and finds it again when that form is opened. A form stands well without it. */
export const draftKeeper = setup({
  types: {} as { context: DraftContext; events: DraftEvent; input: { form: string }; tags: 'dirty' },
  actors: {
    loadDraft: missingActor<KeptDraft | undefined, DraftPlace>('loadDraft'),
    keepDraft: missingActor<{ savedAt: string }, DraftToKeep>('keepDraft'),
    dropDraft: missingActor<unknown, DraftPlace>('dropDraft'),
  },
  delays: { draftPause: DRAFT_PAUSE_MS, draftMost: DRAFT_MOST_MS, draftRest: DRAFT_REST_MS },
  guards: {
    isDraft: (_, { draft }: { draft: KeptDraft | undefined }) => draft !== undefined,
    isKnown: ({ context }) => context.answer !== undefined,
    isTyped: ({ context }) => context.typed !== undefined,
    isKept: ({ context }) => context.savedAt !== undefined,
    isHurried: ({ context: { ending, typed, sent } }) => ending === 'keep' && typed !== undefined && typed !== sent,
    isToBeDropped: ({ context }) => context.ending === 'drop',
    isOver: ({ context }) => context.ending !== undefined,
    isAwaited: ({ context }) => context.next !== undefined,
    isNextPostponed: ({ context: { next } }) => next?.ending === 'keep' && next.typed !== undefined,
  },
  actions: {
    begin: assign((_, { subjectId, version }: Sought) => ({ ...NOTHING, subjectId, version })),
    beginNext: assign(({ context: { next } }) => ({ ...NOTHING, ...next })),
    keepNext: assign((_, { subjectId, version }: Sought) => ({ next: { subjectId, version, typed: undefined, ending: undefined } })),
    postponeNext: assign(({ context: { next } }) => ({ next: next && { ...next, ending: 'keep' } })),
    forgetNext: assign({ next: undefined }),
    keepTyped: assign(({ context: { next } }, { version, content }: Typed) => {
      const typed = { version, content };
      return next ? { next: { ...next, typed } } : { typed };
    }),
    noteSent: assign(({ context }) => ({ sent: context.typed })),
    noteKept: assign(({ context: { typed, sent } }, { savedAt }: { savedAt: string }) => ({
      savedAt,
      typed: typed === sent ? undefined : typed,
      sent: undefined,
    })),
    keepFound: assign((_, { draft }: { draft: KeptDraft | undefined }) => ({ answer: draft })),
    forgetFound: assign({ answer: undefined }),
    noteTaken: assign(({ context: { answer } }) => ({ savedAt: answer?.savedAt, typed: undefined, answer: undefined })),
    noteDropped: assign(({ context: { ending } }) => ({ savedAt: undefined, answer: undefined, ending: ending && 'keep' })),
    endKept: assign({ ending: 'keep' }),
    endDropped: assign({ ending: 'drop', typed: undefined }),
    tellRestored: tell<DraftContext>(({ answer }) => ({ type: 'draft.restored', draft: answer })),
  },
}).createMachine({
  id: 'draft',
  description: 'The draft of one form: looked for when the form opens, kept while it is typed into, dropped when the form is done.',
  context: ({ input }) => ({ ...NOTHING, form: input.form, subjectId: undefined, version: undefined }),
  initial: 'idle',
  states: {
    idle: {
      description: 'No form is open.',
      on: { 'draft.sought': { target: 'looking', actions: { type: 'begin', params: ({ event }) => event } } },
    },
    looking: {
      description: 'The server is asked whether it keeps a draft of this form.',
      invoke: {
        id: 'loadDraft',
        src: 'loadDraft',
        input: ({ context: { form, subjectId } }) => ({ form, subjectId }),
        onDone: [
          {
            guard: { type: 'isDraft', params: ({ event }) => ({ draft: event.output }) },
            target: 'found',
            actions: { type: 'keepFound', params: ({ event }) => ({ draft: event.output }) },
          },
          { guard: 'isTyped', target: 'pausing' },
          { target: 'settled' },
        ],
        onError: [{ guard: 'isTyped', target: 'pausing' }, { target: 'settled' }],
      },
      on: {
        'draft.typed': { actions: { type: 'keepTyped', params: ({ event }) => event } },
        'draft.postponed': [{ guard: 'isTyped', target: 'keeping', actions: 'endKept' }, { target: 'idle' }],
        'draft.givenUp': 'idle',
        'draft.fulfilled': { target: 'dropping', actions: 'endDropped' },
      },
    },
    found: {
      description: 'A draft waits for an answer; what is typed meanwhile does not replace it.',
      on: {
        // A page that slept has forgotten what was found, and it may be gone by now.
        'draft.wanted': 'looking',
        'draft.typed': { actions: { type: 'keepTyped', params: ({ event }) => event } },
        'draft.taken': { guard: 'isKnown', target: 'settled', actions: ['tellRestored', 'noteTaken'] },
        'draft.refused': [
          { guard: 'isTyped', target: 'keeping', actions: 'forgetFound' },
          { target: 'dropping', actions: 'forgetFound' },
        ],
        'draft.postponed': [{ guard: 'isTyped', target: 'keeping', actions: ['forgetFound', 'endKept'] }, { target: 'idle' }],
        'draft.givenUp': 'idle',
        'draft.fulfilled': { target: 'dropping', actions: 'endDropped' },
      },
    },
    settled: {
      description: 'The server has what was typed, if anything was.',
      on: {
        'draft.typed': { target: 'pausing', actions: { type: 'keepTyped', params: ({ event }) => event } },
        'draft.postponed': 'idle',
        'draft.givenUp': [{ guard: 'isKept', target: 'dropping', actions: 'endDropped' }, { target: 'idle' }],
        'draft.fulfilled': [{ guard: 'isKept', target: 'dropping', actions: 'endDropped' }, { target: 'idle' }],
      },
    },
    pausing: {
      description: 'Something was typed; it is kept once the typing rests, or has gone on for long.',
      tags: 'dirty',
      after: { draftMost: 'keeping' },
      initial: 'typing',
      states: {
        typing: {
          description: 'Until nothing is typed for a while.',
          after: { draftPause: '#draft.keeping' },
          on: {
            'draft.typed': { target: 'typing', reenter: true, actions: { type: 'keepTyped', params: ({ event }) => event } },
          },
        },
      },
      on: {
        'draft.postponed': { target: 'keeping', actions: 'endKept' },
        'draft.givenUp': [{ guard: 'isKept', target: 'dropping', actions: 'endDropped' }, { target: 'idle' }],
        'draft.fulfilled': [{ guard: 'isKept', target: 'dropping', actions: 'endDropped' }, { target: 'idle' }],
      },
    },
    keeping: {
      description: 'Typing goes on; nothing is dropped meanwhile, or the server might keep the draft after it dropped it.',
      tags: 'dirty',
      entry: 'noteSent',
      invoke: {
        id: 'keepDraft',
        src: 'keepDraft',
        // Entered only with something typed.
        input: ({ context: { form, subjectId, typed } }) => ({ form, subjectId, ...(typed as Typed) }),
        onDone: { target: 'turning', actions: { type: 'noteKept', params: ({ event }) => event.output } },
        onError: [{ guard: 'isOver', target: 'turning' }, { target: 'resting' }],
      },
      on: whileAsking,
    },
    resting: {
      description: 'The last try failed; the next one waits, whatever is typed.',
      tags: 'dirty',
      after: { draftRest: 'keeping' },
      on: {
        'draft.typed': { actions: { type: 'keepTyped', params: ({ event }) => event } },
        'draft.postponed': { target: 'keeping', actions: 'endKept' },
        'draft.givenUp': { target: 'dropping', actions: 'endDropped' },
        'draft.fulfilled': { target: 'dropping', actions: 'endDropped' },
      },
    },
    dropping: {
      description: 'The server is told to forget the draft.',
      entry: 'noteDropped',
      invoke: {
        id: 'dropDraft',
        src: 'dropDraft',
        input: ({ context: { form, subjectId } }) => ({ form, subjectId }),
        onDone: 'turning',
        onError: 'turning',
      },
      on: whileAsking,
    },
    turning: {
      description: 'A request has ended, and much may have happened meanwhile.',
      always: [
        { guard: 'isToBeDropped', target: 'dropping' },
        { guard: 'isHurried', target: 'keeping' },
        { guard: 'isNextPostponed', target: 'keeping', actions: 'beginNext' },
        { guard: 'isAwaited', target: 'looking', actions: 'beginNext' },
        { guard: 'isOver', target: 'idle' },
        { guard: 'isTyped', target: 'pausing' },
        { target: 'settled' },
      ],
    },
  },
});
