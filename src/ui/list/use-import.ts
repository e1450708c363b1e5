import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { AnyActorRef } from 'xstate';
import type { Failure } from '#machines/kernel/form/faults.ts';
import type { ImportEvent, ImportFile, ImportPreview, ImportRefusal } from '#machines/kernel/form/import.machine.ts';
import { forgetChosenFile, keepChosenFile } from '../form/chosen-files.ts';
import { newRequestKey } from '../form/request-key.ts';

type Stage = 'choosing' | 'reading' | 'previewing' | 'failed' | 'confirming';
type Value = 'closed' | 'starting' | 'unconfirmed' | { open: Stage };

/** A running import of the kernel. */
export interface ImportActor<Row> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): {
    value: Value;
    context: {
      file: ImportFile | undefined;
      key: string;
      refusal: ImportRefusal | undefined;
      failure: Failure | undefined;
      answer: ImportPreview<Row> | undefined;
    };
  };
  send(event: ImportEvent): void;
}

/** An import as the screen needs it. */
export function useImport<Row>(importing: ImportActor<Row>) {
  const value = useSelector(importing, (state) => state.value);
  const { file, refusal, failure, answer } = useSelector(importing, (state) => state.context);
  const told = useMemo(
    () => ({
      choose: (chosen: File) => {
        const key = newRequestKey();
        keepChosenFile(key, chosen);
        importing.send({ type: 'import.fileChosen', file: { name: chosen.name, size: chosen.size }, key });
        if (importing.getSnapshot().context.key !== key) forgetChosenFile(key);
      },
      drop: () => importing.send({ type: 'import.fileDropped' }),
      confirm: () => importing.send({ type: 'import.confirmed' }),
      retry: () => importing.send({ type: 'import.retried' }),
      askAgain: () => importing.send({ type: 'import.startRetried' }),
      close: () => importing.send({ type: 'import.closed' }),
    }),
    [importing],
  );
  return { stage: typeof value === 'object' ? value.open : value, file, refusal, failure, answer, ...told };
}
