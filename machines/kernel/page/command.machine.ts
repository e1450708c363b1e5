import { assign, setup } from 'xstate';
import { type Failure, failureOf } from '../form/faults.ts';
import type { MachineName } from '../machine-name.ts';
import { missingActor } from '../placeholders.ts';
import { tell } from '../tell.ts';

export type CommandEvent<Subject> =
  | { type: 'command.requested'; subject: Subject }
  /** Without a question first: for what is undone by the same click. */
  | { type: 'command.ordered'; subject: Subject }
  | { type: 'command.confirmed' }
  | { type: 'command.cancelled' };

/** Told upwards under the name of the machine that did it: a page may have several. */
export type CommandFact<Id extends string, Subject, Result = unknown> = { type: `${Id}.done`; subject: Subject; result: Result };

interface CommandContext<Subject> {
  subject: Subject | undefined;
  /** Why the last try was refused. */
  failure: Failure | undefined;
}

/** One thing done to one object: asked about, sent once, and told. A refusal is shown where the question stands. */
export function createCommandMachine<Subject, Result = unknown>({
  id,
  description = 'One command: asked about where it needs a question, run once, and told when it is done.',
}: MachineName) {
  type Context = CommandContext<Subject>;

  return setup({
    types: {} as {
      context: Context;
      events: CommandEvent<Subject>;
      emitted: CommandFact<string, Subject, Result>;
      tags: 'open' | 'writing';
    },
    actors: { run: missingActor<Result, { subject: Subject }>('run') },
    actions: {
      start: assign((_, { subject }: { subject: Subject }) => ({ subject, failure: undefined })),
      forget: assign({ subject: undefined, failure: undefined }),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
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
          'command.ordered': { target: 'running', actions: { type: 'start', params: ({ event }) => event } },
        },
      },
      confirming: {
        description: 'The question stands; nothing has happened yet.',
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
            actions: [{ type: 'tellDone', params: ({ event }) => ({ result: event.output }) }, 'forget'],
          },
          onError: { target: 'refused', actions: { type: 'keepFailure', params: ({ event }) => event } },
        },
      },
      refused: {
        description: 'It did not succeed: the reader sees why, and tries again or lets it be.',
        tags: 'open',
        on: {
          'command.confirmed': 'running',
          'command.cancelled': { target: 'idle', actions: 'forget' },
          // Where no question stands nobody can answer it: whoever asks anew begins anew.
          'command.requested': { target: 'confirming', actions: { type: 'start', params: ({ event }) => event } },
          'command.ordered': { target: 'running', actions: { type: 'start', params: ({ event }) => event } },
        },
      },
    },
  });
}
