import { Button } from '@arco-design/web-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import type { DrillRow } from '#machines/advertising-data/drill-parts.machine.ts';
import { type DrillGrouping, groupingOf } from '#machines/advertising-data/drill-query.ts';
import { DASH, useBusinessToday, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { AccountStatusTag } from '#src/parts/assets/index.ts';
import { Segments, toEffectiveStep } from '#src/parts/reports/index.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { CopyText } from '#src/ui/text/copy-text.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag, StatusTag } from '#src/ui/text/status-tag.tsx';
import type { DrillBodyProps } from './drill-frame.tsx';
import { toPlace } from './drill-place.ts';
import { DrillTable } from './drill-table.tsx';

const HIDDEN_METRICS: readonly MetricKey[] = ['accounts', 'reach', 'frequency'];

const SETTINGS = '/auth/account';

type Grouping = DrillGrouping<'account'>;
const GROUPINGS: readonly Grouping[] = ['account', 'date'];

/** The ad accounts of one user, or all visible ones. */
export function AccountTable(props: DrillBodyProps) {
  const { parts, report } = props;
  const t = useText();
  const format = useFormat();
  const today = useBusinessToday();
  const viewer = useViewer();
  const navigate = useNavigate();
  const { query } = report;
  const canOpenSettings = viewer.canOpen(SETTINGS);
  const grouping = GROUPINGS.find((name) => groupingOf('account', name).join() === query.groupBy.join()) ?? 'account';

  const openAccount = useCallback(
    ({ dims: { account } }: DrillRow) => account && void navigate(toPlace('campaign', query, { account_id: Number(account.id) })),
    [navigate, query],
  );
  const renderName = useCallback(
    (row: DrillRow) => {
      const { account } = row.dims;
      if (!account) return undefined;
      return (
        <span className="ads-drill-name">
          <NameText text={account.label} onOpen={() => openAccount(row)} />
          {account.partial && <PlainTag text={t('data.partial')} hint={t('data.partialHint')} />}
          {!account.today_started && (
            <StatusTag kind="info" text={t('data.notToday')} hint={t('data.notTodayHint', { timezone: account.timezone_name })} />
          )}
          {account.stale_since !== null && (
            <StatusTag kind="warn" text={t('data.stale')} hint={t('data.staleHint', { since: format.instant(account.stale_since) })} />
          )}
        </span>
      );
    },
    [t, format, openAccount],
  );
  const [attributes, trailing] = useMemo((): [Column<DrillRow>[], Column<DrillRow>[]] => {
    const renderAccount =
      (draw: (account: NonNullable<DrillRow['dims']['account']>) => ReactNode) =>
      ({ dims }: DrillRow) =>
        dims.account ? draw(dims.account) : null;
    const columns: Column<DrillRow>[] = [
      {
        key: 'platform_account_id',
        title: t('data.platformId'),
        width: 212,
        render: renderAccount((account) => <CopyText text={account.platform_account_id} label={t('data.platformId')} />),
      },
      {
        key: 'account_status',
        title: t('data.status'),
        width: 104,
        sortable: true,
        render: renderAccount((account) => <AccountStatusTag status={account.account_status} />),
      },
      { key: 'currency', title: t('data.currency'), width: 72, render: renderAccount((account) => account.currency) },
      {
        key: 'timezone_name',
        title: t('data.timezone'),
        width: 192,
        render: renderAccount((account) => <NameText text={account.timezone_name} />),
      },
      {
        key: 'balance',
        title: t('data.balance'),
        width: 136,
        align: 'right',
        defaultHidden: true,
        render: renderAccount((account) => format.money(account.balance, account.currency)),
      },
      {
        key: 'cap_left',
        title: t('data.capLeft'),
        width: 136,
        align: 'right',
        sortable: true,
        render: renderAccount((account) =>
          account.cap_left === null ? <span title={t('data.noCap')}>{DASH}</span> : format.money(account.cap_left, account.currency),
        ),
      },
      {
        key: 'personal_account',
        title: t('data.personalAccount'),
        width: 140,
        defaultHidden: true,
        render: renderAccount((account) => <NameText text={account.personal_account.label} />),
      },
      {
        key: 'pulled_at',
        title: t('data.pulledAt'),
        width: 150,
        defaultHidden: true,
        render: renderAccount((account) => (
          <span className={account.stale_since === null ? 'ads-numbers' : 'ads-numbers ads-quiet'}>
            {format.instant(account.pulled_at)}
          </span>
        )),
      },
    ];
    return [columns.filter(({ key }) => key === 'account_status'), columns.filter(({ key }) => key !== 'account_status')];
  }, [t, format]);
  const actions = useMemo((): Column<DrillRow> => {
    const trend = ({ dims: { account } }: DrillRow) => {
      const step = toEffectiveStep(query, today);
      if (account)
        parts.rowTrend.send({
          type: 'detail.opened',
          subject: { dimension: 'account', id: Number(account.id), name: account.label, query, step },
        });
    };
    return {
      key: 'do',
      title: t('data.do'),
      width: 108,
      frozen: 'right',
      render: (row) => (
        <RowActions
          subject={row.dims.account?.label ?? ''}
          inline={1}
          actions={[
            { key: 'trend', text: t('data.trend'), onRun: () => trend(row) },
            { key: 'campaigns', text: t('data.campaigns'), onRun: () => openAccount(row) },
            ...(canOpenSettings && row.dims.account
              ? [
                  {
                    key: 'settings',
                    text: t('data.settings'),
                    onRun: () => void navigate(`${SETTINGS}?keyword=${encodeURIComponent(row.dims.account?.platform_account_id ?? '')}`),
                  },
                ]
              : []),
          ]}
        />
      ),
    };
  }, [t, today, query, parts.rowTrend, openAccount, canOpenSettings, navigate]);

  return (
    <DrillTable
      {...props}
      tableView={parts.tableView}
      label={t('data.account')}
      hiddenMetrics={HIDDEN_METRICS}
      attributes={attributes}
      trailing={trailing}
      nameWidth={184}
      actions={actions}
      renderName={renderName}
      onOpen={openAccount}
      controls={
        <Segments
          label={t('data.groupBy')}
          options={GROUPINGS.map((key) => ({ key, text: t(`data.grouping.account.${key}`) }))}
          chosen={grouping}
          onChoose={(name) => parts.report.send({ type: 'report.groupsChosen', groupBy: groupingOf('account', name) })}
        />
      }
      empty={{
        text: t('data.noAccounts'),
        action: canOpenSettings ? <Button onClick={() => void navigate(SETTINGS)}>{t('data.toAccounts')}</Button> : undefined,
      }}
    />
  );
}
