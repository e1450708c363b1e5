import { assign, setup } from 'xstate';
import { type Failure, failureOf } from '../form/faults.ts';
import type { MachineName } from '../machine-name.ts';
import { missingActor, missingCallback } from '../placeholders.ts';
import { tell } from '../tell.ts';

/** What is exported: rows as the page shows them, with these columns in this order. */
export interface ExportSubject<Query> {
  query: Query;
  columns: readonly string[];
}

/** Rows there are now, and rows a file may have. */
export interface RowCount {
  count: number;
  max: number;
}

/** `answer` is absent where the page was woken from its memory in the middle: such a download is over, and is told as cancelled. */
export interface DownloadInput<Query> {
  subject: ExportSubject<Query>;
  answer: RowCount | undefined;
}

/** What the one who downloads tells. The file itself goes to the reader, never through a machine. */
export type DownloadEvent =
  /** Bytes. `expected`: of the whole file, about; undefined while nobody knows. */
  | { type: 'export.progressed'; received: number; expected: number | undefined }
  | { type: 'export.arrived' }
  | { type: 'export.broken'; error: unknown };

export type ExportEvent<Query> =
  | { type: 'export.requested'; subject: ExportSubject<Query> }
  | { type: 'export.confirmed' }
  /** Counted once more: after a failure, or where the number was not kept. */
  | { type: 'export.retried' }
  /** While the file is on its way: given up. Otherwise: closed. */
  | { type: 'export.cancelled' }
  | DownloadEvent;

/** Told upwards under the name of the machine: the file is with the reader. */
export type ExportFact<Id extends string, Query> = { type: `${Id}.done`; subject: ExportSubject<Query>; rows: number };

interface ExportContext<Query> {
  subject: ExportSubject<Query> | undefined;
  answer: RowCount | undefined;
  received: number;
  expected: number | undefined;
  failure: Failure | undefined;
}

/**
 * The rows of a page as a file: counted, asked about, downloaded. Too many rows are said before anything is asked of
 * the server but their number. Only reading is under way here; still, one file is downloaded at a time.
 */
export function createExportMachine<Query>({
  id,
  description = 'The rows of a page as a file: counted, asked about, downloaded.',
}: MachineName) {
  type Context = ExportContext<Query>;
  const idle = { subject: undefined, answer: undefined, received: 0, expected: undefined, failure: undefined };
  return setup({
    types: {} as { context: Context; events: ExportEvent<Query>; tags: 'open' | 'busy' | 'writing' },
    actors: {
      countRows: missingActor<RowCount, { subject: ExportSubject<Query> }>('countRows'),
      download: missingCallback<DownloadInput<Query>>('download'),
    },
    guards: {
      isExportable: ({ context: { answer } }) => answer !== undefined && answer.count > 0 && answer.count <= answer.max,
    },
    actions: {
      start: assign((_, { subject }: { subject: ExportSubject<Query> }) => ({ ...idle, subject })),
      keepCount: assign((_, { answer }: { answer: RowCount }) => ({ answer })),
      forgetProgress: assign({ received: 0, expected: undefined, failure: undefined }),
      keepProgress: assign((_, { received, expected }: { received: number; expected: number | undefined }) => ({ received, expected })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
      forget: assign(idle),
      tellDone: tell<Context>(({ subject, answer }) => ({ type: `${id}.done`, subject, rows: answer?.count ?? 0 })),
    },
  }).createMachine({
    id,
    description,
    context: idle,
    initial: 'idle',
    states: {
      idle: { on: { 'export.requested': { target: 'counting', actions: { type: 'start', params: ({ event }) => event } } } },
      counting: {
        description: 'The rows are counted before the reader decides.',
        tags: ['open', 'busy'],
        entry: 'forgetProgress',
        invoke: {
          id: 'countRows',
          src: 'countRows',
          // Entered only with a subject.
          input: ({ context }) => ({ subject: context.subject as ExportSubject<Query> }),
          onDone: { target: 'confirming', actions: { type: 'keepCount', params: ({ event }) => ({ answer: event.output }) } },
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
        on: { 'export.cancelled': { target: 'idle', actions: 'forget' } },
      },
      confirming: {
        description: 'The reader sees how many rows and which columns, or that there are too many.',
        tags: 'open',
        on: {
          'export.confirmed': { guard: 'isExportable', target: 'downloading' },
          'export.retried': 'counting',
          'export.cancelled': { target: 'idle', actions: 'forget' },
        },
      },
      downloading: {
        tags: ['open', 'writing'],
        entry: 'forgetProgress',
        invoke: {
          id: 'download',
          src: 'download',
          input: ({ context: { subject, answer } }) => ({ subject: subject as ExportSubject<Query>, answer }),
          onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
        on: {
          'export.progressed': { actions: { type: 'keepProgress', params: ({ event }) => event } },
          'export.arrived': { target: 'done', actions: 'tellDone' },
          'export.broken': { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
          'export.cancelled': 'cancelled',
        },
      },
      cancelled: {
        description: 'Given up on the way: nothing was saved.',
        tags: 'open',
        on: {
          'export.retried': 'counting',
          'export.cancelled': { target: 'idle', actions: 'forget' },
        },
      },
      failed: {
        tags: 'open',
        on: {
          'export.retried': 'counting',
          'export.cancelled': { target: 'idle', actions: 'forget' },
        },
      },
      done: {
        description: 'The file is with the reader.',
        on: { 'export.requested': { target: 'counting', actions: { type: 'start', params: ({ event }) => event } } },
      },
    },
  });
}
