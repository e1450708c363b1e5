import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { AnyActorRef } from 'xstate';
import type { Failure } from '#machines/kernel/form/faults.ts';
import type { ExportEvent, ExportSubject, RowCount } from '#machines/kernel/list/export.machine.ts';

type Stage = 'idle' | 'counting' | 'confirming' | 'downloading' | 'cancelled' | 'failed' | 'done';

/** A running export of the kernel. What it exports is read off its context. */
export interface ExportActor<Query> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): {
    value: Stage;
    context: {
      subject: ExportSubject<Query> | undefined;
      answer: RowCount | undefined;
      received: number;
      expected: number | undefined;
      failure: Failure | undefined;
    };
    hasTag(tag: 'open' | 'writing'): boolean;
  };
  send(event: ExportEvent<Query>): void;
}

/** An export as the screen needs it. */
export function useExport<Query>(exporting: ExportActor<Query>) {
  const stage = useSelector(exporting, (state) => state.value);
  const context = useSelector(exporting, (state) => state.context);
  const open = useSelector(exporting, (state) => state.hasTag('open'));
  const told = useMemo(
    () => ({
      request: (subject: ExportSubject<Query>) => exporting.send({ type: 'export.requested', subject }),
      confirm: () => exporting.send({ type: 'export.confirmed' }),
      retry: () => exporting.send({ type: 'export.retried' }),
      cancel: () => exporting.send({ type: 'export.cancelled' }),
    }),
    [exporting],
  );
  return { stage, open, ...context, ...told };
}
