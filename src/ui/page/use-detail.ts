import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import type { AnyActorRef } from 'xstate';
import type { Failure } from '#machines/kernel/form/faults.ts';

/** A running detail of the kernel. The answer is inferred from its context. */
interface DetailActor<Answer> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): { context: { answer: Answer | undefined; failure: Failure | undefined }; hasTag(tag: 'busy' | 'failed'): boolean };
  send(event: { type: 'detail.refreshRequested' }): void;
}

/** Connects a detail to its view: `table` is spread into a DataTable where the answer is a list of rows. */
export function useDetail<Answer>(detail: DetailActor<Answer>) {
  const { answer, failure: last } = useSelector(detail, (state) => state.context);
  const busy = useSelector(detail, (state) => state.hasTag('busy'));
  const failed = useSelector(detail, (state) => state.hasTag('failed'));
  const refresh = useCallback(() => detail.send({ type: 'detail.refreshRequested' }), [detail]);
  const failure = failed ? last : undefined;
  return { answer, busy, failure, refresh, table: { rows: answer, busy, failure, onRetry: refresh } };
}
