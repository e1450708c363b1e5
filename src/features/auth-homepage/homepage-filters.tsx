import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { homepageList } from '#machines/auth-homepage/homepage-management.machine.ts';
import { HOMEPAGE_STATUSES, type HomepageFilters } from '#machines/auth-homepage/homepage-rules.ts';
import { DASH } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ChoiceFilter, FilterLine, KeywordFilter } from '#src/ui/list/filter-line.tsx';
import { PickerFilter } from '#src/ui/pick/picker-fields.tsx';
import { type PickerActor, usePicker } from '#src/ui/pick/use-picker.ts';
import { useBizOptions } from './use-biz-options.ts';

interface Props {
  list: ActorRefFrom<typeof homepageList>;
  sites: PickerActor;
  persons: PickerActor;
  staff: PickerActor;
}

const some = (id: number | undefined) => (id === undefined ? [] : [id]);

export function HomepageFilterLine({ list, sites, persons, staff }: Props) {
  const t = useText();
  const lines = useBizOptions();
  const filters = useSelector(list, (state) => state.context.query.filters);
  const { nameOf: siteName } = usePicker(sites, { chosen: some(filters.site_id) });
  const { nameOf: personName } = usePicker(persons, { chosen: some(filters.personal_account_id) });
  const { nameOf: staffName } = usePicker(staff, { chosen: some(filters.assignee_id) });
  const change = (changes: HomepageFilters) => list.send({ type: 'list.filtersChanged', changes });

  const statuses = HOMEPAGE_STATUSES.map((value) => ({ value, label: t(`assets.homepage.${value}`) }));
  const scarce = [{ value: 'yes' as const, label: t('homepage.scarce.yes') }];

  const words: Record<keyof HomepageFilters, { label: string; said: string | undefined }> = {
    keyword: { label: t('homepage.keyword'), said: filters.keyword },
    status: { label: t('homepage.status'), said: statuses.find(({ value }) => value === filters.status)?.label },
    biz: { label: t('homepage.biz'), said: lines.find(({ value }) => value === filters.biz)?.label },
    scarce: { label: t('homepage.scarce'), said: t('homepage.scarce.yes') },
    personal_account_id: { label: t('homepage.person'), said: personName(filters.personal_account_id) },
    site_id: { label: t('homepage.site'), said: siteName(filters.site_id) },
    assignee_id: { label: t('homepage.assignee'), said: staffName(filters.assignee_id) },
  };
  const active = (Object.keys(words) as (keyof HomepageFilters)[]).filter((name) => filters[name] !== undefined);
  const folded: (keyof HomepageFilters)[] = ['personal_account_id', 'site_id', 'assignee_id'];

  return (
    <FilterLine
      activeFilters={active.map((name) => ({
        key: name,
        text: `${words[name].label}: ${words[name].said ?? DASH}`,
        onRemove: () => change({ [name]: undefined }),
      }))}
      onReset={() => list.send({ type: 'list.filtersChosen', filters: {} })}
      moreActive={active.filter((name) => folded.includes(name)).length}
      more={
        <>
          <PickerFilter
            label={words.personal_account_id.label}
            value={filters.personal_account_id}
            picker={persons}
            onChange={(personal_account_id) => change({ personal_account_id })}
          />
          <PickerFilter label={words.site_id.label} value={filters.site_id} picker={sites} onChange={(site_id) => change({ site_id })} />
          <PickerFilter
            label={words.assignee_id.label}
            value={filters.assignee_id}
            picker={staff}
            onChange={(assignee_id) => change({ assignee_id })}
          />
        </>
      }
    >
      <KeywordFilter label={words.keyword.label} value={filters.keyword} onCommit={(keyword) => change({ keyword })} />
      <ChoiceFilter label={words.status.label} value={filters.status} options={statuses} onChange={(status) => change({ status })} />
      <ChoiceFilter label={words.biz.label} value={filters.biz} options={lines} onChange={(biz) => change({ biz })} />
      <ChoiceFilter
        label={words.scarce.label}
        value={filters.scarce && 'yes'}
        options={scarce}
        onChange={(value) => change({ scarce: value && true })}
      />
    </FilterLine>
  );
}
