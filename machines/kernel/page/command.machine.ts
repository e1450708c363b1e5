import { assign, emit, setup } from 'xstate';
import { type Failure, toFailure } from '../form/faults.ts';
import type { MachineName } from '../machine-name.ts';
import { missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';

export type CommandEvent<Subject> =
  | { type: 'command.requested'; subject: Subject }
  /** Runs without a confirmation, for commands that the same click undoes. */
  | { type: 'command.runRequested'; subject: Subject }
  | { type: 'command.confirmed' }
  | { type: 'command.cancelled' };

/** Told upwards under the id of the machine: a page may have several commands. */
export type CommandFact<Id extends string, Subject, Result = unknown> = { type: `${Id}.done`; subject: Subject; result: Result };

/** Emitted to views: the command has run. */
export interface CommandSuccess<Subject, Result = unknown> {
  type: 'command.succeeded';
  subject: Subject;
  result: Result;
}

interface CommandContext<Subject> {
  subject: Subject | undefined;
  /** Why the last attempt was refused. */
  failure: Failure | undefined;
}

/** One action on one object: confirmed, sent once, and told. A refusal is shown in the confirmation. */
export function createCommandMachine<Subject, Result = unknown>({
  id,
  description = 'One command: confirmed if necessary, run once, and told when it is done.',
}: MachineName) {
  type Context = CommandContext<Subject>;

  return setup({
    types: {} as {
      context: Context;
      events: CommandEvent<Subject>;
      emitted: CommandFact<string, Subject, Result> | CommandSuccess<Subject, Result>;
      tags: 'open' | 'writing';
    },
    actors: { run: missingActor<Result, { subject: Subject }>('run') },
    actions: {
      start: assign((_, { subject }: { subject: Subject }) => ({ subject, failure: undefined })),
      forget: assign({ subject: undefined, failure: undefined }),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
      emitSuccess: emit(
        ({ context }, { result }: { result: Result }): CommandSuccess<Subject, Result> => ({
          type: 'command.succeeded',
          // Run only with a subject.
          subject: context.subject as Subject,
          result,
        }),
      ),
      tellDone: tell<Context, { result: Result }>(({ subject }, { result }) => ({
        type: `${id}.done`,
        subject,
        result,
      })),
    },
  }).createMachine({
    id,
    description,
    context: { subject: undefined, failure: undefined },
    initial: 'idle',
    states: {
      idle: {
        on: {
          'command.requested': { target: 'confirming', actions: { type: 'start', params: ({ event }) => event } },
          'command.runRequested': { target: 'running', actions: { type: 'start', params: ({ event }) => event } },
        },
      },
      confirming: {
        description: 'The user is asked to confirm; nothing has happened yet.',
        tags: 'open',
        on: { 'command.confirmed': 'running', 'command.cancelled': { target: 'idle', actions: 'forget' } },
      },
      running: {
        tags: ['open', 'writing'],
        invoke: {
          id: 'run',
          src: 'run',
          // Entered only from states that keep a subject.
          input: ({ context }) => ({ subject: context.subject as Subject }),
          onDone: {
            target: 'idle',
            actions: [
              { type: 'emitSuccess', params: ({ event }) => ({ result: event.output }) },
              { type: 'tellDone', params: ({ event }) => ({ result: event.output }) },
              'forget',
            ],
          },
          onError: { target: 'refused', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      refused: {
        description: 'The command failed: the user sees why and retries or cancels.',
        tags: 'open',
        on: {
          'command.confirmed': 'running',
          'command.cancelled': { target: 'idle', actions: 'forget' },
          // A command without a confirmation shows no dialog to answer, so a new request starts again.
          'command.requested': { target: 'confirming', actions: { type: 'start', params: ({ event }) => event } },
          'command.runRequested': { target: 'running', actions: { type: 'start', params: ({ event }) => event } },
        },
      },
    },
  });
}
