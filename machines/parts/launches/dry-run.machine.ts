import { type ActorRefFrom, assign, setup } from 'xstate';
import type { CopyPreviewRow } from '#contracts/endpoints/ad-copies.ts';
import type { AmountPreviewRow, NamePreviewRow } from '#contracts/endpoints/ad-entities.ts';
import type { BatchSubject, Confirmation } from '../../kernel/batch/batch.machine.ts';
import { type Failure, type FieldFaults, toFailure } from '../../kernel/form/faults.ts';
import { isSame } from '../../kernel/form/form-values.ts';
import { missingActor } from '../../kernel/placeholders.ts';
import type { LaunchBatchParams, SeenAmount } from './launch-batch-rules.ts';
import type { LaunchFilters } from './launch-query.ts';

/** How long a preview waits for the next keystroke. */
export const PREVIEW_PAUSE_MS = 400;

export interface DryRunRequest {
  subject: BatchSubject<LaunchFilters>;
  values: LaunchBatchParams;
}

/** The previewed result for each object. */
export type DryRunAnswer =
  | { kind: 'amounts'; rows: AmountPreviewRow[] }
  | { kind: 'names'; rows: NamePreviewRow[] }
  /** `ads`: the total number of ads that would be created. */
  | { kind: 'copies'; rows: CopyPreviewRow[]; ads: number }
  /** The order as a whole would be refused because of its fields. */
  | { kind: 'refused'; faults: FieldFaults<LaunchBatchParams & Confirmation>; others: string[] };

/** Number of objects that the order would change. */
export const executableCount = (answer: DryRunAnswer): number =>
  answer.kind === 'refused' ? 0 : answer.rows.filter(({ refused }) => refused === undefined || refused === null).length;

/** Whether the order would change nothing. */
export const hasNoEffect = (answer: DryRunAnswer): boolean =>
  answer.kind === 'refused' || (answer.rows.length > 0 && executableCount(answer) === 0);

/** The amounts of all objects that the order would change. */
export const seenAmountsOf = (answer: DryRunAnswer | undefined): SeenAmount[] =>
  answer?.kind !== 'amounts'
    ? []
    : answer.rows.flatMap(({ id, label, currency, before, after, refused }) =>
        refused !== undefined || currency === null || after === null ? [] : [{ id, label, currency, before, after }],
      );

interface DryRunContext {
  request: DryRunRequest | undefined;
  /** The answer to the current request. */
  answer: DryRunAnswer | undefined;
  failure: Failure | undefined;
}

export type DryRunEvent =
  | { type: 'dryRun.requested'; request: DryRunRequest }
  | { type: 'dryRun.retried' }
  /** The known answer may be outdated and is loaded again. */
  | { type: 'dryRun.invalidated' }
  /** The typed values cannot be previewed, or no preview is needed any more. */
  | { type: 'dryRun.cancelled' };

/** Previews an order while it is typed. Only the newest request is answered, and nothing is changed. */
export const dryRun = setup({
  types: {} as {
    context: DryRunContext;
    events: DryRunEvent;
    tags: 'busy' | 'failed';
    children: { preview: 'preview' };
  },
  actors: { preview: missingActor<DryRunAnswer, DryRunRequest>('preview') },
  guards: {
    isAnswered: ({ context }, { request }: { request: DryRunRequest }) => context.answer !== undefined && isSame(context.request, request),
    isRequested: ({ context }, { request }: { request: DryRunRequest }) => isSame(context.request, request),
  },
  delays: { previewPause: PREVIEW_PAUSE_MS },
  actions: {
    keepRequest: assign((_, { request }: { request: DryRunRequest }) => ({ request, answer: undefined, failure: undefined })),
    keepAnswer: assign((_, { answer }: { answer: DryRunAnswer }) => ({ answer, failure: undefined })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    forgetAnswer: assign({ answer: undefined }),
    forget: assign({ request: undefined, answer: undefined, failure: undefined }),
  },
}).createMachine({
  id: 'dryRun',
  description: 'Previews an order while it is typed, without changing anything.',
  context: { request: undefined, answer: undefined, failure: undefined },
  initial: 'none',
  on: {
    'dryRun.requested': { target: '.pausing', reenter: true, actions: { type: 'keepRequest', params: ({ event }) => event } },
    'dryRun.cancelled': { target: '.none', actions: 'forget' },
  },
  states: {
    none: { description: 'There is nothing to preview.' },
    pausing: { description: 'The user may still be typing.', tags: 'busy', after: { previewPause: 'loading' } },
    loading: {
      description: 'The server calculates the preview.',
      tags: 'busy',
      on: { 'dryRun.requested': { guard: { type: 'isRequested', params: ({ event }) => event } } },
      invoke: {
        id: 'preview',
        src: 'preview',
        // Entered only with a request.
        input: ({ context }) => context.request as DryRunRequest,
        onDone: { target: 'known', actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) } },
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    known: {
      // A page's memo does not keep the answer, so it is then loaded again.
      description: 'The preview is loaded.',
      on: {
        'dryRun.requested': { guard: { type: 'isAnswered', params: ({ event }) => event } },
        'dryRun.invalidated': { target: 'loading', actions: 'forgetAnswer' },
      },
    },
    failed: {
      tags: 'failed',
      on: { 'dryRun.retried': 'loading', 'dryRun.requested': { guard: { type: 'isRequested', params: ({ event }) => event } } },
    },
  },
});

export type DryRun = ActorRefFrom<typeof dryRun>;
