import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import type { Failure } from '#machines/kernel/form/faults.ts';
import type { RecallEvent } from '#machines/kernel/page/recall.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BusyLine, ErrorBlock, Remark } from '#src/ui/page/block.tsx';

/** An actor that loads an earlier order. */
interface RecallActor extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): {
    context: { subject: { batchId: number } | undefined; failure: Failure | undefined };
    hasTag(tag: 'open' | 'busy' | 'failed'): boolean;
  };
  send(event: RecallEvent<never>): void;
}

/** Progress and result of loading an order that is to be repeated. */
export function RecallNote({ recall }: { recall: RecallActor }) {
  const t = useText();
  const { subject, failure } = useSelector(recall, (state) => state.context);
  const busy = useSelector(recall, (state) => state.hasTag('busy'));
  const failed = useSelector(recall, (state) => state.hasTag('failed'));
  const open = useSelector(recall, (state) => state.hasTag('open'));
  const batch = String(subject?.batchId ?? '');
  if (busy) return <BusyLine text={t('launches.again.busy', { batch })} />;
  if (!open) return null;
  const close = (
    <button type="button" className="ads-link-button" onClick={() => recall.send({ type: 'recall.dismissed' })}>
      {t('ui.close')}
    </button>
  );
  if (!failed) {
    return (
      <Remark kind="warn" title={t('launches.again.nothing', { batch })}>
        {close}
      </Remark>
    );
  }
  return (
    <>
      <ErrorBlock
        title={t('launches.again.failed', { batch })}
        message={failure?.message ?? ''}
        {...(failure?.traceId !== undefined && { traceId: failure.traceId })}
        onRetry={() => recall.send({ type: 'recall.retried' })}
      />
      {close}
    </>
  );
}
