import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import { type EvaluationPart, evaluationParts } from '#contracts/rules/drama-evaluation.ts';
import { metricOf } from '#contracts/rules/metrics.ts';
import { dramaStageWords } from '#contracts/vocabulary/dramas.ts';
import { evaluationColumnWords, evaluationSuggestionWords } from '#contracts/vocabulary/evaluations.ts';
import type { EvaluationDetail } from '#machines/analyse-evaluate/evaluation-rules.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { chartLines } from '#src/parts/reports/index.ts';
import { type RadarAxis, RadarChart } from '#src/ui/chart/radar-chart.tsx';
import { type ChartForm, TrendChart } from '#src/ui/chart/trend-chart.tsx';
import { DetailDrawer, FormSection } from '#src/ui/form/form-drawer.tsx';
import { ErrorBlock, LoadingBlock } from '#src/ui/page/block.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';
import { metricText } from '#src/ui/report/report-metrics.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { Cover } from '#src/ui/text/cover.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import { useDetailFigures } from './evaluation-figures.ts';
import { type EvaluationParts, openDetail } from './evaluation-table.tsx';
import { DecisionTag, SuggestionTag, stageKinds, useMissingText, usePeriodText } from './evaluation-tags.tsx';

type Line = Pick<EvaluationDetail['daily'][number], 'm' | 'running'>;

const RADAR_HEIGHT = 300;

export function EvaluationDetailDrawer(parts: EvaluationParts) {
  const open = useSelector(parts.detail, (state) => state.hasTag('open'));
  return open ? <OpenDetailDrawer {...parts} /> : null;
}

function OpenDetailDrawer(parts: EvaluationParts) {
  const t = useText();
  const { answer, failure, refresh } = useDetail(parts.detail);
  const close = () => {
    parts.detail.send({ type: 'detail.closed' });
    parts.trend.send({ type: 'detail.closed' });
  };
  return (
    <DetailDrawer
      open
      title={answer ? t('evaluate.roundOf', { drama: answer.drama.label, round: answer.round }) : t('evaluate.detail')}
      onClose={close}
    >
      {!answer && !failure && <LoadingBlock />}
      {!answer && failure && (
        <ErrorBlock title={t('ui.loadFailed')} message={failure.message} traceId={failure.traceId} onRetry={refresh} />
      )}
      {answer && <Detail parts={parts} round={answer} />}
    </DetailDrawer>
  );
}

function Summary({ round }: { round: EvaluationDetail }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const periodText = usePeriodText();
  const missing = useMissingText()(round);
  const facts = [
    { key: 'score', title: w(evaluationColumnWords.score), value: format.decimal(round.score, 1) },
    { key: 'suggest', title: w(evaluationColumnWords.suggest), value: <SuggestionTag row={round} /> },
    { key: 'decision', title: w(evaluationColumnWords.decision), value: <DecisionTag decision={round.decision} note={null} /> },
    {
      key: 'stage',
      title: w(evaluationColumnWords.stage),
      value: <StatusTag kind={stageKinds[round.stage]} text={w(dramaStageWords[round.stage])} />,
    },
    { key: 'date_from', title: w(evaluationColumnWords.date_from), value: periodText(round) },
    { key: 'owner', title: w(evaluationColumnWords.owner), value: round.owner.label },
    { key: 'test_budget', title: w(evaluationColumnWords.test_budget), value: format.money(round.test_budget_usd, 'USD') },
    {
      key: 'spend',
      title: w(evaluationColumnWords.spend),
      value: `${format.money(round.m['spend'] ?? null, 'USD')} / ${format.money(round.min_spend_usd, 'USD')}`,
    },
  ];
  return (
    <>
      <dl className="ads-evaluate-facts">
        {facts.map(({ key, title, value }) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {missing && <p className="ads-quiet">{t('evaluate.missing', { what: missing })}</p>}
      {round.note && <p>{t('evaluate.noteOf', { name: round.decided_by?.label ?? DASH, note: round.note })}</p>}
    </>
  );
}

function PartsRadar({ round }: { round: EvaluationDetail }) {
  const t = useText();
  const format = useFormat();
  const [form, setForm] = useState<ChartForm>('chart');
  const { parts } = round;
  const valueText = useMemo(
    () => (part: EvaluationPart, value: number | null) => metricText(value, metricOf(part), { format, currency: 'USD' }),
    [format],
  );
  const axes = useMemo(
    () =>
      evaluationParts.map(
        (key): RadarAxis => ({ key, label: t(`metric.${key}`), share: parts[key].score, text: valueText(key, parts[key].value) }),
      ),
    [parts, t, valueText],
  );
  return (
    <RadarChart
      label={t('evaluate.parts')}
      axes={axes}
      nameTitle={t('evaluate.part')}
      columns={[
        { key: 'value', title: t('evaluate.value') },
        { key: 'threshold', title: t('evaluate.threshold') },
        { key: 'share', title: t('evaluate.reached') },
      ]}
      cellsOf={({ key, text, share }) => {
        const part = key as EvaluationPart;
        return [text, valueText(part, parts[part].threshold), share === null ? DASH : format.compactPercent(share)];
      }}
      empty={t('evaluate.noFigures')}
      form={form}
      onForm={setForm}
      busy={false}
      height={RADAR_HEIGHT}
    />
  );
}

function RoundTrend({ trend }: Pick<EvaluationParts, 'trend'>) {
  const t = useText();
  const [form, setForm] = useState<ChartForm>('chart');
  const { answer, busy, failure, refresh } = useDetail(trend);
  const lines = useMemo(() => (answer ? chartLines(answer, t) : []), [answer, t]);
  return (
    <TrendChart
      label={t('evaluate.trend')}
      x={answer?.x}
      step={answer?.step ?? 'day'}
      lines={lines}
      provisionalFrom={answer?.provisionalFrom}
      form={form}
      onForm={setForm}
      busy={busy}
      failure={failure}
      onRetry={refresh}
      empty={t('evaluate.noFigures')}
    />
  );
}

/** Columns of figures behind a first column. */
function useLineColumns<Row extends Line>(thresholds: EvaluationDetail['thresholds'], first: Column<Row>): Column<Row>[] {
  const figures = useDetailFigures();
  return useMemo(
    () => [
      first,
      ...figures.map(
        ({ metric, render }): Column<Row> => ({
          key: metric.key,
          title: metric.title,
          ...(metric.hint !== undefined && { hint: metric.hint }),
          ...(metric.width !== undefined && { width: metric.width }),
          align: 'right',
          render: ({ m, running }) => render({ m, running, thresholds }),
        }),
      ),
    ],
    [figures, first, thresholds],
  );
}

function Days({ round: { daily, thresholds } }: { round: EvaluationDetail }) {
  const t = useText();
  const first = useMemo(
    (): Column<EvaluationDetail['daily'][number]> => ({
      key: 'date',
      title: t('evaluate.date'),
      width: 112,
      frozen: true,
      render: ({ date }) => <span className="ads-numbers">{date}</span>,
    }),
    [t],
  );
  const columns = useLineColumns(thresholds, first);
  return (
    <DataTable
      label={t('evaluate.daily')}
      columns={columns}
      rows={daily}
      rowKey={({ date }) => date}
      rowName={({ date }) => date}
      busy={false}
      empty={{ text: t('evaluate.noFigures') }}
    />
  );
}

function Countries({ round: { countries, thresholds }, names }: { round: EvaluationDetail; names: EvaluationParts['countries'] }) {
  const t = useText();
  const { nameOf } = useDictionary(names);
  const first = useMemo(
    (): Column<EvaluationDetail['countries'][number]> => ({
      key: 'country',
      title: t('evaluate.country'),
      width: 144,
      frozen: true,
      render: ({ country }) => <NameText text={country === '' ? DASH : nameOf(country)} />,
    }),
    [t, nameOf],
  );
  const columns = useLineColumns(thresholds, first);
  return (
    <DataTable
      label={t('evaluate.countries')}
      columns={columns}
      rows={countries}
      rowKey={({ country }) => country}
      rowName={({ country }) => nameOf(country)}
      busy={false}
      empty={{ text: t('evaluate.noFigures') }}
    />
  );
}

type RankedMaterial = EvaluationDetail['materials'][number] & { rank: number };

function Materials({ round: { materials, thresholds } }: { round: EvaluationDetail }) {
  const t = useText();
  const rows = useMemo(() => materials.map((line, rank): RankedMaterial => ({ ...line, rank })), [materials]);
  const first = useMemo(
    (): Column<RankedMaterial> => ({
      key: 'material',
      title: t('evaluate.material'),
      width: 232,
      frozen: true,
      render: ({ place, material }) => (
        <span className="ads-evaluate-name">
          <StatusTag kind={place === 'best' ? 'ok' : 'error'} text={t(`evaluate.${place}`)} />
          <Cover url={material?.cover_url ?? null} alt="" />
          <NameText text={material?.label ?? t('evaluate.hiddenMaterial')} />
        </span>
      ),
    }),
    [t],
  );
  const columns = useLineColumns(thresholds, first);
  return (
    <DataTable
      label={t('evaluate.materials')}
      columns={columns}
      rows={rows}
      rowKey={({ rank }) => rank}
      rowName={({ material }) => material?.label ?? t('evaluate.hiddenMaterial')}
      busy={false}
      empty={{ text: t('evaluate.noMaterials') }}
    />
  );
}

function OtherRounds({ parts, rounds }: { parts: EvaluationParts; rounds: EvaluationDetail['rounds'] }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const periodText = usePeriodText();
  const columns = useMemo(
    (): Column<EvaluationDetail['rounds'][number]>[] => [
      {
        key: 'round',
        title: w(evaluationColumnWords.round),
        width: 72,
        render: ({ id, round }) => (
          <button type="button" className="ads-link-button" onClick={() => openDetail(parts, id)}>
            {format.number(round)}
          </button>
        ),
      },
      {
        key: 'period',
        title: w(evaluationColumnWords.date_from),
        width: 216,
        render: (round) => <span className="ads-numbers">{periodText(round)}</span>,
      },
      {
        key: 'score',
        title: w(evaluationColumnWords.score),
        width: 80,
        align: 'right',
        render: ({ score }) => format.decimal(score, 1),
      },
      {
        key: 'suggest',
        title: w(evaluationColumnWords.suggest),
        width: 128,
        render: ({ suggest }) => w(evaluationSuggestionWords[suggest]),
      },
      {
        key: 'decision',
        title: w(evaluationColumnWords.decision),
        width: 120,
        render: ({ decision, note }) => <DecisionTag decision={decision} note={note} />,
      },
      {
        key: 'decided_at',
        title: w(evaluationColumnWords.decided_at),
        width: 160,
        render: ({ decided_at }) => <span className="ads-numbers">{format.instant(decided_at)}</span>,
      },
    ],
    [w, format, periodText, parts],
  );
  return (
    <DataTable
      label={t('evaluate.rounds')}
      columns={columns}
      rows={rounds}
      rowKey={({ id }) => id}
      rowName={({ round }) => String(round)}
      busy={false}
      empty={{ text: t('evaluate.noRounds') }}
    />
  );
}

function Detail({ parts, round }: { parts: EvaluationParts; round: EvaluationDetail }) {
  const t = useText();
  return (
    <div className="ads-evaluate-detail">
      <Summary round={round} />
      <PartsRadar round={round} />
      <RoundTrend trend={parts.trend} />
      <FormSection title={t('evaluate.daily')}>
        <Days round={round} />
      </FormSection>
      <FormSection title={t('evaluate.countries')}>
        <Countries round={round} names={parts.countries} />
      </FormSection>
      <FormSection title={t('evaluate.materials')} note={t('evaluate.materialsNote')}>
        <Materials round={round} />
      </FormSection>
      <FormSection title={t('evaluate.rounds')}>
        <OtherRounds parts={parts} rounds={round.rounds} />
      </FormSection>
    </div>
  );
}
