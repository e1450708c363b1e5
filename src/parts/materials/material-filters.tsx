import { type Biz, MATERIAL_METRICS, type MaterialFilters } from '#machines/parts/materials/material-rules.ts';
import { dateIn, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { DateRangeFilter, useRangeText } from '#src/ui/date/date-range-filter.tsx';
import { ChoiceFilter, FilterLine, KeywordFilter } from '#src/ui/list/filter-line.tsx';
import { PickerFilter } from '#src/ui/pick/picker-fields.tsx';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';
import { usePicker } from '#src/ui/pick/use-picker.ts';
import { RangeFilter, useRangeWords } from '../reports/index.ts';
import type { LibraryParts } from './library-parts.ts';
import { daysMeant } from './material-days.ts';
import { HIT_LEVELS, MATERIAL_KINDS, MATERIAL_STATUSES, RATIOS, VISIBILITIES } from './material-words.ts';

interface Props {
  parts: Pick<LibraryParts, 'list' | 'dramas' | 'products' | 'creators' | 'languages'>;
  biz: Biz;
  filters: MaterialFilters;
}

/** Where a range of dates ends that begins with the key. */
const upTo = { date_from: 'date_to', data_from: 'data_to' } as const;

const given = (ids: readonly (number | undefined)[]) => ids.filter((id): id is number => id !== undefined);

/** Filters of the materials: those in daily use in one line, the others folded away. */
export function MaterialFilterLine({ parts: { list, dramas, products, creators, languages }, biz, filters }: Props) {
  const t = useText();
  const rangeText = useRangeText();
  const rangeWords = useRangeWords();
  const { timezone } = useFormat();
  const language = useDictionary(languages);
  const contents = biz === 'dj' ? dramas : products;
  const contentKey = biz === 'dj' ? 'drama_id' : 'product_id';
  const content = usePicker(contents, { chosen: given([filters[contentKey]]) });
  const person = usePicker(creators, { chosen: given([filters.creator_user_id, filters.uploader_user_id]) });

  const change = (changes: MaterialFilters) => list.send({ type: 'list.filtersChanged', changes });
  const kinds = MATERIAL_KINDS.map((value) => ({ value, label: t(`materials.kind.${value}`) }));
  const ratios = RATIOS[biz].map((value) => ({ value, label: value === 'other' ? t('materials.ratio.other') : value }));
  const statuses = MATERIAL_STATUSES.map((value) => ({ value, label: t(`materials.status.${value}`) }));
  const visibilities = VISIBILITIES.map((value) => ({ value, label: t(`materials.visibility.${value}`) }));
  const levels = HIT_LEVELS.map((value) => ({ value, label: t(`materials.hit.${value}`) }));
  const usedWords = { yes: t('materials.used.yes'), no: t('materials.used.no') };
  const used = filters.used === undefined ? undefined : filters.used ? ('yes' as const) : ('no' as const);
  const days = filters.data_from && filters.data_to ? { from: filters.data_from, to: filters.data_to } : undefined;
  const ranges = filters.metric_range?.map(rangeWords).join(', ');
  const range = filters.date_from && filters.date_to ? { from: filters.date_from, to: filters.date_to } : undefined;

  const named = <Value extends string>(options: readonly { value: Value; label: string }[], value: Value | undefined) =>
    options.find((option) => option.value === value)?.label;
  const nameOf = (picker: typeof content, id: number | undefined) => (id === undefined ? undefined : (picker.nameOf(id) ?? `#${id}`));
  const words: { key: keyof MaterialFilters; label: string; said: string | undefined; isMore?: boolean }[] = [
    { key: 'keyword', label: t('materials.keyword'), said: filters.keyword },
    { key: contentKey, label: t(`materials.content.${biz}`), said: nameOf(content, filters[contentKey]) },
    { key: 'kind', label: t('materials.kind'), said: named(kinds, filters.kind) },
    { key: 'ratio', label: t('materials.ratio'), said: named(ratios, filters.ratio) },
    { key: 'status', label: t('materials.status'), said: named(statuses, filters.status) },
    { key: 'language', label: t('materials.language'), said: filters.language && language.nameOf(filters.language), isMore: true },
    { key: 'creator_user_id', label: t('materials.creator'), said: nameOf(person, filters.creator_user_id), isMore: true },
    { key: 'uploader_user_id', label: t('materials.uploader'), said: nameOf(person, filters.uploader_user_id), isMore: true },
    { key: 'visibility', label: t('materials.visibility'), said: named(visibilities, filters.visibility), isMore: true },
    { key: 'hit_level', label: t('materials.hit'), said: named(levels, filters.hit_level), isMore: true },
    { key: 'used', label: t('materials.used'), said: used && usedWords[used], isMore: true },
    { key: 'date_from', label: t('materials.createdAt'), said: range && rangeText(range), isMore: true },
    { key: 'data_from', label: t('materials.dataDays'), said: days && rangeText(days) },
    { key: 'metric_range', label: t('reports.metricRange'), said: ranges, isMore: true },
  ];
  const active = words.filter(({ said }) => said !== undefined);

  return (
    <FilterLine
      activeFilters={active.map(({ key, label, said }) => ({
        key,
        text: `${label}: ${said}`,
        onRemove: () => change({ [key]: undefined, ...(key in upTo && { [upTo[key as keyof typeof upTo]]: undefined }) }),
      }))}
      onReset={() => list.send({ type: 'list.filtersChosen', filters: {} })}
      moreActive={active.filter(({ isMore }) => isMore).length}
      more={
        <>
          <ChoiceFilter
            label={t('materials.language')}
            value={filters.language}
            options={language.list}
            {...language.control}
            onChange={(chosen) => change({ language: chosen })}
          />
          <PickerFilter
            label={t('materials.creator')}
            picker={creators}
            value={filters.creator_user_id}
            onChange={(creator_user_id) => change({ creator_user_id })}
          />
          <PickerFilter
            label={t('materials.uploader')}
            picker={creators}
            value={filters.uploader_user_id}
            onChange={(uploader_user_id) => change({ uploader_user_id })}
          />
          <ChoiceFilter
            label={t('materials.visibility')}
            value={filters.visibility}
            options={visibilities}
            onChange={(visibility) => change({ visibility })}
          />
          <ChoiceFilter
            label={t('materials.hit')}
            value={filters.hit_level}
            options={levels}
            onChange={(hit_level) => change({ hit_level })}
          />
          <ChoiceFilter
            label={t('materials.used')}
            value={used}
            options={(['yes', 'no'] as const).map((value) => ({ value, label: usedWords[value] }))}
            onChange={(chosen) => change({ used: chosen && chosen === 'yes' })}
          />
          <DateRangeFilter
            label={t('materials.createdAt')}
            value={range}
            onChange={({ from, to }) => change({ date_from: from, date_to: to })}
          />
          <RangeFilter
            value={filters.metric_range}
            metrics={MATERIAL_METRICS.map((value) => ({ value, label: t(`metric.${value}`) }))}
            onChange={(metric_range) => change({ metric_range: metric_range as MaterialFilters['metric_range'] })}
          />
        </>
      }
    >
      <KeywordFilter label={t('materials.keyword')} value={filters.keyword} onCommit={(keyword) => change({ keyword })} />
      <PickerFilter
        label={t(`materials.content.${biz}`)}
        picker={contents}
        value={filters[contentKey]}
        onChange={(chosen) => change({ [contentKey]: chosen })}
      />
      <ChoiceFilter label={t('materials.kind')} value={filters.kind} options={kinds} onChange={(kind) => change({ kind })} width={128} />
      <ChoiceFilter
        label={t('materials.ratio')}
        value={filters.ratio}
        options={ratios}
        onChange={(ratio) => change({ ratio })}
        width={128}
      />
      <ChoiceFilter
        label={t('materials.status')}
        value={filters.status}
        options={statuses}
        onChange={(status) => change({ status })}
        width={144}
      />
      <DateRangeFilter
        label={t('materials.dataDays')}
        value={daysMeant(filters, dateIn(new Date(), timezone))}
        onChange={({ from, to }) => change({ data_from: from, data_to: to })}
      />
    </FilterLine>
  );
}
