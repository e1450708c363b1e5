import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { AnyActorRef } from 'xstate';
import type { Failure } from '#machines/kernel/faults.ts';

/** A running command of the kernel. The subject is read off its context. */
interface CommandActor<Subject> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): { context: { subject: Subject | undefined; failure: Failure | undefined }; hasTag(tag: 'open' | 'writing'): boolean };
  send(event: { type: 'command.confirmed' } | { type: 'command.cancelled' }): void;
}

/** A command as the screen needs it: `dialog` is spread into a ConfirmDialog. */
export function useCommand<Subject>(command: CommandActor<Subject>) {
  const { subject, failure } = useSelector(command, (state) => state.context);
  const open = useSelector(command, (state) => state.hasTag('open'));
  const busy = useSelector(command, (state) => state.hasTag('writing'));
  const told = useMemo(
    () => ({
      onConfirm: () => command.send({ type: 'command.confirmed' }),
      onCancel: () => command.send({ type: 'command.cancelled' }),
    }),
    [command],
  );
  return { subject, open, busy, failure, dialog: { open, busy, failure, ...told } };
}
