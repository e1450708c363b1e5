import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo } from 'react';
import { rehearsalColumnWords, rehearsalGapWords, ruleGuardObstacleWords } from '#contracts/vocabulary/host-rules.ts';
import { entityLevelWords } from '#contracts/vocabulary/launches.ts';
import type { Failure } from '#machines/kernel/form/faults.ts';
import type { DryRunAnswer, RehearsalAnswer } from '#machines/parts/rules/rules.machine.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { DetailDrawer } from '#src/ui/form/form-drawer.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { ErrorBlock, LoadingBlock, Remark } from '#src/ui/page/block.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import type { RuleParts } from './rule-table.tsx';
import { useRuleWords } from './rule-words.ts';

interface DetailState<Answer> {
  answer: Answer | undefined;
  failure: Failure | undefined;
  refresh: () => void;
}

/** The answer of a detail once it is there, or why it is not. */
export function WhenLoaded<Answer>({ detail, children }: { detail: DetailState<Answer>; children: (answer: Answer) => ReactNode }) {
  const t = useText();
  const { answer, failure, refresh } = detail;
  if (answer !== undefined) return children(answer);
  if (failure === undefined) return <LoadingBlock />;
  return <ErrorBlock title={t('ui.loadFailed')} message={failure.message} traceId={failure.traceId} onRetry={refresh} />;
}

type Check = DryRunAnswer['rows'][number]['checks'][number];

/** Each condition with its figure; a figure that met it is marked. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  const t = useText();
  const { checkText } = useRuleWords();
  return (
    <ul className="ads-rule-checks">
      {[...checks.entries()].map(([at, check]) => {
        const { condition, value } = checkText(check);
        return (
          <li key={at} className={check.met ? undefined : 'ads-quiet'}>
            {condition}: <b>{value}</b> {check.met ? `✓ ${t('hostrule.met')}` : `✗ ${t('hostrule.unmet')}`}
          </li>
        );
      })}
    </ul>
  );
}

export function DryRunDrawer({ dryRun }: Pick<RuleParts, 'dryRun'>) {
  const open = useSelector(dryRun, (state) => state.hasTag('open'));
  return open ? <OpenDryRunDrawer dryRun={dryRun} /> : null;
}

function OpenDryRunDrawer({ dryRun }: Pick<RuleParts, 'dryRun'>) {
  const t = useText();
  const detail = useDetail(dryRun);
  const subject = useSelector(dryRun, (state) => state.context.subject);
  return (
    <DetailDrawer
      open
      title={t('hostrule.dryRunTitle', { name: subject?.name ?? '' })}
      onClose={() => dryRun.send({ type: 'detail.closed' })}
      footer={<Button onClick={detail.refresh}>{t('hostrule.again')}</Button>}
    >
      <WhenLoaded detail={detail}>{(answer) => <DryRunResult answer={answer} />}</WhenLoaded>
    </DetailDrawer>
  );
}

function DryRunResult({ answer }: { answer: DryRunAnswer }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  type Row = DryRunAnswer['rows'][number];
  const columns = useMemo(
    (): Column<Row>[] => [
      {
        key: 'object',
        title: t('hostrule.object'),
        width: 200,
        render: ({ entity, account }) => (
          <>
            <NameText text={entity.label} />
            <span className="ads-quiet">
              {w(entityLevelWords[entity.level])} · {account.label}
            </span>
          </>
        ),
      },
      { key: 'checks', title: t('hostrule.conditions'), render: ({ checks }) => <CheckList checks={checks} /> },
      {
        key: 'matched',
        title: t('hostrule.outcome'),
        width: 150,
        render: ({ matched, obstacle }) =>
          matched ? (
            <StatusTag kind="warn" text={t('hostrule.wouldAct')} />
          ) : (
            <StatusTag kind="muted" text={obstacle === null ? t('hostrule.noMatch') : w(ruleGuardObstacleWords[obstacle])} />
          ),
      },
    ],
    [t, w],
  );
  return (
    <>
      {answer.stale.length > 0 && (
        <Remark kind="warn" title={t('hostrule.staleTitle')}>
          {t('hostrule.staleText', { accounts: answer.stale.map(({ label }) => label).join(', ') })}
        </Remark>
      )}
      <p>{t('hostrule.dryRunCount', { evaluated: format.number(answer.evaluated), matched: format.number(answer.matched) })}</p>
      <DataTable<Row, string>
        label={t('hostrule.dryRun')}
        columns={columns}
        rows={answer.rows}
        busy={false}
        rowKey={({ entity }) => `${entity.level} ${entity.id}`}
        rowName={({ entity }) => entity.label}
        empty={{ text: t('hostrule.noObjects') }}
      />
    </>
  );
}

export function RehearsalDrawer({ rehearsal, file }: Pick<RuleParts, 'rehearsal' | 'file'>) {
  const open = useSelector(rehearsal, (state) => state.hasTag('open'));
  return open ? <OpenRehearsalDrawer rehearsal={rehearsal} file={file} /> : null;
}

const PERIODS = [1, 3, 7, 14] as const;
const USUAL_DAYS = 7;

function OpenRehearsalDrawer({ rehearsal, file }: Pick<RuleParts, 'rehearsal' | 'file'>) {
  const t = useText();
  const { can } = useViewer();
  const detail = useDetail(rehearsal);
  const { busy, failure } = useCommand(file);
  const subject = useSelector(rehearsal, (state) => state.context.subject);
  const days = subject?.days ?? USUAL_DAYS;
  const ruleId = subject?.id;
  return (
    <DetailDrawer
      open
      title={t('hostrule.rehearsalTitle', { name: subject?.name ?? '' })}
      onClose={() => rehearsal.send({ type: 'detail.closed' })}
      footer={
        can('export') &&
        ruleId !== undefined && (
          <Button
            loading={busy}
            onClick={() => file.send({ type: 'command.runRequested', subject: { id: ruleId, kind: 'rehearsal', days } })}
          >
            {t('hostrule.export')}
          </Button>
        )
      }
    >
      <ChoiceField
        label={t('hostrule.period')}
        value={days}
        options={PERIODS.map((value) => ({ value, label: t('hostrule.lastDays', { days: value }) }))}
        onChange={(next) => next && subject && rehearsal.send({ type: 'detail.opened', subject: { ...subject, days: next } })}
      />
      {failure && <Remark kind="error" title={failure.message} />}
      <WhenLoaded detail={detail}>{(answer) => <RehearsalResult answer={answer} />}</WhenLoaded>
    </DetailDrawer>
  );
}

function RehearsalResult({ answer }: { answer: RehearsalAnswer }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { changeText } = useRuleWords();
  type Row = RehearsalAnswer['rows'][number];
  const money = (cents: number | null) => (cents === null ? DASH : format.money(cents, 'USD'));
  const columns = useMemo((): Column<Row>[] => {
    const amount = (cents: number | null) => (cents === null ? DASH : format.money(cents, 'USD'));
    return [
      {
        key: 'object',
        title: w(rehearsalColumnWords.object),
        width: 180,
        frozen: true,
        render: ({ entity, account }) => (
          <>
            <NameText text={entity.label} />
            <span className="ads-quiet">{account.label}</span>
          </>
        ),
      },
      { key: 'times', title: w(rehearsalColumnWords.times), width: 64, align: 'right', render: ({ times }) => format.number(times) },
      { key: 'first_at', title: w(rehearsalColumnWords.first_at), width: 140, render: ({ first_at }) => format.instant(first_at) },
      { key: 'change', title: w(rehearsalColumnWords.change), width: 150, render: changeText },
      { key: 'saved', title: w(rehearsalColumnWords.saved), width: 110, align: 'right', render: ({ saved_usd }) => amount(saved_usd) },
      { key: 'lost', title: w(rehearsalColumnWords.lost), width: 110, align: 'right', render: ({ lost_usd }) => amount(lost_usd) },
      {
        key: 'net',
        title: w(rehearsalColumnWords.net),
        width: 110,
        align: 'right',
        render: ({ saved_usd, lost_usd }) => amount(saved_usd === null || lost_usd === null ? null : saved_usd - lost_usd),
      },
    ];
  }, [w, format, changeText]);
  const net = answer.saved_usd === null || answer.lost_usd === null ? null : answer.saved_usd - answer.lost_usd;
  const facts = [
    { key: 'actions', title: t('hostrule.actions'), value: format.number(answer.actions) },
    { key: 'slots', title: t('hostrule.slots'), value: format.number(answer.slots) },
    { key: 'saved', title: w(rehearsalColumnWords.saved), value: money(answer.saved_usd) },
    { key: 'lost', title: w(rehearsalColumnWords.lost), value: money(answer.lost_usd) },
    { key: 'net', title: w(rehearsalColumnWords.net), value: money(net) },
    { key: 'recorded', title: t('hostrule.recorded'), value: format.percent(answer.recorded_pct) },
  ];
  return (
    <>
      <dl className="ads-rule-facts">
        {facts.map(({ key, title, value }) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {answer.gaps.length > 0 && (
        <Remark kind="info" title={t('hostrule.gapsTitle')}>
          <ul>
            {answer.gaps.map((gap) => (
              <li key={gap}>{w(rehearsalGapWords[gap])}</li>
            ))}
          </ul>
        </Remark>
      )}
      <DataTable<Row, string>
        label={t('hostrule.rehearse')}
        columns={columns}
        rows={answer.rows}
        busy={false}
        rowKey={({ entity }) => `${entity.level} ${entity.id}`}
        rowName={({ entity }) => entity.label}
        empty={{ text: t('hostrule.noActions') }}
      />
    </>
  );
}
