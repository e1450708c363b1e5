import type { CronFilters } from '#machines/admin-sys-cron/cron-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { type ActiveFilter, ChoiceFilter, FilterLine, KeywordFilter } from '#src/ui/list/filter-line.tsx';
import { STATUSES } from './run-words.ts';

interface Props {
  filters: CronFilters;
  onFilters: (filters: CronFilters) => void;
}

export function CronFilterLine({ filters, onFilters }: Props) {
  const t = useText();
  const { keyword, enabled, last_status } = filters;
  const change = (changes: CronFilters) => onFilters({ ...filters, ...changes });
  const enabledText = (value: boolean) => t(value ? 'cron.on' : 'cron.off');
  const chips: ActiveFilter[] = [];
  if (keyword !== undefined) {
    chips.push({ key: 'keyword', text: `${t('cron.keyword')}: ${keyword}`, onRemove: () => change({ keyword: undefined }) });
  }
  if (enabled !== undefined) {
    chips.push({ key: 'enabled', text: `${t('cron.enabled')}: ${enabledText(enabled)}`, onRemove: () => change({ enabled: undefined }) });
  }
  if (last_status !== undefined) {
    chips.push({
      key: 'last_status',
      text: `${t('cron.lastStatus')}: ${t(`cron.status.${last_status}`)}`,
      onRemove: () => change({ last_status: undefined }),
    });
  }
  return (
    <FilterLine activeFilters={chips} onReset={() => onFilters({})}>
      <KeywordFilter label={t('cron.keyword')} value={keyword} onCommit={(next) => change({ keyword: next })} />
      <ChoiceFilter
        label={t('cron.enabled')}
        value={enabled === undefined ? undefined : enabled ? 'on' : 'off'}
        options={[
          { value: 'on', label: enabledText(true) },
          { value: 'off', label: enabledText(false) },
        ]}
        onChange={(next) => change({ enabled: next === undefined ? undefined : next === 'on' })}
      />
      <ChoiceFilter
        label={t('cron.lastStatus')}
        value={last_status}
        options={STATUSES.map((status) => ({ value: status, label: t(`cron.status.${status}`) }))}
        onChange={(next) => change({ last_status: next })}
      />
    </FilterLine>
  );
}
