import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { adAccountColumnWords } from '#contracts/vocabulary/ad-accounts.ts';
import { bizWords } from '#contracts/vocabulary/business-lines.ts';
import type { AdAccountManagement } from '#machines/auth-account/ad-account-management.machine.ts';
import {
  type AdAccountBatchParams,
  type AdAccountPermit,
  type AdAccountRow,
  adAccountDraft,
} from '#machines/auth-account/ad-account-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { AssigneeTags, openAssignDialog } from '#src/parts/assets/index.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { RowSwitch } from '#src/ui/table/row-switch.tsx';
import { CopyText } from '#src/ui/text/copy-text.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import { textWidth } from '#src/ui/text/text-width.ts';
import { StatusCell, SyncCell } from './account-cells.tsx';

/** What keeps an account from delivering although the platform lets it. */
const OBSTACLES = ['switched_off', 'authoriser', 'spend_cap'] as const;

/** Room in pixels around the text of a status: padding and icon, less what its smaller letters save. */
const TAG_WIDTH = 40;

/** Actions of one row. */
function useRowActions(page: AdAccountManagement) {
  const t = useText();
  const { form, batch, assigning, enabledChange, statusLog, history } = useSelector(page, (state) => state.children);
  return useMemo(() => {
    const refusalOf = (row: AdAccountRow, permit: AdAccountPermit) => (row.can.includes(permit) ? undefined : t('persons.notPermitted'));
    const order = (action: AdAccountBatchParams['action'], row: AdAccountRow) =>
      batch?.send({
        type: 'batch.opened',
        subject: { kind: 'rows', ids: [row.id], name: row.name },
        params: { action },
        key: newRequestKey(),
      });
    const edit = (row: AdAccountRow) => form?.send({ type: 'form.opened', draft: adAccountDraft(row) });
    const switchAccount = (row: AdAccountRow, enabled: boolean) =>
      enabled ? enabledChange?.send({ type: 'command.runRequested', subject: { row, enabled } }) : order('disable', row);
    const named = (row: AdAccountRow) => ({ id: row.id, name: row.name });
    const actionsOf = (row: AdAccountRow) => [
      { key: 'sync', text: t('adaccount.sync'), refusal: refusalOf(row, 'sync'), onRun: () => order('sync', row) },
      {
        key: 'assign',
        text: t('persons.assign'),
        refusal: refusalOf(row, 'assign'),
        onRun: () => assigning && openAssignDialog(assigning, 'ad_account', [row.id]),
      },
      {
        key: 'handOver',
        text: t('assets.purpose.handOver.title'),
        refusal: refusalOf(row, 'assign'),
        onRun: () => assigning && openAssignDialog(assigning, 'ad_account', [row.id], 'handOver'),
      },
      { key: 'share', text: t('adaccount.share'), refusal: refusalOf(row, 'edit'), onRun: () => order('share', row) },
      { key: 'edit', text: t('adaccount.settings'), refusal: refusalOf(row, 'edit'), onRun: () => edit(row) },
      { key: 'log', text: t('adaccount.statusLog'), onRun: () => statusLog?.send({ type: 'detail.opened', subject: named(row) }) },
      {
        key: 'history',
        text: t('persons.history'),
        onRun: () => history?.send({ type: 'detail.opened', subject: { asset_type: 'ad_account', ...named(row) } }),
      },
      { key: 'unbind', text: t('adaccount.unbind'), danger: true, refusal: refusalOf(row, 'unbind'), onRun: () => order('unbind', row) },
    ];
    return { actionsOf, switchAccount, refusalOf };
  }, [t, form, batch, assigning, enabledChange, statusLog, history]);
}

export function useAccountColumns(page: AdAccountManagement, open: (row: AdAccountRow) => void) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { enabledChange } = useSelector(page, (state) => state.children);
  const switchingId = useSelector(enabledChange, (state) => (state?.hasTag('writing') ? state.context.subject?.row.id : undefined));
  const { actionsOf, switchAccount, refusalOf } = useRowActions(page);
  return useMemo((): Column<AdAccountRow>[] => {
    const money = (
      key: 'balance' | 'spend_cap' | 'cap_left' | 'amount_spent' | 'min_daily_budget',
      more: Partial<Column<AdAccountRow>> = {},
    ): Column<AdAccountRow> => ({
      key,
      title: w(adAccountColumnWords[key]),
      hint: t('adaccount.ownCurrency'),
      width: 128,
      align: 'right',
      ...more,
      render: (row) => <span className="ads-numbers">{format.money(row[key], row.currency)}</span>,
    });
    return [
      {
        key: 'name',
        title: w(adAccountColumnWords.name),
        width: 184,
        frozen: true,
        sortable: true,
        render: (row) => <NameText text={row.name} note={row.business_name ?? undefined} onOpen={() => open(row)} />,
      },
      {
        key: 'platform_account_id',
        title: w(adAccountColumnWords.platform_account_id),
        width: 192,
        render: (row) => <CopyText text={row.platform_account_id} label={w(adAccountColumnWords.platform_account_id)} />,
      },
      {
        key: 'account_status',
        title: w(adAccountColumnWords.account_status),
        width: Math.max(136, ...OBSTACLES.map((obstacle) => textWidth(t(`adaccount.undeliverable.${obstacle}`)) + TAG_WIDTH)),
        sortable: true,
        render: (row) => <StatusCell row={row} />,
      },
      {
        key: 'enabled',
        title: w(adAccountColumnWords.enabled),
        hint: t('adaccount.enabledHint'),
        width: 80,
        render: (row) => (
          <RowSwitch
            label={t('adaccount.enabledOf', { name: row.name })}
            checked={row.enabled}
            refusal={refusalOf(row, 'set_enabled')}
            busy={switchingId === row.id}
            onChange={(on) => switchAccount(row, on)}
          />
        ),
      },
      {
        key: 'biz',
        title: w(adAccountColumnWords.biz),
        width: 120,
        defaultHidden: true,
        render: (row) => <PlainTag text={w(bizWords[row.biz])} />,
      },
      { key: 'currency', title: w(adAccountColumnWords.currency), width: 96, render: (row) => row.currency },
      { key: 'timezone_name', title: w(adAccountColumnWords.timezone_name), width: 192, render: (row) => row.timezone_name },
      money('balance', { sortable: true }),
      money('spend_cap', { defaultHidden: true }),
      money('cap_left', { sortable: true }),
      money('amount_spent', { sortable: true, defaultHidden: true }),
      money('min_daily_budget', { defaultHidden: true }),
      {
        key: 'personal_account',
        title: w(adAccountColumnWords.personal_account),
        width: 136,
        render: (row) => <NameText text={row.personal_account.label} />,
      },
      { key: 'primary', title: w(adAccountColumnWords.primary), width: 104, render: (row) => <NameText text={row.primary?.label ?? ''} /> },
      {
        key: 'assignees',
        title: w(adAccountColumnWords.assignees),
        width: 192,
        render: (row) => <AssigneeTags assignees={row.assignees} primaryId={row.primary?.id} />,
      },
      {
        key: 'pixels',
        title: w(adAccountColumnWords.pixels),
        width: 80,
        align: 'right',
        defaultHidden: true,
        render: (row) => format.number(row.pixels),
        leadsTo: ({ id, pixels }) => (pixels > 0 ? `/auth/pixel?account_id=${id}` : undefined),
      },
      {
        key: 'campaigns_running',
        title: w(adAccountColumnWords.campaigns_running),
        width: 104,
        align: 'right',
        sortable: true,
        render: (row) => <span className="ads-numbers">{format.number(row.campaigns_running)}</span>,
        leadsTo: ({ id, campaigns_running }) =>
          campaigns_running > 0 ? `/advertising/start?ad_account_id=${id}&effective_status=ACTIVE` : undefined,
      },
      {
        key: 'unassigned_campaigns',
        title: w(adAccountColumnWords.unassigned_campaigns),
        hint: t('adaccount.unassignedHint'),
        width: 104,
        align: 'right',
        defaultHidden: true,
        render: (row) => <span className="ads-numbers">{format.number(row.unassigned_campaigns)}</span>,
      },
      {
        key: 'spend_7d',
        title: w(adAccountColumnWords.spend_7d),
        hint: t('adaccount.spend7dHint'),
        width: 120,
        align: 'right',
        sortable: true,
        render: (row) => <span className="ads-numbers">{format.money(row.spend_7d_usd, 'USD')}</span>,
      },
      {
        key: 'last_sync_at',
        title: w(adAccountColumnWords.last_sync_at),
        width: 152,
        sortable: true,
        render: (row) => <SyncCell row={row} />,
      },
      {
        key: 'sync_error',
        title: w(adAccountColumnWords.sync_error),
        width: 200,
        defaultHidden: true,
        render: (row) => <NameText text={row.sync_error ?? ''} />,
      },
      {
        key: 'remark',
        title: w(adAccountColumnWords.remark),
        width: 200,
        defaultHidden: true,
        render: (row) => <NameText text={row.remark ?? ''} />,
      },
      {
        key: 'do',
        title: t('persons.do'),
        width: 168,
        frozen: 'right',
        render: (row) => <RowActions subject={row.name} inline={2} actions={actionsOf(row)} />,
      },
    ];
  }, [t, w, format, switchingId, actionsOf, open, switchAccount, refusalOf]);
}
