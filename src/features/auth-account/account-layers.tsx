import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { adAccountColumnWords } from '#contracts/vocabulary/ad-accounts.ts';
import { bizLines, bizWords } from '#contracts/vocabulary/business-lines.ts';
import type {
  adAccountBatch,
  adAccountForm,
  enabledChange,
  StatusEntry,
  statusLog,
} from '#machines/auth-account/ad-account-management.machine.ts';
import type { AdAccountValues } from '#machines/auth-account/ad-account-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { AccountStatusTag, useAccountStatusText } from '#src/parts/assets/index.ts';
import { BatchConfirmDialog } from '#src/ui/batch/batch-confirm-dialog.tsx';
import { useBatch } from '#src/ui/batch/use-batch.ts';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { conflictChanges } from '#src/ui/form/conflict-changes.ts';
import { DetailDrawer, FormDrawer } from '#src/ui/form/form-drawer.tsx';
import { TextAreaField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { ChoiceField, SwitchField } from '#src/ui/pick/choice-fields.tsx';
import { PickerField } from '#src/ui/pick/picker-fields.tsx';
import type { PickerActor } from '#src/ui/pick/use-picker.ts';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';

interface CloseFieldProps {
  value: boolean;
  onChange: (value: boolean) => void;
  disabled?: boolean;
}

/** Also turns off the running campaigns of accounts that are switched off; for users who may turn campaigns off. */
function CloseCampaignsField(props: CloseFieldProps) {
  const t = useText();
  const viewer = useViewer();
  if (!viewer.can('status') || !viewer.canOpen('/advertising/start')) return null;
  return (
    <SwitchField
      label={t('adaccount.closeCampaigns')}
      help={t('adaccount.closeCampaignsHelp')}
      words={{ on: t('adaccount.yes'), isDisabled: t('adaccount.no') }}
      {...props}
    />
  );
}

export function SettingsDrawer({ form }: { form: ActorRefFrom<typeof adAccountForm> }) {
  const open = useSelector(form, (state) => state.hasTag('open'));
  return open ? <OpenSettings form={form} /> : null;
}

function OpenSettings({ form }: { form: ActorRefFrom<typeof adAccountForm> }) {
  const t = useText();
  const w = useWords();
  const { subject, origin, values, conflict, change, field, drawer } = useForm(form);
  const enabledText = (on: boolean) => t(on ? 'adaccount.on' : 'adaccount.off');
  const labels = {
    biz: w(adAccountColumnWords.biz),
    enabled: w(adAccountColumnWords.enabled),
    close_campaigns: t('adaccount.closeCampaigns'),
    remark: w(adAccountColumnWords.remark),
  };
  const changes = conflictChanges({ conflict, origin, values }, labels, (one: AdAccountValues) => ({
    biz: one.biz ? w(bizWords[one.biz]) : '',
    enabled: enabledText(one.enabled),
    close_campaigns: t(one.close_campaigns ? 'adaccount.yes' : 'adaccount.no'),
    remark: one.remark,
  }));
  return (
    <FormDrawer {...drawer} title={t('adaccount.settingsTitle', { name: subject?.name ?? '' })} conflict={changes}>
      <ChoiceField
        as="radio"
        label={labels.biz}
        {...field('biz')}
        options={bizLines.map((value) => ({ value, label: w(bizWords[value]) }))}
        onChange={(biz) => change({ biz })}
        required
      />
      <SwitchField
        label={labels.enabled}
        {...field('enabled')}
        words={{ on: enabledText(true), isDisabled: enabledText(false) }}
        help={t('adaccount.enabledHint')}
      />
      {origin.enabled && !values.enabled && <CloseCampaignsField {...field('close_campaigns')} />}
      <TextAreaField label={labels.remark} {...field('remark')} max={200} />
    </FormDrawer>
  );
}

/** Shows why an account could not be enabled. Disabling is a bulk action of one account. */
export function EnabledDialog({ change }: { change: ActorRefFrom<typeof enabledChange> }) {
  const t = useText();
  const { subject, open, failure, dialog } = useCommand(change, ({ row }) => t('adaccount.enableTitle', { name: row.name }));
  if (!subject) return null;
  return (
    <ConfirmDialog
      {...dialog}
      open={open && failure !== undefined}
      title={t('adaccount.enableTitle', { name: subject.row.name })}
      text={t('adaccount.batch.enable.text')}
      confirmText={t('persons.enable')}
    />
  );
}

interface BatchProps {
  batch: ActorRefFrom<typeof adAccountBatch>;
  pixels: PickerActor;
}

export function AccountBatchDialog(props: BatchProps) {
  const open = useSelector(props.batch, (state) => state.hasTag('open'));
  return open ? <OpenBatchDialog {...props} /> : null;
}

function OpenBatchDialog({ batch, pixels }: BatchProps) {
  const t = useText();
  const format = useFormat();
  const bulkAction = useBatch(batch);
  const { values, count, field, change, busy } = bulkAction;
  const { action } = values;
  return (
    <BatchConfirmDialog
      action={bulkAction}
      title={t(`adaccount.batch.${action}.title`)}
      text={t(`adaccount.batch.${action}.text`)}
      confirmText={t(`adaccount.batch.${action}.button`, { count, shown: format.number(count) })}
      isDeletion={action === 'unbind'}
    >
      {action === 'disable' && <CloseCampaignsField {...field('close_campaigns')} disabled={busy} />}
      {action === 'share' && (
        <PickerField
          label={t('adaccount.pixel')}
          {...field('pixel_id')}
          onChange={(pixel_id) => change({ pixel_id })}
          picker={pixels}
          disabled={busy}
          required
        />
      )}
    </BatchConfirmDialog>
  );
}

export function StatusLogDrawer({ log }: { log: ActorRefFrom<typeof statusLog> }) {
  const open = useSelector(log, (state) => state.hasTag('open'));
  return open ? <OpenStatusLog log={log} /> : null;
}

function OpenStatusLog({ log }: { log: ActorRefFrom<typeof statusLog> }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { reasonText } = useAccountStatusText();
  const name = useSelector(log, (state) => state.context.subject?.name ?? '');
  const { table } = useDetail(log);
  const columns = useMemo(
    (): Column<StatusEntry>[] => [
      { key: 'at', title: t('adaccount.at'), width: 168, render: ({ at }) => format.instant(at) },
      {
        key: 'status',
        title: w(adAccountColumnWords.account_status),
        width: 168,
        render: ({ account_status, disable_reason }) => <AccountStatusTag status={account_status} disableReason={disable_reason} />,
      },
      { key: 'reason', title: w(adAccountColumnWords.disable_reason), render: ({ disable_reason }) => reasonText(disable_reason) ?? '' },
    ],
    [t, w, format, reasonText],
  );
  const title = t('adaccount.statusLogTitle', { name });
  return (
    <DetailDrawer open title={title} onClose={() => log.send({ type: 'detail.closed' })}>
      <DataTable
        {...table}
        label={title}
        columns={columns}
        rowKey={({ at, account_status }) => `${at} ${account_status}`}
        rowName={({ at }) => format.instant(at)}
        empty={{ text: t('adaccount.statusLogEmpty') }}
      />
    </DetailDrawer>
  );
}
