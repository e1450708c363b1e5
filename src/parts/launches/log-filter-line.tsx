import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { staffPicker } from '#machines/parts/assets/asset-pickers.machine.ts';
import type { AdPickers } from '#machines/parts/launches/ad-pickers.machine.ts';
import { ACTOR_TYPES, ENTITY_LEVELS, type LogFilters } from '#machines/parts/launches/log-filters.ts';
import { dateIn } from '#src/locale/format.ts';
import { useText, useTimezone } from '#src/locale/text-provider.tsx';
import { DateRangeFilter, useRangeText } from '#src/ui/date/date-range-filter.tsx';
import { type ActiveFilter, ChoiceFilter, FilterLine, KeywordFilter, SeveralFilter } from '#src/ui/list/filter-line.tsx';
import { PickerFilter, PickerListFilter } from '#src/ui/pick/picker-fields.tsx';
import { type PickerActor, usePicker } from '#src/ui/pick/use-picker.ts';
import { meantDays } from '../reports/index.ts';

interface Props<Filters extends LogFilters> {
  filters: Filters;
  pickers: AdPickers;
  people: ActorRefFrom<typeof staffPicker>;
  onFilters: (filters: Filters) => void;
  /** Of this log alone: before the others, and as chips. */
  first?: ReactNode;
  chips?: readonly ActiveFilter[];
}

const NOTHING: readonly number[] = [];
const NO_CHIPS: readonly ActiveFilter[] = [];

function useNames(picker: PickerActor<object>, ids: readonly number[] = NOTHING): string {
  const { nameOf } = usePicker(picker, { chosen: ids });
  return ids.map((id) => nameOf(id) ?? `#${id}`).join(', ');
}

type Pickers = ReturnType<AdPickers['getSnapshot']>['children'];

/** What logs of launches are narrowed by. */
export function LogFilterLine<Filters extends LogFilters>(props: Props<Filters>) {
  const { users, accounts, dramas, products } = useSelector(props.pickers, (state) => state.children);
  if (!users || !accounts || !dramas || !products) return null;
  return <StandingLine {...props} parts={{ users, accounts, dramas, products }} />;
}

function StandingLine<Filters extends LogFilters>({
  filters,
  people,
  onFilters,
  first,
  chips = NO_CHIPS,
  parts,
}: Props<Filters> & { parts: { [Name in 'users' | 'accounts' | 'dramas' | 'products']: NonNullable<Pickers[Name]> } }) {
  const t = useText();
  const timezone = useTimezone();
  const rangeText = useRangeText();
  const days = meantDays({ dateFrom: filters.date_from, dateTo: filters.date_to }, dateIn(new Date(), timezone));
  // Whoever filters looks for entries in general, no longer for the one that a link named.
  const change = (changes: LogFilters) => onFilters({ ...filters, id: undefined, ...changes });
  const said: { key: keyof LogFilters; label: string; text: string | undefined }[] = [
    { key: 'id', label: t('launches.log.entry'), text: filters.id === undefined ? undefined : String(filters.id) },
    { key: 'date_from', label: t('launches.log.days'), text: filters.date_from && rangeText(days) },
    { key: 'keyword', label: t('launches.keyword'), text: filters.keyword },
    { key: 'actor_type', label: t('launches.actor'), text: filters.actor_type?.map((type) => t(`launches.actor.${type}`)).join(', ') },
    {
      key: 'actor_user_id',
      label: t('launches.log.person'),
      text: useNames(people, filters.actor_user_id === undefined ? NOTHING : [filters.actor_user_id]) || undefined,
    },
    { key: 'user_id', label: t('launches.owner'), text: useNames(parts.users, filters.user_id) || undefined },
    { key: 'ad_account_id', label: t('launches.account'), text: useNames(parts.accounts, filters.ad_account_id) || undefined },
    { key: 'level', label: t('launches.log.level'), text: filters.level && t(`launches.one.${filters.level}`) },
    { key: 'drama_id', label: t('launches.drama'), text: useNames(parts.dramas, filters.drama_id) || undefined },
    { key: 'product_id', label: t('launches.product'), text: useNames(parts.products, filters.product_id) || undefined },
    { key: 'rule_id', label: t('launches.actor.rule'), text: filters.rule_id === undefined ? undefined : `#${filters.rule_id}` },
    { key: 'reason', label: t('launches.reason'), text: filters.reason },
  ];
  const inUse = said.filter(({ text }) => text !== undefined && text !== '');
  const gone = (key: keyof LogFilters): LogFilters =>
    key === 'date_from' ? { date_from: undefined, date_to: undefined } : { [key]: undefined };
  const behind: readonly (keyof LogFilters)[] = ['actor_user_id', 'drama_id', 'product_id', 'reason'];
  return (
    <FilterLine
      activeFilters={[
        ...chips,
        ...inUse.map(({ key, label, text }) => ({
          key,
          text: `${label}: ${text}`,
          onRemove: () => onFilters({ ...filters, ...gone(key) }),
        })),
      ]}
      onReset={() => onFilters({} as Filters)}
      moreActive={inUse.filter(({ key }) => behind.includes(key)).length}
      more={
        <>
          <PickerFilter
            picker={people}
            label={t('launches.log.person')}
            value={filters.actor_user_id}
            onChange={(actor_user_id) => change({ actor_user_id })}
          />
          <PickerListFilter
            picker={parts.dramas}
            label={t('launches.drama')}
            value={filters.drama_id}
            onChange={(drama_id) => change({ drama_id })}
          />
          <PickerListFilter
            picker={parts.products}
            label={t('launches.product')}
            value={filters.product_id}
            onChange={(product_id) => change({ product_id })}
          />
          <KeywordFilter label={t('launches.reason')} shortcut={false} value={filters.reason} onCommit={(reason) => change({ reason })} />
        </>
      }
    >
      {filters.id === undefined && (
        <DateRangeFilter
          label={t('launches.log.days')}
          value={days}
          onChange={({ from, to }) => change({ date_from: from, date_to: to })}
        />
      )}
      <KeywordFilter label={t('launches.keyword')} value={filters.keyword} onCommit={(keyword) => change({ keyword })} />
      {first}
      <SeveralFilter
        label={t('launches.actor')}
        value={filters.actor_type}
        options={ACTOR_TYPES.map((value) => ({ value, label: t(`launches.actor.${value}`) }))}
        onChange={(actor_type) => change({ actor_type })}
      />
      <ChoiceFilter
        label={t('launches.log.level')}
        value={filters.level}
        options={ENTITY_LEVELS.map((value) => ({ value, label: t(`launches.one.${value}`) }))}
        onChange={(level) => change({ level })}
      />
      <PickerListFilter
        picker={parts.users}
        label={t('launches.owner')}
        value={filters.user_id}
        onChange={(user_id) => change({ user_id })}
      />
      <PickerListFilter
        picker={parts.accounts}
        label={t('launches.account')}
        value={filters.ad_account_id}
        onChange={(ad_account_id) => change({ ad_account_id })}
      />
    </FilterLine>
  );
}
