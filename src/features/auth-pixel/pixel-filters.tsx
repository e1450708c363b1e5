import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { pixelList } from '#machines/pixel-management/pixel-management.machine.ts';
import { PIXEL_STATUSES, type PixelFilters } from '#machines/pixel-management/pixel-rules.ts';
import { DASH } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { AssetFilter, type ChoiceActor, type NamesActor, useAssetNames } from '#src/parts/assets/index.ts';
import { ChoiceFilter, FilterLine, KeywordFilter } from '#src/ui/filter-line.tsx';

interface Props {
  list: ActorRefFrom<typeof pixelList>;
  accounts: ChoiceActor;
  sites: ChoiceActor;
  persons: ChoiceActor;
  names: NamesActor;
}

const some = (id: number | undefined) => (id === undefined ? [] : [id]);

export function PixelFilterLine({ list, accounts, sites, persons, names }: Props) {
  const t = useText();
  const filters = useSelector(list, (state) => state.context.query.filters);
  const accountNames = useAssetNames(names, 'ad_account', some(filters.owner_account_id));
  const siteNames = useAssetNames(names, 'site', some(filters.site_id));
  const personNames = useAssetNames(names, 'personal_account', some(filters.personal_account_id));
  const change = (changes: PixelFilters) => list.send({ type: 'list.filtersChosen', filters: { ...filters, ...changes } });

  const statuses = PIXEL_STATUSES.map((value) => ({ value, label: t(`assets.pixel.${value}`) }));
  const yesNo = (name: 'capi' | 'silent') =>
    (['yes', 'no'] as const).map((value) => ({ value, label: t(name === 'capi' ? `pixel.capi.${value}` : `pixel.silent.${value}`) }));
  const asked = (value: boolean | undefined) => (value === undefined ? undefined : value ? ('yes' as const) : ('no' as const));
  const answered = (value: 'yes' | 'no' | undefined) => (value === undefined ? undefined : value === 'yes');

  const words: Record<keyof PixelFilters, { label: string; said: string | undefined }> = {
    keyword: { label: t('pixel.keyword'), said: filters.keyword },
    status: { label: t('pixel.status'), said: statuses.find(({ value }) => value === filters.status)?.label },
    owner_account_id: { label: t('pixel.ownerAccount'), said: accountNames.get(filters.owner_account_id ?? 0) },
    site_id: { label: t('pixel.site'), said: siteNames.get(filters.site_id ?? 0) },
    capi_enabled: { label: t('pixel.capi'), said: yesNo('capi').find(({ value }) => value === asked(filters.capi_enabled))?.label },
    silent: { label: t('pixel.silent'), said: yesNo('silent').find(({ value }) => value === asked(filters.silent))?.label },
    personal_account_id: { label: t('pixel.person'), said: personNames.get(filters.personal_account_id ?? 0) },
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
          <AssetFilter
            label={words.site_id.label}
            value={filters.site_id}
            kind="site"
            choice={sites}
            names={names}
            onChange={(site_id) => change({ site_id })}
          />
          <ChoiceFilter
            label={words.capi_enabled.label}
            value={asked(filters.capi_enabled)}
            options={yesNo('capi')}
            onChange={(value) => change({ capi_enabled: answered(value) })}
          />
          <AssetFilter
            label={words.personal_account_id.label}
            value={filters.personal_account_id}
            kind="personal_account"
            choice={persons}
            names={names}
            onChange={(personal_account_id) => change({ personal_account_id })}
          />
        </>
      }
    >
      <KeywordFilter label={words.keyword.label} value={filters.keyword} onCommit={(keyword) => change({ keyword })} />
      <ChoiceFilter label={words.status.label} value={filters.status} options={statuses} onChange={(status) => change({ status })} />
      <AssetFilter
        label={words.owner_account_id.label}
        value={filters.owner_account_id}
        kind="ad_account"
        choice={accounts}
        names={names}
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
