import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import type { AnyActorRef } from 'xstate';
import type { Failure } from '#machines/kernel/form/faults.ts';

/** A running detail of the kernel. The answer is inferred from its context. */
interface DetailActor<Answer> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): { context: { answer: Answer | undefined; failure: Failure | undefined }; hasTag(tag: 'busy' | 'failed'): boolean };
  send(event: { type: 'detail.refreshRequested' }): void;
}

/** Connects a detail to its view, or a page that has none: `table` is spread into a DataTable where the answer is a list of rows. */
export function useDetail<Answer>(detail: DetailActor<Answer> | undefined) {
  const answer = useSelector(detail, (state) => state?.context.answer);
  const last = useSelector(detail, (state) => state?.context.failure);
  const busy = useSelector(detail, (state) => state?.hasTag('busy') ?? false);
  const failed = useSelector(detail, (state) => state?.hasTag('failed') ?? false);
  const refresh = useCallback(() => detail?.send({ type: 'detail.refreshRequested' }), [detail]);
  const failure = failed ? last : undefined;
  return { answer, busy, failure, refresh, table: { rows: answer, busy, failure, onRetry: refresh } };
}
