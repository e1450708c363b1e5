import type { EntityLevel } from '#machines/parts/launches/ad-filter-fields.ts';
import type { AdPickers } from '#machines/parts/launches/ad-pickers.machine.ts';
import { CLOSERS, LAUNCH_METRICS, type LaunchFilters, LEARNING_STAGES, QUICK_VIEWS } from '#machines/parts/launches/launch-query.ts';
import type { MessageId } from '#src/locale/locales.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { AdFilterLine } from '#src/parts/launches/index.ts';
import { RangeFilter, useRangeWords } from '#src/parts/reports/index.ts';
import { DateRangeFilter, useRangeText } from '#src/ui/date/date-range-filter.tsx';
import { type ActiveFilter, ChoiceFilter, KeywordFilter } from '#src/ui/list/filter-line.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';

interface Props {
  level: EntityLevel;
  filters: LaunchFilters;
  pickers: AdPickers;
  onFilters: (filters: LaunchFilters) => void;
}

const rangeOf = (from: string | undefined, to: string | undefined) => (from && to ? { from, to } : undefined);

const BUDGET_KINDS = ['campaign', 'ad_group'] as const;
const BUDGET_MODES = ['daily', 'lifetime'] as const;

/** Quick views in a line of their own, below it what the rows are narrowed by. */
export function LaunchFilterLine({ level, filters, pickers, onFilters }: Props) {
  const t = useText();
  const viewer = useViewer();
  const rangeText = useRangeText();
  const rangeWords = useRangeWords();
  const change = (changes: LaunchFilters) => onFilters({ ...filters, ...changes });
  const days = rangeOf(filters.date_from, filters.date_to);
  const created = rangeOf(filters.created_from, filters.created_to);

  const chip = (key: string, label: string, text: string | undefined, gone: LaunchFilters): ActiveFilter[] =>
    text === undefined ? [] : [{ key, text: `${label}: ${text}`, onRemove: () => change(gone) }];
  const within = (ids: number[] | undefined) => ids && t('start.chosenCount', { count: ids.length });
  const behind: ActiveFilter[] = [
    ...chip('created', t('launches.createdAt'), created && rangeText(created), { created_from: undefined, created_to: undefined }),
    ...chip('budget_level', t('start.budgetLevel'), filters.budget_level && t(`start.budgetLevel.${filters.budget_level}`), {
      budget_level: undefined,
    }),
    ...chip('budget_mode', t('start.budgetMode'), filters.budget_mode && t(`start.budgetMode.${filters.budget_mode}`), {
      budget_mode: undefined,
    }),
    ...chip('learning_stage', t('launches.learning'), filters.learning_stage && t(`start.learning.${filters.learning_stage}`), {
      learning_stage: undefined,
    }),
    ...chip('closed_by', t('launches.closedBy'), filters.closed_by && t(`launches.actor.${filters.closed_by}`), { closed_by: undefined }),
    ...chip('metric_range', t('reports.metricRange'), filters.metric_range?.map(rangeWords).join(', '), { metric_range: undefined }),
    ...chip('batch_id', t('launches.batch'), filters.batch_id === undefined ? undefined : `#${filters.batch_id}`, { batch_id: undefined }),
  ];
  const chips: ActiveFilter[] = [
    ...chip('days', t('start.days'), days && rangeText(days), { date_from: undefined, date_to: undefined }),
    ...chip('view', t('start.view'), filters.view && t(`start.view.${filters.view}`), { view: undefined }),
    ...chip('campaign_id', t('launches.campaign'), within(filters.campaign_id), { campaign_id: undefined }),
    ...chip('ad_group_id', t('launches.group'), within(filters.ad_group_id), { ad_group_id: undefined }),
    ...chip('ids', t('launches.object'), within(filters.ids), { ids: undefined }),
    ...behind,
  ];
  return (
    <>
      <div className="ads-buttons ads-quick-views" role="group" aria-label={t('start.views')}>
        {QUICK_VIEWS.filter((view) => view !== 'unowned' || viewer.isAdmin).map((view) => (
          <button
            key={view}
            type="button"
            className="ads-segment"
            aria-pressed={filters.view === view}
            title={t(`start.viewHint.${view}`)}
            onClick={() => change({ view: filters.view === view ? undefined : view })}
          >
            {t(`start.view.${view}`)}
          </button>
        ))}
      </div>
      <AdFilterLine
        filters={filters}
        pickers={pickers}
        onChange={change}
        onReset={() => onFilters({})}
        chips={chips}
        moreActive={behind.length}
        first={
          <DateRangeFilter
            label={t('start.days')}
            value={days}
            accountToday={{ chosen: days === undefined, onChoose: () => change({ date_from: undefined, date_to: undefined }) }}
            onChange={({ from, to }) => change({ date_from: from, date_to: to })}
          />
        }
        more={
          <>
            <DateRangeFilter
              label={t('launches.createdAt')}
              value={created}
              onChange={({ from, to }) => change({ created_from: from, created_to: to })}
            />
            {level !== 'ad' && (
              <>
                <ChoiceFilter
                  label={t('start.budgetLevel')}
                  value={filters.budget_level}
                  options={BUDGET_KINDS.map((value) => ({ value, label: t(`start.budgetLevel.${value}`) }))}
                  onChange={(budget_level) => change({ budget_level })}
                />
                <ChoiceFilter
                  label={t('start.budgetMode')}
                  value={filters.budget_mode}
                  options={BUDGET_MODES.map((value) => ({ value, label: t(`start.budgetMode.${value}`) }))}
                  onChange={(budget_mode) => change({ budget_mode })}
                />
              </>
            )}
            <ChoiceFilter
              label={t('launches.learning')}
              value={filters.learning_stage}
              options={LEARNING_STAGES.map((value) => ({ value, label: t(`start.learning.${value}`) }))}
              onChange={(learning_stage) => change({ learning_stage })}
            />
            <ChoiceFilter
              label={t('launches.closedBy')}
              value={filters.closed_by}
              options={CLOSERS.map((value) => ({ value, label: t(`launches.actor.${value}`) }))}
              onChange={(closed_by) => change({ closed_by })}
            />
            <KeywordFilter
              label={t('start.batchId')}
              shortcut={false}
              width={140}
              max={15}
              value={filters.batch_id === undefined ? undefined : String(filters.batch_id)}
              onCommit={(typed) => change({ batch_id: typed && /^[1-9]\d*$/.test(typed) ? Number(typed) : undefined })}
            />
            <RangeFilter
              value={filters.metric_range}
              metrics={LAUNCH_METRICS.map((value) => ({ value, label: t(`metric.${value}` as MessageId) }))}
              onChange={(metric_range) => change({ metric_range })}
            />
          </>
        }
      />
    </>
  );
}
