import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import type { AnyActorRef, Subscription } from 'xstate';
import type { Failure } from '#machines/kernel/form/faults.ts';
import type { CommandSuccess } from '#machines/kernel/page/command.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { announce } from '../overlay/announcer.tsx';
import { showDone } from '../overlay/notices.ts';

/** A running command of the kernel. The subject and the result are inferred from it. */
interface CommandActor<Subject, Result> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): { context: { subject: Subject | undefined; failure: Failure | undefined }; hasTag(tag: 'open' | 'writing'): boolean };
  send(
    event: { type: 'command.confirmed' } | { type: 'command.cancelled' } | { type: 'command.runRequested'; subject: NoInfer<Subject> },
  ): void;
  on(type: 'command.succeeded', listener: (success: CommandSuccess<Subject, Result>) => void): Subscription;
}

/**
 * Connects a command to its dialog: `dialog` is spread into a ConfirmDialog. `describe` names the command and its object in a notice once
 * it is done. `invert` returns the subject that undoes it, which the notice then offers; undefined when nothing does.
 */
export function useCommand<Subject, Result>(
  command: CommandActor<Subject, Result>,
  describe?: (subject: NoInfer<Subject>) => string,
  invert?: (subject: NoInfer<Subject>, result: NoInfer<Result>) => NoInfer<Subject> | undefined,
) {
  const t = useText();
  const { subject, failure } = useSelector(command, (state) => state.context);
  const open = useSelector(command, (state) => state.hasTag('open'));
  const busy = useSelector(command, (state) => state.hasTag('writing'));
  const latest = useRef({ describe, invert });
  useEffect(() => {
    latest.current = { describe, invert };
  }, [describe, invert]);
  useEffect(() => {
    const subscription = command.on('command.succeeded', ({ subject: done, result }) => {
      const { describe: toThing, invert: toInverse } = latest.current;
      if (!toThing) return;
      const text = t('ui.doneThing', { thing: toThing(done) });
      const inverse = toInverse?.(done, result);
      const undo = () => inverse !== undefined && command.send({ type: 'command.runRequested', subject: inverse });
      announce(text);
      showDone(text, inverse === undefined ? [] : [{ text: t('ui.undo'), run: undo }]);
    });
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
