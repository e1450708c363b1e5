import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { dramaStageWords } from '#contracts/vocabulary/dramas.ts';
import { evaluationColumnWords, evaluationExportWords, evaluationStateWords } from '#contracts/vocabulary/evaluations.ts';
import type { EvaluationPage } from '#machines/analyse-evaluate/evaluation.machine.ts';
import { decisionDraft, type EvaluationRow, evaluationDraft } from '#machines/analyse-evaluate/evaluation-rules.ts';
import { DASH, dateIn, useFormat } from '#src/locale/format.ts';
import { useText, useTimezone } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import type { PartsOf } from '#src/ui/list/list-page.tsx';
import { ListTable } from '#src/ui/list/list-table.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { Cover } from '#src/ui/text/cover.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';
import { actionsWidth, statusWidth } from '#src/ui/text/text-width.ts';
import { useRoundFigures } from './evaluation-figures.ts';
import { DecisionTag, SuggestionTag, stageKinds, usePeriodText } from './evaluation-tags.tsx';

export type EvaluationParts = PartsOf<EvaluationPage>;

const stateKinds: Record<EvaluationRow['state'], StatusKind> = { running: 'info', waiting: 'warn', decided: 'muted' };

/** Pages with the figures and the campaigns of the drama over the days of a round. */
const PLACES = [
  { key: 'figures', path: '/analyse/effect' },
  { key: 'campaigns', path: '/advertising/start' },
] as const;

const SORTABLE_FIGURES: readonly string[] = ['spend', 'roi_d0', 'pay_rate', 'cost_per_payer'];

export const openDetail = ({ detail, trend }: EvaluationParts, id: number) => {
  detail.send({ type: 'detail.opened', subject: { id } });
  trend.send({ type: 'detail.opened', subject: { id } });
};

/** Spend as a share of the minimum, up to the full length of the bar. */
function ProgressBar({ row }: { row: EvaluationRow }) {
  const t = useText();
  const format = useFormat();
  // More than the minimum adds nothing: then the round has enough data.
  const share = Math.min((row.m['spend'] ?? 0) / row.min_spend_usd, 1);
  return (
    <span className="ads-evaluate-progress" title={t('evaluate.ofMinimum', { amount: format.money(row.min_spend_usd, 'USD') })}>
      <i aria-hidden="true">
        <b style={{ width: `${share * 100}%` }} />
      </i>
      <span className="ads-numbers">{format.compactPercent(share)}</span>
    </span>
  );
}

export function EvaluationTable({ parts, create }: { parts: EvaluationParts; create: ReactNode }) {
  const t = useText();
  return (
    <ListTable
      parts={parts}
      label={t('evaluate.title')}
      things={t('evaluate.things')}
      columns={useEvaluationColumns(parts)}
      rowName={({ drama, round }) => t('evaluate.roundOf', { drama: drama.label, round })}
      onRowOpen={(row) => openDetail(parts, row.id)}
      empty={{ text: t('evaluate.empty'), action: create }}
    />
  );
}

function useRowActions(parts: EvaluationParts) {
  const t = useText();
  const viewer = useViewer();
  const navigate = useNavigate();
  const timezone = useTimezone();
  const { form, defaults, decision, scoring, batch } = parts;
  useCommand(scoring, (row) => t('evaluate.scoreOf', { drama: row.drama.label }));
  const scoringId = useSelector(scoring, (state) => (state.hasTag('writing') ? state.context.subject?.id : undefined));
  return useMemo(
    () => (row: EvaluationRow) => {
      const refusal = (permit: EvaluationRow['can'][number]) =>
        row.can.includes(permit) ? undefined : t(row.decision === null ? 'evaluate.notPermitted' : 'evaluate.isDecided');
      const edit = () => {
        defaults.send({ type: 'defaults.forgotten' });
        form.send({ type: 'form.opened', draft: evaluationDraft(row) });
      };
      const closeCampaigns = () =>
        batch.send({
          type: 'batch.opened',
          subject: { kind: 'allMatching', filter: { drama_id: [row.drama.id] }, total: row.campaigns_closable },
          params: { dramaId: row.drama.id, drama: row.drama.label },
          key: newRequestKey(),
        });
      return [
        {
          key: 'decide',
          text: t('evaluate.decide'),
          refusal: refusal('decide'),
          onRun: () => decision.send({ type: 'form.opened', draft: decisionDraft(row) }),
        },
        {
          key: 'score',
          text: t('evaluate.score'),
          refusal: scoringId === undefined ? refusal('score') : t('ui.loading'),
          onRun: () => scoring.send({ type: 'command.runRequested', subject: row }),
        },
        { key: 'detail', text: t('evaluate.detail'), onRun: () => openDetail(parts, row.id) },
        { key: 'edit', text: t('evaluate.edit'), refusal: refusal('edit'), onRun: edit },
        ...(row.stage === 'stopped' && row.campaigns_closable > 0
          ? [{ key: 'close', text: t('evaluate.closeCampaigns'), danger: true, onRun: closeCampaigns }]
          : []),
        ...PLACES.filter(({ path }) => viewer.canOpen(path)).map(({ key, path }) => ({
          key,
          text: t(`evaluate.link.${key}`),
          onRun: () => {
            // A round without a last day goes on until today.
            const days = { date_from: row.date_from, date_to: row.date_to ?? dateIn(new Date(), timezone) };
            void navigate(`${path}?${new URLSearchParams({ ...days, drama_id: String(row.drama.id) })}`);
          },
        })),
      ];
    },
    [t, viewer, navigate, timezone, form, defaults, decision, scoring, batch, scoringId, parts],
  );
}

function useEvaluationColumns(parts: EvaluationParts): Column<EvaluationRow>[] {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const figures = useRoundFigures();
  const actionsOf = useRowActions(parts);
  const periodText = usePeriodText();

  return useMemo((): Column<EvaluationRow>[] => {
    const figure = (key: string): Column<EvaluationRow>[] =>
      figures
        .filter(({ metric }) => metric.key === key)
        .map(({ metric, render }) => ({
          key,
          title: metric.title,
          ...(metric.hint !== undefined && { hint: metric.hint }),
          width: 72,
          align: 'right',
          ...(SORTABLE_FIGURES.includes(key) && { sortable: true }),
          render,
        }));
    return [
      {
        key: 'drama',
        title: w(evaluationColumnWords.drama),
        width: 208,
        frozen: true,
        sortable: true,
        render: (row) => (
          <span className="ads-evaluate-name">
            <Cover url={row.drama.cover_url} alt="" />
            <NameText text={row.drama.label} note={row.drama.code} onOpen={() => openDetail(parts, row.id)} />
          </span>
        ),
      },
      { key: 'round', title: w(evaluationColumnWords.round), width: 60, align: 'right', render: (row) => format.number(row.round) },
      {
        key: 'state',
        title: w(evaluationColumnWords.state),
        width: statusWidth(...Object.values(evaluationStateWords).map((words) => w(words))),
        render: (row) => <StatusTag kind={stateKinds[row.state]} text={w(evaluationStateWords[row.state])} />,
      },
      {
        key: 'test_budget',
        title: w(evaluationColumnWords.test_budget),
        width: 80,
        align: 'right',
        render: (row) => format.money(row.test_budget_usd, 'USD'),
      },
      ...figure('spend'),
      { key: 'progress', title: w(evaluationColumnWords.progress), width: 112, render: (row) => <ProgressBar row={row} /> },
      ...figure('roi_d0'),
      ...figure('pay_rate'),
      ...figure('cost_per_payer'),
      ...figure('ctr_link'),
      ...figure('hold_rate'),
      { key: 'owner', title: w(evaluationColumnWords.owner), width: 96, render: (row) => <NameText text={row.owner.label} /> },
      {
        key: 'date_from',
        title: w(evaluationColumnWords.date_from),
        width: 216,
        sortable: true,
        exportedBeside: [{ key: 'date_to', title: w(evaluationExportWords.date_to) }],
        render: (row) => <span className="ads-numbers">{periodText(row)}</span>,
      },
      {
        key: 'score',
        title: w(evaluationColumnWords.score),
        width: 80,
        align: 'right',
        sortable: true,
        render: (row) => (
          <span
            className="ads-numbers"
            title={row.scored_at === null ? undefined : t('evaluate.scoredAt', { at: format.instant(row.scored_at) })}
          >
            {format.decimal(row.score, 1)}
          </span>
        ),
      },
      { key: 'suggest', title: w(evaluationColumnWords.suggest), width: 136, render: (row) => <SuggestionTag row={row} /> },
      {
        key: 'decision',
        title: w(evaluationColumnWords.decision),
        width: 120,
        render: ({ decision, note }) => <DecisionTag decision={decision} note={note} />,
      },
      {
        key: 'decided_by',
        title: w(evaluationColumnWords.decided_by),
        width: 96,
        defaultHidden: true,
        render: (row) => <NameText text={row.decided_by?.label ?? DASH} />,
      },
      {
        key: 'decided_at',
        title: w(evaluationColumnWords.decided_at),
        width: 160,
        sortable: true,
        defaultHidden: true,
        render: (row) => <span className="ads-numbers">{format.instant(row.decided_at)}</span>,
      },
      {
        key: 'stage',
        title: w(evaluationColumnWords.stage),
        width: 96,
        sortable: true,
        render: (row) => <StatusTag kind={stageKinds[row.stage]} text={w(dramaStageWords[row.stage])} />,
      },
      {
        key: 'do',
        title: t('evaluate.do'),
        width: actionsWidth(t('evaluate.decide'), t('ui.more')),
        frozen: 'right',
        render: (row) => (
          <RowActions subject={t('evaluate.roundOf', { drama: row.drama.label, round: row.round })} inline={1} actions={actionsOf(row)} />
        ),
      },
    ];
  }, [t, w, format, figures, actionsOf, periodText, parts]);
}
