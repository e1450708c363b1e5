import { assign, setup } from 'xstate';
import { type Failure, toFailure } from '../form/faults.ts';
import type { MachineName } from '../machine-name.ts';
import { missingActor, missingCallback } from '../placeholders.ts';
import { tell } from '../tell.ts';

/** The rows to export, as the page shows them, with these columns in this order. */
export interface ExportSubject<Query> {
  query: Query;
  columns: readonly string[];
}

/** The current number of rows, and the most that a file may have. */
export interface RowCount {
  count: number;
  max: number;
}

/** `answer` is absent if the page was restored from a memo during the download; such a download is reported as cancelled. */
export interface DownloadInput<Query> {
  subject: ExportSubject<Query>;
  answer: RowCount | undefined;
}

/** Events of the download. The file itself goes straight to the user, never through a machine. */
export type DownloadEvent =
  /** Bytes. `expected`: approximate size of the whole file; undefined while it is unknown. */
  | { type: 'export.progressed'; received: number; expected: number | undefined }
  | { type: 'export.finished' }
  | { type: 'export.failed'; error: unknown };

export type ExportEvent<Query> =
  | { type: 'export.requested'; subject: ExportSubject<Query> }
  | { type: 'export.confirmed' }
  /** Counts again, after a failure or if the count was lost. */
  | { type: 'export.retried' }
  /** Cancels a running download; otherwise closes the dialog. */
  | { type: 'export.cancelled' }
  | DownloadEvent;

/** Told upwards under the id of the machine: the user has the file. */
export type ExportFact<Id extends string, Query> = { type: `${Id}.done`; subject: ExportSubject<Query>; rows: number };

interface ExportContext<Query> {
  subject: ExportSubject<Query> | undefined;
  answer: RowCount | undefined;
  received: number;
  expected: number | undefined;
  failure: Failure | undefined;
}

/**
 * Exports the rows of a page to a file: counts, asks for confirmation, downloads. Too many rows are reported before anything but their
 * number is requested. One file is downloaded at a time.
 */
export function createExportMachine<Query>({
  id,
  description = 'The rows of a page as a file: counted, confirmed, downloaded.',
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
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
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
        description: 'The rows are counted before the user decides.',
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
        description: 'The user sees how many rows and which columns, or that there are too many.',
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
          'export.finished': { target: 'done', actions: 'tellDone' },
          'export.failed': { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
          'export.cancelled': 'cancelled',
        },
      },
      cancelled: {
        description: 'The download was cancelled; nothing was saved.',
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
        description: 'The user has the file.',
        on: { 'export.requested': { target: 'counting', actions: { type: 'start', params: ({ event }) => event } } },
      },
    },
  });
}
