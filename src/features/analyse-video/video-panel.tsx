import { useSelector } from '@xstate/react';
import { useMemo, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { dimensionWords } from '#contracts/reports/dimensions.ts';
import { type MetricKey, metricOf } from '#contracts/rules/metrics.ts';
import { launchColumnWords } from '#contracts/vocabulary/launch-filters.ts';
import { materialStatusWords } from '#contracts/vocabulary/materials.ts';
import type { VideoDetail, VideoRow, videoPage } from '#machines/analyse-video/video.machine.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { EntityStatusTag } from '#src/parts/launches/index.ts';
import { type ChartForm, ChartTable } from '#src/ui/chart/chart-frame.tsx';
import { CurveChart } from '#src/ui/chart/curve-chart.tsx';
import { DetailDrawer, FormSection } from '#src/ui/form/form-drawer.tsx';
import { ErrorBlock, LoadingBlock } from '#src/ui/page/block.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { metricText } from '#src/ui/report/report-metrics.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { FatigueChart } from './fatigue-chart.tsx';
import { RETENTION_POINTS } from './retention-points.ts';
import './video.css';

const POINT_TITLES = RETENTION_POINTS.map(({ title }) => title);
const POINT_SHARES = RETENTION_POINTS.map(({ share }) => share);
const COMPARED: readonly MetricKey[] = ['spend', 'impressions', 'hook_rate', 'hold_rate', 'completion_rate', 'roi_d0'];

interface Props {
  detail: ActorRefFrom<(typeof videoPage)['rowDetail']>;
  onClose: () => void;
}

/** One video: its player, curves, fatigue, and where it runs. */
export function VideoPanel({ detail, onClose }: Props) {
  const t = useText();
  const subject = useSelector(detail, (state) => state.context.subject);
  const { answer, failure, refresh } = useDetail(detail);
  if (!subject) return null;
  return (
    <DetailDrawer open title={subject.name} onClose={onClose}>
      {failure && <ErrorBlock title={t('ui.loadFailed')} message={failure.message} traceId={failure.traceId} onRetry={refresh} />}
      {!failure && !answer && <LoadingBlock />}
      {answer && <Sections answer={answer} name={subject.name} />}
    </DetailDrawer>
  );
}

const LOADED = { busy: false, failure: undefined, refresh: () => undefined };

function Sections({ answer, name }: { answer: VideoDetail; name: string }) {
  const t = useText();
  const w = useWords();
  const [form, setForm] = useState<ChartForm>('chart');
  const player = useRef<HTMLVideoElement>(null);
  const [position, setPosition] = useState<number>();
  const { fatigue, curves, cuts, countries, accounts, ads, playUrl, status } = answer;
  const onTime = () => {
    const { currentTime = 0, duration = 0 } = player.current ?? {};
    setPosition(duration > 0 ? currentTime / duration : undefined);
  };
  const onSeek = (share: number) => {
    // The duration is unknown until the player has loaded the start of the file.
    if (player.current && player.current.duration > 0) player.current.currentTime = share * player.current.duration;
  };
  const drawn = useMemo(
    () =>
      curves.series.flatMap(({ material_id, label, points }) =>
        points === null ? [] : [{ key: String(material_id), label, data: points.map((value) => ({ value, isPartial: false })) }],
      ),
    [curves],
  );
  return (
    <>
      <div className="ads-video-player">
        {playUrl !== null && (
          <video ref={player} src={playUrl} controls playsInline aria-label={name} onTimeUpdate={onTime} onSeeked={onTime}>
            {/* What is said is written into the picture of an ad: it comes without a second track. */}
            <track kind="captions" />
          </video>
        )}
        {playUrl === null && (
          <p className="ads-quiet">
            {status === null ? t('video.hidden') : t('video.noPlayer', { status: w(materialStatusWords[status]) })}
          </p>
        )}
      </div>
      <FormSection title={t('video.retention')} note={t('video.shareOfPlays')}>
        <CurveChart
          label={t('video.retention')}
          points={POINT_TITLES}
          curves={drawn}
          unit="percent"
          titles={{ name: w(dimensionWords.material), partial: '' }}
          form={form}
          onForm={setForm}
          busy={false}
          empty={t('video.fewPlays')}
          {...(playUrl !== null && { timeline: { shares: POINT_SHARES, at: position, onSeek } })}
        />
      </FormSection>
      {cuts.length > 1 && (
        <FormSection title={t('video.cuts')}>
          <Figures label={t('video.cuts')} of="material" rows={cuts} />
        </FormSection>
      )}
      <FormSection title={t('video.fatigue')}>
        <FatigueChart fatigue={fatigue} label={t('video.fatigue')} loading={LOADED} />
      </FormSection>
      <FormSection title={w(dimensionWords.country)}>
        <Figures label={w(dimensionWords.country)} of="country" rows={countries} />
      </FormSection>
      <FormSection title={w(dimensionWords.account)}>
        <Figures label={w(dimensionWords.account)} of="account" rows={accounts} empty={t('video.noAccounts')} />
      </FormSection>
      <FormSection title={w(dimensionWords.ad)}>
        <Figures label={w(dimensionWords.ad)} of="ad" rows={ads} empty={t('video.noAds')} />
      </FormSection>
    </>
  );
}

interface FiguresProps {
  label: string;
  of: 'material' | 'country' | 'account' | 'ad';
  rows: readonly VideoRow[];
  empty?: string;
}

function Figures({ label, of, rows, empty }: FiguresProps) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  if (rows.length === 0) return <p className="ads-quiet">{empty ?? t('video.nothing')}</p>;
  const isOfAds = of === 'ad';
  return (
    <ChartTable
      label={label}
      columns={[
        { key: of, title: w(dimensionWords[of]), isNumber: false },
        ...(isOfAds ? [{ key: 'status', title: w(launchColumnWords.effective_status), isNumber: false }] : []),
        ...COMPARED.map((key) => ({ key, title: t(`metric.${key}`) })),
      ]}
      rows={rows.map(({ key, dims, m }) => ({
        key,
        // Ads of one creative often have the same name.
        name: isOfAds && dims.ad?.base ? <NameText text={dims.ad.label} note={dims.ad.base.account.label} /> : (dims[of]?.label ?? key),
        cells: [
          ...(isOfAds ? [dims.ad?.base ? <EntityStatusTag key="status" status={dims.ad.base.effective_status} /> : DASH] : []),
          ...COMPARED.map((metric) => metricText(m[metric] ?? null, metricOf(metric), { format, currency: 'USD' })),
        ],
      }))}
    />
  );
}
