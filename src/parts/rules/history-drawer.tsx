import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { ledgerColumnWords, ruleActionWords } from '#contracts/vocabulary/host-rules.ts';
import type { LedgerRow, RuleRunRow } from '#machines/parts/rules/rule-values.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { DetailDrawer, FormSection } from '#src/ui/form/form-drawer.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { Remark } from '#src/ui/page/block.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { RunTag } from '../rule-tags/index.ts';
import type { RuleParts } from './rule-table.tsx';
import { useRuleWords } from './rule-words.ts';
import { WhenLoaded } from './trial-drawers.tsx';

type Props = Pick<RuleParts, 'history' | 'file'>;

/** What the actions of a rule brought, and its last runs. */
export function HistoryDrawer(props: Props) {
  const open = useSelector(props.history, (state) => state.hasTag('open'));
  return open ? <OpenHistoryDrawer {...props} /> : null;
}

function OpenHistoryDrawer({ history, file }: Props) {
  const t = useText();
  const { can } = useViewer();
  const detail = useDetail(history);
  const { busy, failure } = useCommand(file);
  const subject = useSelector(history, (state) => state.context.subject);
  return (
    <DetailDrawer
      open
      title={t('hostrule.historyTitle', { name: subject?.name ?? '' })}
      onClose={() => history.send({ type: 'detail.closed' })}
      footer={
        can('export') &&
        subject && (
          <Button loading={busy} onClick={() => file.send({ type: 'command.runRequested', subject: { id: subject.id, kind: 'ledger' } })}>
            {t('hostrule.export')}
          </Button>
        )
      }
    >
      {failure && <Remark kind="error" title={failure.message} />}
      <WhenLoaded detail={detail}>
        {({ runs, ledger }) => (
          <>
            <FormSection title={t('hostrule.ledger')} note={t('hostrule.ledgerNote')}>
              <LedgerTable rows={ledger} />
            </FormSection>
            <FormSection title={t('hostrule.runs')}>
              <RunTable rows={runs} />
            </FormSection>
          </>
        )}
      </WhenLoaded>
    </DetailDrawer>
  );
}

function LedgerTable({ rows }: { rows: readonly LedgerRow[] }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { changeText } = useRuleWords();
  const columns = useMemo((): Column<LedgerRow>[] => {
    const money = (cents: number) => format.money(cents, 'USD');
    const change = (before: number, after: number) => `${money(before)} → ${money(after)}`;
    const profit = (revenue: number, spend: number) => revenue - spend;
    return [
      {
        key: 'object',
        title: w(ledgerColumnWords.object),
        width: 180,
        frozen: true,
        render: ({ entity, account }) => (
          <>
            <NameText text={entity.label} />
            <span className="ads-quiet">{account.label}</span>
          </>
        ),
      },
      { key: 'at', title: w(ledgerColumnWords.at), width: 140, render: ({ at }) => format.instant(at) },
      {
        key: 'action',
        title: w(ledgerColumnWords.action),
        width: 170,
        render: (row) => (
          <>
            {w(ruleActionWords[row.action])}
            <br />
            <span className="ads-quiet">{changeText(row)}</span>
          </>
        ),
      },
      { key: 'hours', title: w(ledgerColumnWords.hours), width: 90, align: 'right', render: ({ hours }) => format.number(hours) },
      {
        key: 'spend',
        title: t('hostrule.spendChange'),
        width: 170,
        align: 'right',
        render: (row) => change(row.spend_before_usd, row.spend_after_usd),
      },
      {
        key: 'revenue',
        title: t('hostrule.revenueChange'),
        width: 170,
        align: 'right',
        render: (row) => change(row.revenue_before_usd, row.revenue_after_usd),
      },
      {
        key: 'gain',
        title: w(ledgerColumnWords.gain),
        width: 130,
        align: 'right',
        render: (row) => money(profit(row.revenue_after_usd, row.spend_after_usd) - profit(row.revenue_before_usd, row.spend_before_usd)),
      },
      {
        key: 'undone_at',
        title: w(ledgerColumnWords.undone_at),
        width: 140,
        render: ({ undone_at }) => (undone_at === null ? null : format.instant(undone_at)),
      },
    ];
  }, [t, w, format, changeText]);
  return (
    <DataTable
      label={t('hostrule.ledger')}
      columns={columns}
      rows={rows}
      busy={false}
      rowKey={({ id }) => id}
      rowName={({ entity }) => entity.label}
      empty={{ text: t('hostrule.noLedger') }}
    />
  );
}

function RunTable({ rows }: { rows: readonly RuleRunRow[] }) {
  const t = useText();
  const format = useFormat();
  const columns = useMemo((): Column<RuleRunRow>[] => {
    const count = (key: 'evaluated' | 'matched' | 'acted' | 'skipped' | 'failed'): Column<RuleRunRow> => ({
      key,
      title: t(`hostrule.run.${key}`),
      width: 84,
      align: 'right',
      render: (run) => format.number(run[key]),
    });
    return [
      { key: 'at', title: t('hostrule.run.at'), width: 140, render: ({ at }) => format.instant(at) },
      { key: 'account', title: t('hostrule.run.account'), width: 140, render: ({ account }) => <NameText text={account.label} /> },
      {
        key: 'status',
        title: t('hostrule.run.status'),
        width: 110,
        render: ({ status, message }) => <RunTag status={status} {...(message !== null && { hint: message })} />,
      },
      count('evaluated'),
      count('matched'),
      count('acted'),
      count('skipped'),
      count('failed'),
    ];
  }, [t, format]);
  return (
    <DataTable
      label={t('hostrule.runs')}
      columns={columns}
      rows={rows}
      busy={false}
      rowKey={({ id }) => id}
      rowName={({ account }) => account.label}
      empty={{ text: t('hostrule.noRuns') }}
    />
  );
}
