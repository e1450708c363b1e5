import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { alertLevelWords, alertTargetFormatWords } from '#contracts/vocabulary/alerts.ts';
import type { AlertDelivery, alertTargetTest } from '#machines/parts/alert-delivery/alert-delivery.machine.ts';
import { type AlertTarget, blankTarget, targetDraft } from '#machines/parts/alert-delivery/target-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { FeatureTexts, useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { DetailDrawer } from '#src/ui/form/form-drawer.tsx';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { ErrorBlock, LoadingBlock } from '#src/ui/page/block.tsx';
import { FailureRemark } from '#src/ui/page/failure-remark.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { PlainTag, StatusTag } from '#src/ui/text/status-tag.tsx';
import { messages } from './messages/index.ts';
import { TargetForm } from './target-form.tsx';
import './alerts.css';

/** The drawer of delivery targets, with texts of its own because the shell shows it. */
export function AlertDeliveryLayer({ delivery }: { delivery: AlertDelivery }) {
  return (
    <FeatureTexts messages={messages}>
      <Targets delivery={delivery} />
    </FeatureTexts>
  );
}

function Targets({ delivery }: { delivery: AlertDelivery }) {
  const { targets, form, testing, deletion } = useSelector(delivery, (state) => state.children);
  if (!targets || !form || !testing || !deletion) return null;
  return (
    <>
      <TargetDrawer delivery={delivery} />
      <TargetForm form={form} />
      <DeletionDialog deletion={deletion} />
    </>
  );
}

function TargetDrawer({ delivery }: { delivery: AlertDelivery }) {
  const t = useText();
  const { targets, form, testing, deletion } = useSelector(delivery, (state) => state.children);
  const { answer, busy, failure, refresh } = useDetail(targets);
  const isEditing = useSelector(form, (state) => state?.hasTag('open') ?? false);
  const add = () => form?.send({ type: 'form.opened', draft: { values: blankTarget, subject: undefined } });
  return (
    <DetailDrawer
      open={!isEditing}
      title={t('delivery.title')}
      onClose={() => delivery.send({ type: 'delivery.closed' })}
      footer={
        <Button type="primary" onClick={add}>
          {t('delivery.add')}
        </Button>
      }
    >
      <p className="ads-alert-note">{t('delivery.note')}</p>
      {failure && <ErrorBlock message={failure.message} traceId={failure.traceId} onRetry={refresh} />}
      {busy && !answer && <LoadingBlock />}
      {answer?.length === 0 && <p className="ads-alert-note">{t('delivery.none')}</p>}
      {answer && testing && (
        <ul className="ads-alert-targets" aria-label={t('delivery.title')}>
          {answer.map((target) => (
            <TargetItem
              key={target.id}
              target={target}
              testing={testing}
              onEdit={() => form?.send({ type: 'form.opened', draft: targetDraft(target) })}
              onDelete={() => deletion?.send({ type: 'command.requested', subject: target })}
            />
          ))}
        </ul>
      )}
    </DetailDrawer>
  );
}

interface ItemProps {
  target: AlertTarget;
  testing: ActorRefFrom<typeof alertTargetTest>;
  onEdit: () => void;
  onDelete: () => void;
}

function TargetItem({ target, testing, onEdit, onDelete }: ItemProps) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const test = useCommand(testing);
  const isTested = test.subject?.id === target.id;
  const { name, address, enabled, levels, quiet_from, quiet_to, last_at, last_problem, last_text, waiting } = target;
  return (
    <li>
      <div className="ads-alert-line">
        <strong>{name}</strong>
        <PlainTag text={w(alertTargetFormatWords[target.format])} />
        <StatusTag kind={enabled ? 'ok' : 'muted'} text={t(enabled ? 'delivery.on' : 'delivery.off')} />
      </div>
      <p>{address}</p>
      <p>
        {levels.map((level) => w(alertLevelWords[level])).join(t('delivery.separator'))}
        {quiet_from !== null && quiet_to !== null && ` · ${t('delivery.quietBetween', { from: quiet_from, to: quiet_to })}`}
        {waiting > 0 && ` · ${t('delivery.waiting', { count: waiting })}`}
      </p>
      <p role="status" className={last_problem === null ? undefined : 'ads-alert-problem'}>
        {last_at === null ? t('delivery.neverSent') : `${format.instant(last_at)} ${last_text ?? ''}`}
      </p>
      {isTested && test.failure && <FailureRemark failure={test.failure} />}
      <div className="ads-alert-line">
        <Button
          size="small"
          loading={isTested && test.busy}
          disabled={test.busy}
          aria-label={`${t('delivery.test')} ${name}`}
          onClick={() => testing.send({ type: 'command.runRequested', subject: target })}
        >
          {t('delivery.test')}
        </Button>
        <button type="button" className="ads-link-button" aria-label={`${t('delivery.edit')} ${name}`} onClick={onEdit}>
          {t('delivery.edit')}
        </button>
        <button type="button" className="ads-link-button ads-is-danger" aria-label={`${t('delivery.delete')} ${name}`} onClick={onDelete}>
          {t('delivery.delete')}
        </button>
      </div>
    </li>
  );
}

function DeletionDialog({ deletion }: { deletion: NonNullable<ReturnType<AlertDelivery['getSnapshot']>['children']['deletion']> }) {
  const t = useText();
  const { subject, dialog } = useCommand(deletion, ({ name }) => t('delivery.deleteTitle', { name }));
  if (!subject) return null;
  return (
    <ConfirmDialog
      {...dialog}
      danger
      title={t('delivery.deleteTitle', { name: subject.name })}
      text={t('delivery.deleteText')}
      confirmText={t('delivery.delete')}
    />
  );
}
