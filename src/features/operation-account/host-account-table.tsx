import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { autoLevelWords, hostAccountColumnWords, hostStateWords } from '#contracts/vocabulary/hosting.ts';
import {
  type HostAccountRow,
  type HostAccountTotals,
  hostAccountDraft,
  toEndingSubject,
} from '#machines/operation-account/host-account-rules.ts';
import type { HostAccountsPage } from '#machines/operation-account/host-accounts.machine.ts';
import { dateIn, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { AccountStatusTag } from '#src/parts/assets/index.ts';
import { useMetricColumns } from '#src/parts/reports/index.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import type { PartsOf } from '#src/ui/list/list-page.tsx';
import { ListTable } from '#src/ui/list/list-table.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { metricCell } from '#src/ui/report/report-metrics.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag, type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';

export type HostAccountParts = PartsOf<HostAccountsPage>;

const stateKinds: Record<HostAccountRow['state'], StatusKind> = { pending: 'info', hosting: 'ok', paused: 'warn', ended: 'muted' };
const FIGURES = ['spend', 'roi', 'roi_d0'] as const;
type Figure = (typeof FIGURES)[number];
const DAY_MS = 86_400_000;
const RECENT_DAYS = 7;

/** The state; where the authorisation was lost or the cap reached, with that. */
function StateCell({ row }: { row: HostAccountRow }) {
  const t = useText();
  const w = useWords();
  return (
    <span className="ads-two-lines">
      <StatusTag kind={stateKinds[row.state]} text={w(hostStateWords[row.state])} />
      {row.paused_by_authoriser && <small>{t('hosting.lost')}</small>}
      {row.state === 'hosting' && row.is_capped && <small title={t('hosting.cappedHint')}>{t('hosting.capped')}</small>}
    </span>
  );
}

/** The cap, and how much of it is spent today. */
function CapCell({ row }: { row: HostAccountRow }) {
  const t = useText();
  const format = useFormat();
  if (row.daily_cap === null || row.cap_used_pct === null) return <span className="ads-quiet">{t('hosting.noCap')}</span>;
  const share = Math.min(row.cap_used_pct, 1);
  return (
    <span className="ads-hosting-cap" title={t('hosting.capUsed', { share: format.percent(row.cap_used_pct) })}>
      <span className="ads-numbers">{format.money(row.daily_cap, row.currency)}</span>
      <span className="ads-hosting-bar" data-full={share === 1 || undefined}>
        <i aria-hidden="true">
          <b style={{ width: `${share * 100}%` }} />
        </i>
        <span className="ads-numbers">{format.compactPercent(row.cap_used_pct)}</span>
      </span>
    </span>
  );
}

export function HostAccountTable({ parts, create }: { parts: HostAccountParts; create: ReactNode }) {
  const t = useText();
  const figures = useHostFigures();
  const totalOf = (key: string, { m_7d }: HostAccountTotals): ReactNode => {
    if (key === 'account') return t('ui.totals');
    const figure = RECENT_COLUMNS[key];
    return figure && figures(figure, { m: m_7d });
  };
  return (
    <ListTable
      parts={parts}
      label={t('hosting.title')}
      things={t('hosting.things')}
      columns={useHostAccountColumns(parts)}
      rowName={(row) => row.account.label}
      totalOf={totalOf}
      empty={{ text: t('hosting.empty'), action: create }}
    />
  );
}

/** Columns over seven days, which have totals. */
const RECENT_COLUMNS: Readonly<Record<string, Figure | undefined>> = { spend_7d: 'spend', roi_7d: 'roi', roi_d0_7d: 'roi_d0' };

interface Figured {
  m: HostAccountRow['m_7d'];
  running?: boolean;
  target?: number | undefined;
}

/** Draws a figure; the D0 ROI is coloured by the target of its account. */
function useHostFigures() {
  const t = useText();
  const format = useFormat();
  const metrics = useMetricColumns({ keys: FIGURES, usual: FIGURES, targetOf: (row) => (row as Figured).target });
  return useMemo(() => {
    const words = { t, format, currency: 'USD' };
    return (key: Figure, row: Figured): ReactNode => {
      const metric = metrics.find((one) => one.key === key);
      return metric && metricCell(metric, row, words);
    };
  }, [metrics, t, format]);
}

function useRowActions(parts: HostAccountParts) {
  const t = useText();
  const viewer = useViewer();
  const navigate = useNavigate();
  const { timezone } = useFormat();
  const { form, stateChange, ending, batch, ruleLoading, report, details } = parts;
  const isLoadingRules = useSelector(ruleLoading, (state) => state.hasTag('writing'));
  return useMemo(
    () => (row: HostAccountRow) => {
      const name = row.account.label;
      const refusal = (permit: HostAccountRow['can'][number]) =>
        row.can.includes(permit) ? undefined : t(row.state === 'ended' ? 'hosting.isEnded' : 'hosting.notPermitted');
      const change = (to: 'hosting' | 'paused') => stateChange.send({ type: 'command.requested', subject: { row, to } });
      const openReport = () => {
        const days = (ago: number) => dateIn(new Date(Date.now() - ago * DAY_MS), timezone);
        const values = { date_from: days(RECENT_DAYS - 1), date_to: days(0) };
        report.send({ type: 'form.opened', draft: { values, subject: { id: row.id, name } } });
      };
      const closeCampaigns = () =>
        batch.send({
          type: 'batch.opened',
          subject: { kind: 'allMatching', filter: {}, total: row.campaigns_running },
          params: { accountId: row.account.id, account: name },
          key: newRequestKey(),
        });
      const isPausable = row.state === 'hosting';
      return [
        {
          key: 'state',
          text: t(isPausable ? 'hosting.pause' : 'hosting.start'),
          refusal: refusal(isPausable ? 'pause' : 'start'),
          onRun: () => change(isPausable ? 'paused' : 'hosting'),
        },
        {
          key: 'edit',
          text: t('hosting.edit'),
          refusal: refusal('edit'),
          onRun: () => form.send({ type: 'form.opened', draft: hostAccountDraft(row) }),
        },
        {
          key: 'bind',
          text: t('hosting.bind'),
          refusal: isLoadingRules ? t('ui.loading') : refusal('bind_rules'),
          onRun: () => ruleLoading.send({ type: 'command.runRequested', subject: { id: row.id, name } }),
        },
        ...(viewer.canOpen('/advertising/campaign')
          ? [
              {
                key: 'campaigns',
                text: t('hosting.campaigns'),
                onRun: () => void navigate(`/advertising/campaign?account_id=${row.account.id}`),
              },
            ]
          : []),
        ...(viewer.can('export') ? [{ key: 'report', text: t('hosting.report'), onRun: openReport }] : []),
        ...(viewer.canOpen('/advertising/copy-log')
          ? [
              {
                key: 'log',
                text: t('hosting.log'),
                onRun: () => details.send({ type: 'details.opened', subject: { id: row.id, name }, tab: 'log' }),
              },
            ]
          : []),
        ...(row.campaigns_running > 0 && row.state !== 'ended'
          ? [{ key: 'close', text: t('hosting.closeCampaigns'), danger: true, onRun: closeCampaigns }]
          : []),
        {
          key: 'end',
          text: t('hosting.end'),
          danger: true,
          refusal: refusal('end'),
          onRun: () => ending.send({ type: 'form.opened', draft: { values: { close_campaigns: false }, subject: toEndingSubject(row) } }),
        },
      ];
    },
    [t, viewer, navigate, timezone, form, stateChange, ending, batch, ruleLoading, report, details, isLoadingRules],
  );
}

export function useHostAccountColumns(parts: HostAccountParts): Column<HostAccountRow>[] {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const figures = useHostFigures();
  const actionsOf = useRowActions(parts);
  return useMemo((): Column<HostAccountRow>[] => {
    const title = (key: keyof typeof hostAccountColumnWords) => w(hostAccountColumnWords[key]);
    const targetOf = ({ target_roi_bp }: HostAccountRow) => (target_roi_bp === null ? undefined : target_roi_bp / 10_000);
    const figure = (
      key: keyof typeof hostAccountColumnWords,
      metric: Figure,
      of: (row: HostAccountRow) => HostAccountRow['m_7d'],
      more: Partial<Column<HostAccountRow>> = {},
    ): Column<HostAccountRow> => ({
      key,
      title: title(key),
      hint: t('hosting.figureHint'),
      width: 104,
      align: 'right',
      ...more,
      render: (row) => figures(metric, { m: of(row), target: metric === 'roi_d0' ? targetOf(row) : undefined }),
    });
    const count = (key: 'rules' | 'actions_today' | 'suggestions'): Column<HostAccountRow> => ({
      key,
      title: title(key),
      width: 88,
      align: 'right',
      render: (row) => <span className="ads-numbers">{format.number(row[key])}</span>,
    });
    const instant = (
      key: 'start_at' | 'end_at' | 'last_sync_at' | 'consent_at',
      more: Partial<Column<HostAccountRow>> = {},
    ): Column<HostAccountRow> => ({
      key,
      title: title(key),
      width: 152,
      ...more,
      render: (row) => <span className="ads-numbers">{format.instant(row[key])}</span>,
    });
    return [
      {
        key: 'account',
        title: title('account'),
        width: 200,
        frozen: true,
        sortable: true,
        render: (row) => (
          <NameText
            text={row.account.label}
            note={row.account.platform_account_id}
            onOpen={() => parts.details.send({ type: 'details.opened', subject: { id: row.id, name: row.account.label }, tab: 'info' })}
          />
        ),
      },
      { key: 'state', title: title('state'), width: 128, sortable: true, render: (row) => <StateCell row={row} /> },
      figure('spend_today', 'spend', (row) => row.m_today, { sortable: true }),
      figure('roi_d0_today', 'roi_d0', (row) => row.m_today),
      figure('spend_7d', 'spend', (row) => row.m_7d, { sortable: true }),
      figure('roi_7d', 'roi', (row) => row.m_7d, { sortable: true }),
      figure('roi_d0_7d', 'roi_d0', (row) => row.m_7d, { sortable: true }),
      { key: 'daily_cap', title: title('daily_cap'), hint: t('hosting.capHelp'), width: 144, render: (row) => <CapCell row={row} /> },
      {
        key: 'target_roi',
        title: title('target_roi'),
        width: 88,
        align: 'right',
        render: (row) => <span className="ads-numbers">{format.decimal(targetOf(row) ?? null, 2)}</span>,
      },
      count('suggestions'),
      count('actions_today'),
      {
        key: 'auto_level',
        title: title('auto_level'),
        width: 96,
        render: (row) => <PlainTag text={w(autoLevelWords[row.auto_level])} hint={t(`hosting.level.${row.auto_level}`)} />,
      },
      { key: 'operator', title: title('operator'), width: 96, render: (row) => <NameText text={row.operator.label} /> },
      count('rules'),
      {
        key: 'holder',
        title: title('holder'),
        width: 120,
        render: (row) => <NameText text={row.holder_name ?? row.personal_account.label} />,
      },
      {
        key: 'account_status',
        title: title('account_status'),
        width: 112,
        render: (row) => <AccountStatusTag status={row.account_status} />,
      },
      instant('start_at', { sortable: true }),
      instant('end_at', { defaultHidden: true }),
      instant('last_sync_at'),
      instant('consent_at', { defaultHidden: true }),
      { key: 'remark', title: title('remark'), width: 200, defaultHidden: true, render: (row) => <NameText text={row.remark ?? ''} /> },
      {
        key: 'do',
        title: t('hosting.do'),
        width: 168,
        frozen: 'right',
        render: (row) => <RowActions subject={row.account.label} inline={2} actions={actionsOf(row)} />,
      },
    ];
  }, [t, w, format, figures, actionsOf, parts.details]);
}
