import { assign, setup } from 'xstate';
import type { BatchOutcome } from '../batch/batch-outcome.ts';
import type { MachineName } from '../machine-name.ts';
import { effect, missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';
import { type Failure, toFailure } from './faults.ts';

/** A file as described before it is read. */
export interface ImportFile {
  name: string;
  /** Bytes. */
  size: number;
}

/** The preview of a file's rows. */
export interface ImportPreview<Row> {
  total: number;
  good: number;
  bad: number;
  rows: Row[];
}

/** Why a file is not accepted: before it is read, or because it no longer exists. */
export type ImportRefusal = 'wrongType' | 'tooLarge' | 'empty' | 'gone' | 'unreadable';

/** The file itself is stored outside the machine under its key. */
export interface ImportRequest {
  file: ImportFile;
  key: string;
}

export type ImportEvent =
  | { type: 'import.opened' }
  /** `key`: a new UUID. It identifies the file until the file is forgotten, and its import: the same key never starts a second one. */
  | { type: 'import.fileChosen'; file: ImportFile; key: string }
  | { type: 'import.confirmed' }
  /** After a failed preview: the same file once more. */
  | { type: 'import.retried' }
  /** The answer to the start was unconfirmed: it is sent again with the same key. */
  | { type: 'import.startRetried' }
  /** The user wants another file, or the current one can no longer be used. */
  | { type: 'import.fileDropped' }
  | { type: 'import.closed' };

/** Told upwards under the id of the machine: the import now runs on the server. */
export type ImportFact<Id extends string> = { type: `${Id}.started`; batchId: number; siblings: number[] };

interface ImportContext<Row> {
  file: ImportFile | undefined;
  key: string;
  refusal: ImportRefusal | undefined;
  failure: Failure | undefined;
  answer: ImportPreview<Row> | undefined;
}

const batchesOf = ({ batchIds = [] }: { kind: string; batchIds?: number[] }) => ({ batchIds });
const failureIn = (outcome: { kind: string; failure?: Failure | undefined }) => ({ failure: outcome.failure });

/** Turns the rows of a file into a batch: the file is chosen, read, previewed, confirmed, and started once. A failure loses nothing. */
export function createImportMachine<Row>({
  id,
  description = 'Rows of a file become a batch: chosen, read, previewed, confirmed, started once.',
  maxBytes,
}: MachineName & { maxBytes: number }) {
  type Context = ImportContext<Row>;
  type Outcome = BatchOutcome<object>;
  const blank: Context = { file: undefined, key: '', refusal: undefined, failure: undefined, answer: undefined };
  return setup({
    types: {} as { context: Context; events: ImportEvent; emitted: ImportFact<string>; tags: 'open' | 'busy' | 'writing' },
    actors: {
      /** False if the file no longer exists. Rejected if it cannot be read. */
      readFile: missingActor<boolean, ImportRequest>('readFile'),
      preview: missingActor<ImportPreview<Row>, ImportRequest>('preview'),
      start: missingActor<Outcome, ImportRequest>('start'),
    },
    guards: {
      isOtherType: (_, { file }: { file: ImportFile }) => !/\.xlsx$/i.test(file.name),
      isTooLarge: (_, { file }: { file: ImportFile }) => file.size > maxBytes,
      isEmpty: (_, { file }: { file: ImportFile }) => file.size === 0,
      isRead: (_, { isThere }: { isThere: boolean }) => isThere,
      isImportable: ({ context: { answer } }) => answer !== undefined && answer.good > 0,
      isStarted: (_, { outcome }: { outcome: Outcome }) => outcome.kind === 'started',
    },
    actions: {
      keepFile: assign((_, { file, key }: ImportRequest) => ({ ...blank, file, key })),
      refuseFile: assign((_, { refusal }: { refusal: ImportRefusal }) => ({ refusal })),
      dropFile: assign((_, { refusal }: { refusal: ImportRefusal }) => ({ ...blank, refusal })),
      keepPreview: assign((_, { answer }: { answer: ImportPreview<Row> }) => ({ answer, failure: undefined })),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
      keepOutcome: assign((_, { failure }: { failure: Failure | undefined }) => ({ failure })),
      clearFailure: assign({ failure: undefined }),
      forget: assign(() => blank),
      forgetFile: effect<{ key: string }>('forgetFile'),
      tellStarted: tell<Context, { batchIds: number[] }>((_, { batchIds: [batchId = 0, ...siblings] }) => ({
        type: `${id}.started`,
        batchId,
        siblings,
      })),
    },
  }).createMachine({
    id,
    description,
    context: blank,
    initial: 'closed',
    states: {
      closed: { on: { 'import.opened': 'open' } },
      open: {
        tags: 'open',
        initial: 'choosing',
        on: {
          // A rejected file does not replace the current one.
          'import.fileChosen': [
            {
              guard: { type: 'isOtherType', params: ({ event }) => event },
              actions: { type: 'refuseFile', params: { refusal: 'wrongType' } },
            },
            {
              guard: { type: 'isTooLarge', params: ({ event }) => event },
              actions: { type: 'refuseFile', params: { refusal: 'tooLarge' } },
            },
            { guard: { type: 'isEmpty', params: ({ event }) => event }, actions: { type: 'refuseFile', params: { refusal: 'empty' } } },
            {
              target: '.reading',
              actions: [
                { type: 'forgetFile', params: ({ context }) => ({ key: context.key }) },
                { type: 'keepFile', params: ({ event }) => event },
              ],
            },
          ],
          'import.fileDropped': {
            target: '.choosing',
            actions: [{ type: 'forgetFile', params: ({ context }) => ({ key: context.key }) }, 'forget'],
          },
          'import.closed': {
            target: 'closed',
            actions: [{ type: 'forgetFile', params: ({ context }) => ({ key: context.key }) }, 'forget'],
          },
        },
        states: {
          choosing: { description: 'There is no file yet, or the chosen one was rejected.' },
          reading: {
            description: 'The browser reads the file.',
            tags: 'busy',
            invoke: {
              id: 'readFile',
              src: 'readFile',
              // Entered only with a file.
              input: ({ context: { file, key } }) => ({ file: file as ImportFile, key }),
              onDone: [
                { guard: { type: 'isRead', params: ({ event }) => ({ isThere: event.output }) }, target: 'previewing' },
                { target: 'choosing', actions: { type: 'dropFile', params: { refusal: 'gone' } } },
              ],
              onError: { target: 'choosing', actions: { type: 'dropFile', params: { refusal: 'unreadable' } } },
            },
          },
          previewing: {
            description: 'The server previews the result of each row.',
            tags: 'busy',
            invoke: {
              id: 'preview',
              src: 'preview',
              input: ({ context: { file, key } }) => ({ file: file as ImportFile, key }),
              onDone: { target: 'confirming', actions: { type: 'keepPreview', params: ({ event }) => ({ answer: event.output }) } },
              onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
            },
          },
          failed: {
            description: 'The preview failed; the file is still chosen.',
            on: { 'import.retried': { target: 'reading', actions: 'clearFailure' } },
          },
          confirming: {
            description: 'The user sees the previewed result of each row.',
            on: {
              'import.confirmed': { guard: 'isImportable', target: `#${id}.starting`, actions: 'clearFailure' },
              'import.retried': { target: 'reading', actions: 'clearFailure' },
            },
          },
        },
      },
      starting: {
        description: 'The start is being sent, with a key that starts nothing twice.',
        tags: ['open', 'writing'],
        invoke: {
          id: 'start',
          src: 'start',
          input: ({ context: { file, key } }) => ({ file: file as ImportFile, key }),
          onDone: [
            {
              guard: { type: 'isStarted', params: ({ event }) => ({ outcome: event.output }) },
              target: 'closed',
              actions: [
                { type: 'tellStarted', params: ({ event }) => batchesOf(event.output) },
                { type: 'forgetFile', params: ({ context }) => ({ key: context.key }) },
                'forget',
              ],
            },
            { target: 'open.confirming', actions: { type: 'keepOutcome', params: ({ event }) => failureIn(event.output) } },
          ],
          onError: { target: 'unconfirmed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      unconfirmed: {
        description: 'It is unknown whether the batch was started. Sending again with the same key starts nothing twice.',
        tags: 'open',
        on: {
          'import.startRetried': { target: 'starting', actions: 'clearFailure' },
          'import.closed': {
            target: 'closed',
            actions: [{ type: 'forgetFile', params: ({ context }) => ({ key: context.key }) }, 'forget'],
          },
        },
      },
    },
  });
}
