import { type ActorRefFrom, assign, setup } from 'xstate';
import type { CopyPreviewRow } from '#contracts/endpoints/ad-copies.ts';
import type { AmountPreviewRow, NamePreviewRow } from '#contracts/endpoints/ad-entities.ts';
import type { BatchSubject, Confirmation } from '../../kernel/batch/batch.machine.ts';
import { type Failure, type FieldFaults, failureOf } from '../../kernel/form/faults.ts';
import { isSame } from '../../kernel/form/form-values.ts';
import { missingActor } from '../../kernel/placeholders.ts';
import type { LaunchBatchParams, SeenAmount } from './launch-batch-rules.ts';
import type { LaunchFilters } from './launch-query.ts';

/** How long a preview waits for the next key. */
export const PREVIEW_PAUSE_MS = 400;

export interface DryRunQuestion {
  subject: BatchSubject<LaunchFilters>;
  values: LaunchBatchParams;
}

/** What would become of each object. */
export type DryRunAnswer =
  | { kind: 'amounts'; rows: AmountPreviewRow[] }
  | { kind: 'names'; rows: NamePreviewRow[] }
  /** `ads`: how many would be made in all. */
  | { kind: 'copies'; rows: CopyPreviewRow[]; ads: number }
  /** The order would be refused as a whole, for what stands in its fields. */
  | { kind: 'refused'; faults: FieldFaults<LaunchBatchParams & Confirmation>; others: string[] };

/** How many objects something would be done to. */
export const executable = (answer: DryRunAnswer): number =>
  answer.kind === 'refused' ? 0 : answer.rows.filter(({ refused }) => refused === undefined || refused === null).length;

/** Nothing would come of the order. */
export const isDoomed = (answer: DryRunAnswer): boolean =>
  answer.kind === 'refused' || (answer.rows.length > 0 && executable(answer) === 0);

/** What an answer says of amounts, of all that would be changed. */
export const seenIn = (answer: DryRunAnswer | undefined): SeenAmount[] =>
  answer?.kind !== 'amounts'
    ? []
    : answer.rows.flatMap(({ id, label, currency, before, after, refused }) =>
        refused !== undefined || currency === null || after === null ? [] : [{ id, label, currency, before, after }],
      );

interface DryRunContext {
  question: DryRunQuestion | undefined;
  /** To the question that stands. */
  answer: DryRunAnswer | undefined;
  failure: Failure | undefined;
}

export type DryRunEvent =
  | { type: 'dryRun.wanted'; question: DryRunQuestion }
  | { type: 'dryRun.retried' }
  /** What is known may have changed: it is asked for again. */
  | { type: 'dryRun.renewed' }
  /** What is typed cannot be tried out, or nobody asks any more. */
  | { type: 'dryRun.dropped' };

/** What an order would do, asked for while it is typed: only the newest question is answered, and nothing is changed. */
export const dryRun = setup({
  types: {} as {
    context: DryRunContext;
    events: DryRunEvent;
    tags: 'busy' | 'failed';
    children: { preview: 'preview' };
  },
  actors: { preview: missingActor<DryRunAnswer, DryRunQuestion>('preview') },
  guards: {
    isAnswered: ({ context }, { question }: { question: DryRunQuestion }) =>
      context.answer !== undefined && isSame(context.question, question),
    isAsked: ({ context }, { question }: { question: DryRunQuestion }) => isSame(context.question, question),
  },
  delays: { previewPause: PREVIEW_PAUSE_MS },
  actions: {
    keepQuestion: assign((_, { question }: { question: DryRunQuestion }) => ({ question, answer: undefined, failure: undefined })),
    keepAnswer: assign((_, { answer }: { answer: DryRunAnswer }) => ({ answer, failure: undefined })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    forgetAnswer: assign({ answer: undefined }),
    forget: assign({ question: undefined, answer: undefined, failure: undefined }),
  },
}).createMachine({
  id: 'dryRun',
  description: 'What an order would do, asked for while it is typed. Nothing is changed by it.',
  context: { question: undefined, answer: undefined, failure: undefined },
  initial: 'none',
  on: {
    'dryRun.wanted': { target: '.pausing', reenter: true, actions: { type: 'keepQuestion', params: ({ event }) => event } },
    'dryRun.dropped': { target: '.none', actions: 'forget' },
  },
  states: {
    none: { description: 'There is nothing to try out.' },
    pausing: { description: 'Somebody may still be typing.', tags: 'busy', after: { previewPause: 'asking' } },
    asking: {
      description: 'The server works out what would come of it.',
      tags: 'busy',
      on: { 'dryRun.wanted': { guard: { type: 'isAsked', params: ({ event }) => event } } },
      invoke: {
        id: 'preview',
        src: 'preview',
        // Entered only with a question.
        input: ({ context }) => context.question as DryRunQuestion,
        onDone: { target: 'known', actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) } },
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    known: {
      // The answer is not kept while the page sleeps: then it is asked for as if nothing were known.
      description: 'What would come of it is here.',
      on: {
        'dryRun.wanted': { guard: { type: 'isAnswered', params: ({ event }) => event } },
        'dryRun.renewed': { target: 'asking', actions: 'forgetAnswer' },
      },
    },
    failed: {
      tags: 'failed',
      on: { 'dryRun.retried': 'asking', 'dryRun.wanted': { guard: { type: 'isAsked', params: ({ event }) => event } } },
    },
  },
});

export type DryRun = ActorRefFrom<typeof dryRun>;
