import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import type { AnyActorRef } from 'xstate';
import type { Failure } from '#machines/kernel/form/faults.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { announce } from '../overlay/announcer.tsx';
import { showDone } from '../overlay/notices.ts';

/** A running command of the kernel. The subject is inferred from its context. */
interface CommandActor<Subject> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): { context: { subject: Subject | undefined; failure: Failure | undefined }; hasTag(tag: 'open' | 'writing'): boolean };
  send(event: { type: 'command.confirmed' } | { type: 'command.cancelled' }): void;
}

/**
 * Connects a command to its dialog: `dialog` is spread into a ConfirmDialog. `what` describes the command and its object, and is shown as
 * a notice once it is done.
 */
export function useCommand<Subject>(command: CommandActor<Subject>, describe?: (subject: Subject) => string) {
  const t = useText();
  const { subject, failure } = useSelector(command, (state) => state.context);
  const open = useSelector(command, (state) => state.hasTag('open'));
  const busy = useSelector(command, (state) => state.hasTag('writing'));
  const running = useRef('');
  const latestDescribe = useRef(describe);
  useEffect(() => {
    latestDescribe.current = describe;
  }, [describe]);
  // Subscribes to the command itself, because a command that ends at once is over before the next render.
  useEffect(() => {
    const follow = () => {
      const state = command.getSnapshot();
      const { subject: changed, failure: refusal } = state.context;
      if (state.hasTag('writing')) {
        if (latestDescribe.current && changed !== undefined)
          running.current = t('ui.doneThing', { thing: latestDescribe.current(changed) });
        return;
      }
      if (running.current !== '' && !refusal) {
        announce(running.current);
        showDone(running.current);
      }
      running.current = '';
    };
    follow();
    const subscription = command.subscribe(follow);
    return () => subscription.unsubscribe();
  }, [command, t]);
  const commands = useMemo(
    () => ({
      onConfirm: () => command.send({ type: 'command.confirmed' }),
      onCancel: () => command.send({ type: 'command.cancelled' }),
    }),
    [command],
  );
  return { subject, open, busy, failure, dialog: { open, busy, failure, ...commands } };
}
