import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { batchStatusWords } from '#contracts/vocabulary/batches.ts';
import type { batchItems, batchResolve } from '#machines/kernel/batch/batch-parts.machine.ts';
import type { BatchProgress } from '#machines/kernel/batch/batch-progress.machine.ts';
import { hasEnded, type OrderStatus, orderStatusOf } from '#machines/kernel/batch/order-status.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { TextField } from '../form/text-fields.tsx';
import { useForm } from '../form/use-form.ts';
import { useAnnouncement } from '../overlay/announcer.tsx';
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx';
import { ErrorBlock, LoadingBlock, Remark } from '../page/block.tsx';
import { FailureRemark } from '../page/failure-remark.tsx';
import { ChoiceField } from '../pick/choice-fields.tsx';
import { PickList } from '../pick/pick-list.tsx';
import { IconExport } from '../text/icons.ts';
import { BatchFailures, type OnRemedy } from './batch-failures.tsx';
import { BatchItems } from './batch-items.tsx';
import { BatchCounters, BatchMeter } from './batch-meter.tsx';
import { countsText } from './batch-words.ts';
import { useCommand } from './use-command.ts';
import './batch.css';

/** Progress is announced in these steps, in percent. */
const ANNOUNCE_STEP = 25;

/** State and commands of the open order. */
export function useOpenBatch(progress: BatchProgress) {
  const { orders, shown, answer, failure } = useSelector(progress, (state) => state.context);
  const order = orders.find(({ batchIds }) => batchIds[0] === shown);
  const batches = (answer?.batches ?? []).filter(({ id }) => order?.batchIds.includes(id));
  return {
    shown,
    order,
    batches,
    failure,
    orderStatus: order && orderStatusOf(batches, order),
    isGone: order !== undefined && order.batchIds.every((id) => answer?.gone.includes(id)),
    failed: shown === undefined ? 0 : (answer?.results[shown]?.failedIds.length ?? 0),
  };
}

function useAnnouncedProgress(orderStatus: OrderStatus | undefined) {
  const t = useText();
  const w = useWords();
  const steps =
    orderStatus && orderStatus.total > 0 ? Math.floor(((orderStatus.done / orderStatus.total) * 100) / ANNOUNCE_STEP) * ANNOUNCE_STEP : 0;
  const ended =
    orderStatus && hasEnded(orderStatus) ? `${w(batchStatusWords[orderStatus.status])} ${countsText(orderStatus, t, w)}` : undefined;
  useAnnouncement(ended ?? (steps > 0 ? t('batch.handled', { percent: steps }) : ''));
}

function ResolveDialog({ resolve }: { resolve: ActorRefFrom<typeof batchResolve> }) {
  const t = useText();
  const { values, subject, open, busy, field, change, dialog } = useForm(resolve);
  if (!open) return null;
  return (
    <ConfirmDialog
      {...dialog}
      title={t('batch.resolveTitle', { label: subject?.label ?? '' })}
      text={t('batch.resolveText')}
      confirmText={t('batch.resolve')}
    >
      <ChoiceField
        as="radio"
        label={t('batch.outcome')}
        {...field('outcome')}
        options={(['created', 'not_created'] as const).map((value) => ({ value, label: t(`batch.outcome.${value}`) }))}
        onChange={(outcome) => change({ outcome })}
        disabled={busy}
        required
      />
      {values.outcome === 'created' && <TextField label={t('batch.platformId')} {...field('platform_id')} disabled={busy} required />}
    </ConfirmDialog>
  );
}

interface Props {
  progress: BatchProgress;
  /** The page has rows that can be chosen. */
  canChooseFailed?: boolean;
  onRemedy?: OnRemedy | undefined;
}

/** Progress, results and commands of a batch. */
export function BatchPanel({ progress, canChooseFailed = false, onRemedy }: Props) {
  const t = useText();
  const { items, cancel, retry, undo, resolve, download } = useSelector(progress, (state) => state.children);
  const { order, batches, orderStatus, failure, isGone, failed } = useOpenBatch(progress);
  useAnnouncedProgress(orderStatus);
  if (isGone) return <ErrorBlock message={t('batch.gone')} />;
  if (!order || !items || !cancel || !retry || !undo || !resolve || !download) return null;
  const checkNow = () => progress.send({ type: 'progress.checkRequested' });
  if (!orderStatus) {
    return failure ? <ErrorBlock message={failure.message} traceId={failure.traceId} onRetry={checkNow} /> : <LoadingBlock />;
  }
  return (
    <div className="ads-batch-panel">
      {failure && <FailureRemark failure={failure} title={t('ui.staleRows')} onRetry={checkNow} />}
      <BatchMeter orderStatus={orderStatus} />
      {orderStatus.removed > 0 && <Remark kind="warn" title={t('batch.removed', { count: orderStatus.removed })} />}
      <BatchCommands
        {...{ progress, items, cancel, retry, undo, download, orderStatus, batches }}
        failed={canChooseFailed ? failed : 0}
        parts={order.batchIds}
      />
      {batches.map(({ id, failures = [] }) => (
        <OpenBatchFailures key={id} batchId={id} {...{ failures, retry, onRemedy }} />
      ))}
      <OpenBatchItems progress={progress} items={items} retry={retry} />
      <ResolveDialog resolve={resolve} />
    </div>
  );
}

type Children = ReturnType<BatchProgress['getSnapshot']>['children'];
type Child<Name extends keyof Children> = NonNullable<Children[Name]>;

function OpenBatchFailures({
  batchId,
  retry,
  ...shown
}: Omit<Parameters<typeof BatchFailures>[0], 'busy' | 'onRetry'> & { retry: Child<'retry'> }) {
  const busy = useSelector(retry, (state) => state.hasTag('writing'));
  const onRetry = (itemIds: number[]) => retry.send({ type: 'command.runRequested', subject: { batchIds: [batchId], itemIds } });
  return <BatchFailures batchId={batchId} busy={busy} onRetry={onRetry} {...shown} />;
}

function OpenBatchItems({
  progress,
  items,
  retry,
}: {
  progress: BatchProgress;
  items: ActorRefFrom<typeof batchItems>;
  retry: Child<'retry'>;
}) {
  const retrying = useSelector(retry, (state) => state.hasTag('writing'));
  return <BatchItems progress={progress} items={items} busy={retrying} />;
}

interface ToolsProps {
  progress: BatchProgress;
  items: Child<'items'>;
  cancel: Child<'cancel'>;
  retry: Child<'retry'>;
  undo: Child<'undo'>;
  download: Child<'download'>;
  orderStatus: OrderStatus;
  batches: ReturnType<typeof useOpenBatch>['batches'];
  /** Number of failed objects that the page can choose. */
  failed: number;
  /** Ids of all batches of the order. */
  parts: readonly number[];
}

function BatchCommands({ progress, items, cancel, retry, undo, download, orderStatus, batches, failed, parts }: ToolsProps) {
  const t = useText();
  const format = useFormat();
  const query = useSelector(items, (state) => state.context.query);
  const retrying = useCommand(retry);
  const cancelling = useCommand(cancel);
  const undoing = useCommand(undo);
  const downloading = useSelector(download, (state) => state.hasTag('writing'));
  const { batch_id, status } = query.filters;
  const idsAllowing = (permit: 'cancel' | 'retry') => batches.filter(({ can }) => can.includes(permit)).map(({ id }) => id);
  const left = orderStatus.total - orderStatus.done;
  return (
    <>
      {retrying.failure && <FailureRemark failure={retrying.failure} />}
      <div className="ads-batch-tools">
        <BatchCounters
          orderStatus={orderStatus}
          result={status}
          onResult={(result) => items.send({ type: 'list.filtersChosen', filters: { batch_id, ...(result && { status: result }) } })}
        />
        <div className="ads-buttons">
          {parts.length > 1 && (
            <PickList
              label={t('batch.part')}
              options={parts.map((id, index) => ({ value: id, label: t('batch.partName', { place: index + 1, id: String(id) }) }))}
              chosen={batch_id === undefined ? [] : [batch_id]}
              onChoose={([id]) => id !== undefined && items.send({ type: 'list.filtersChanged', changes: { batch_id: id } })}
            />
          )}
          {orderStatus.can.includes('retry') && orderStatus.fail > 0 && (
            <Button
              loading={retrying.busy}
              onClick={() => retry.send({ type: 'command.runRequested', subject: { batchIds: idsAllowing('retry') } })}
            >
              {t('batch.retryFailed')}
            </Button>
          )}
          {failed > 0 && <Button onClick={() => progress.send({ type: 'progress.failedRequested' })}>{t('batch.chooseFailed')}</Button>}
          {orderStatus.undoableIds.length > 0 && (
            <Button onClick={() => undo.send({ type: 'command.requested', subject: { batchIds: orderStatus.undoableIds } })}>
              {t('batch.undo')}
            </Button>
          )}
          {orderStatus.can.includes('cancel') && (
            <Button onClick={() => cancel.send({ type: 'command.requested', subject: { batchIds: idsAllowing('cancel') } })}>
              {t('batch.cancelRest')}
            </Button>
          )}
          <Button
            icon={<IconExport />}
            loading={downloading}
            onClick={() => download.send({ type: 'command.runRequested', subject: query })}
          >
            {t('batch.exportItems')}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        {...cancelling.dialog}
        danger
        title={t('batch.cancelTitle', { count: left, shown: format.number(left) })}
        text={t('batch.cancelText')}
        confirmText={t('batch.cancelButton')}
      />
      <ConfirmDialog
        {...undoing.dialog}
        title={t('batch.undoTitle', { count: orderStatus.ok, shown: format.number(orderStatus.ok) })}
        text={t('batch.undoText')}
        confirmText={t('batch.undo')}
      />
    </>
  );
}
