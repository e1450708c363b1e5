import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { personList } from '#machines/parts/persons/person-management.machine.ts';
import type { PersonFilters } from '#machines/parts/persons/person-rules.ts';
import { DASH } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ChoiceFilter, FilterLine, KeywordFilter, SeveralFilter } from '#src/ui/list/filter-line.tsx';
import { PickerFilter } from '#src/ui/pick/picker-fields.tsx';
import { type PickerActor, usePicker } from '#src/ui/pick/use-picker.ts';
import { personalStatuses } from '../assets/index.ts';

interface Props {
  list: ActorRefFrom<typeof personList>;
  staff: PickerActor;
}

export function PersonFilterLine({ list, staff }: Props) {
  const t = useText();
  const filters = useSelector(list, (state) => state.context.query.filters);
  const { nameOf } = usePicker(staff, { chosen: filters.owner_user_id === undefined ? [] : [filters.owner_user_id] });
  const change = (changes: PersonFilters) => list.send({ type: 'list.filtersChanged', changes });

  const channels = (['meta', 'tiktok'] as const).map((value) => ({ value, label: t(`persons.channel.${value}`) }));
  const statuses = personalStatuses.map((value) => ({ value, label: t(`assets.personal.${value}`) }));
  const terms = ([3, 7, 30] as const).map((value) => ({ value, label: t('persons.within', { days: value }) }));
  const said: Record<keyof PersonFilters, { label: string; value: string | undefined }> = {
    keyword: { label: t('persons.keyword'), value: filters.keyword },
    channel: { label: t('persons.channel'), value: channels.find(({ value }) => value === filters.channel)?.label },
    status: {
      label: t('persons.status'),
      value: statuses
        .filter(({ value }) => filters.status?.includes(value))
        .map(({ label }) => label)
        .join('、'),
    },
    owner_user_id: { label: t('persons.owner'), value: nameOf(filters.owner_user_id) },
    expires_within: { label: t('persons.expiry'), value: terms.find(({ value }) => value === filters.expires_within)?.label },
  };
  const active = (Object.keys(said) as (keyof PersonFilters)[]).filter((name) => filters[name] !== undefined);
  return (
    <FilterLine
      activeFilters={active.map((name) => ({
        key: name,
        text: `${said[name].label}: ${said[name].value || DASH}`,
        onRemove: () => change({ [name]: undefined }),
      }))}
      onReset={() => list.send({ type: 'list.filtersChosen', filters: {} })}
    >
      <KeywordFilter label={said.keyword.label} value={filters.keyword} onCommit={(keyword) => change({ keyword })} />
      <ChoiceFilter label={said.channel.label} value={filters.channel} options={channels} onChange={(channel) => change({ channel })} />
      <SeveralFilter label={said.status.label} value={filters.status} options={statuses} onChange={(status) => change({ status })} />
      <PickerFilter
        label={said.owner_user_id.label}
        value={filters.owner_user_id}
        onChange={(owner_user_id) => change({ owner_user_id })}
        picker={staff}
      />
      <ChoiceFilter
        label={said.expires_within.label}
        value={filters.expires_within}
        options={terms}
        onChange={(expires_within) => change({ expires_within })}
      />
    </FilterLine>
  );
}
