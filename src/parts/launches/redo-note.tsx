import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import type { Failure } from '#machines/kernel/form/faults.ts';
import type { RedoEvent } from '#machines/kernel/page/redo.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BusyLine, ErrorBlock, Remark } from '#src/ui/page/block.tsx';

/** An actor that loads an earlier order. */
interface RedoActor extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): {
    context: { subject: { batchId: number } | undefined; failure: Failure | undefined };
    hasTag(tag: 'open' | 'busy' | 'failed'): boolean;
  };
  send(event: RedoEvent<never>): void;
}

/** Progress and result of loading an order that is to be repeated. */
export function RedoNote({ redo }: { redo: RedoActor }) {
  const t = useText();
  const { subject, failure } = useSelector(redo, (state) => state.context);
  const busy = useSelector(redo, (state) => state.hasTag('busy'));
  const failed = useSelector(redo, (state) => state.hasTag('failed'));
  const open = useSelector(redo, (state) => state.hasTag('open'));
  const batch = String(subject?.batchId ?? '');
  if (busy) return <BusyLine text={t('launches.again.busy', { batch })} />;
  if (!open) return null;
  const close = (
    <button type="button" className="ads-link-button" onClick={() => redo.send({ type: 'redo.dismissed' })}>
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
        onRetry={() => redo.send({ type: 'redo.retried' })}
      />
      {close}
    </>
  );
}
