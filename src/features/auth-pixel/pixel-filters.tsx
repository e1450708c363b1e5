import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { pixelList } from '#machines/auth-pixel/pixel-management.machine.ts';
import { PIXEL_STATUSES, type PixelFilters } from '#machines/auth-pixel/pixel-rules.ts';
import { DASH } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ChoiceFilter, FilterLine, KeywordFilter } from '#src/ui/list/filter-line.tsx';
import { PickerFilter } from '#src/ui/pick/picker-fields.tsx';
import { type PickerActor, usePicker } from '#src/ui/pick/use-picker.ts';

interface Props {
  list: ActorRefFrom<typeof pixelList>;
  accounts: PickerActor;
  sites: PickerActor;
  persons: PickerActor;
}

const some = (id: number | undefined) => (id === undefined ? [] : [id]);

export function PixelFilterLine({ list, accounts, sites, persons }: Props) {
  const t = useText();
  const filters = useSelector(list, (state) => state.context.query.filters);
  const { nameOf: accountName } = usePicker(accounts, { chosen: some(filters.owner_account_id) });
  const { nameOf: siteName } = usePicker(sites, { chosen: some(filters.site_id) });
  const { nameOf: personName } = usePicker(persons, { chosen: some(filters.personal_account_id) });
  const change = (changes: PixelFilters) => list.send({ type: 'list.filtersChanged', changes });

  const statuses = PIXEL_STATUSES.map((value) => ({ value, label: t(`assets.pixel.${value}`) }));
  const yesNo = (name: 'capi' | 'silent') =>
    (['yes', 'no'] as const).map((value) => ({ value, label: t(name === 'capi' ? `pixel.capi.${value}` : `pixel.silent.${value}`) }));
  const asked = (value: boolean | undefined) => (value === undefined ? undefined : value ? ('yes' as const) : ('no' as const));
  const answered = (value: 'yes' | 'no' | undefined) => (value === undefined ? undefined : value === 'yes');

  const words: Record<keyof PixelFilters, { label: string; said: string | undefined }> = {
    keyword: { label: t('pixel.keyword'), said: filters.keyword },
    status: { label: t('pixel.status'), said: statuses.find(({ value }) => value === filters.status)?.label },
    owner_account_id: { label: t('pixel.ownerAccount'), said: accountName(filters.owner_account_id) },
    site_id: { label: t('pixel.site'), said: siteName(filters.site_id) },
    capi_enabled: { label: t('pixel.capi'), said: yesNo('capi').find(({ value }) => value === asked(filters.capi_enabled))?.label },
    silent: { label: t('pixel.silent'), said: yesNo('silent').find(({ value }) => value === asked(filters.silent))?.label },
    personal_account_id: { label: t('pixel.person'), said: personName(filters.personal_account_id) },
  };
  const active = (Object.keys(words) as (keyof PixelFilters)[]).filter((name) => filters[name] !== undefined);

  return (
    <FilterLine
      activeFilters={active.map((name) => ({
        key: name,
        text: `${words[name].label}: ${words[name].said ?? DASH}`,
        onRemove: () => change({ [name]: undefined }),
      }))}
      onReset={() => list.send({ type: 'list.filtersChosen', filters: {} })}
      moreActive={active.filter((name) => name === 'site_id' || name === 'capi_enabled' || name === 'personal_account_id').length}
      more={
        <>
          <PickerFilter label={words.site_id.label} value={filters.site_id} picker={sites} onChange={(site_id) => change({ site_id })} />
          <ChoiceFilter
            label={words.capi_enabled.label}
            value={asked(filters.capi_enabled)}
            options={yesNo('capi')}
            onChange={(value) => change({ capi_enabled: answered(value) })}
          />
          <PickerFilter
            label={words.personal_account_id.label}
            value={filters.personal_account_id}
            picker={persons}
            onChange={(personal_account_id) => change({ personal_account_id })}
          />
        </>
      }
    >
      <KeywordFilter label={words.keyword.label} value={filters.keyword} onCommit={(keyword) => change({ keyword })} />
      <ChoiceFilter label={words.status.label} value={filters.status} options={statuses} onChange={(status) => change({ status })} />
      <PickerFilter
        label={words.owner_account_id.label}
        value={filters.owner_account_id}
        picker={accounts}
        onChange={(owner_account_id) => change({ owner_account_id })}
      />
      <ChoiceFilter
        label={words.silent.label}
        value={asked(filters.silent)}
        options={yesNo('silent')}
        onChange={(value) => change({ silent: answered(value) })}
      />
    </FilterLine>
  );
}
