import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { ProductFilters } from '#machines/advertising-upload-ec/product-rules.ts';
import type { sitePicker } from '#machines/parts/assets/asset-pickers.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ChoiceFilter, FilterLine, KeywordFilter } from '#src/ui/list/filter-line.tsx';
import { PickerFilter } from '#src/ui/pick/picker-fields.tsx';
import { usePicker } from '#src/ui/pick/use-picker.ts';

interface Props {
  filters: ProductFilters;
  sites: ActorRefFrom<typeof sitePicker>;
  onFilters: (filters: ProductFilters) => void;
}

export const OF_COMMERCE = { biz: 'ec' } as const;

export function ProductFilterLine({ filters, sites, onFilters }: Props) {
  const t = useText();
  const chosen = useMemo(() => (filters.site_id === undefined ? [] : [filters.site_id]), [filters.site_id]);
  const site = usePicker(sites, { chosen, narrowing: OF_COMMERCE });
  const change = (changes: ProductFilters) => onFilters({ ...filters, ...changes });
  const { keyword, site_id, status } = filters;
  const said: Record<keyof ProductFilters, { label: string; value: string | undefined }> = {
    keyword: { label: t('product.keyword'), value: keyword },
    site_id: { label: t('product.site'), value: site_id === undefined ? undefined : (site.nameOf(site_id) ?? `#${site_id}`) },
    status: { label: t('product.status'), value: status && t(`product.status.${status}`) },
  };
  const active = (Object.keys(said) as (keyof ProductFilters)[]).filter((key) => said[key].value !== undefined);
  return (
    <FilterLine
      activeFilters={active.map((key) => ({
        key,
        text: `${said[key].label}: ${said[key].value}`,
        onRemove: () => change({ [key]: undefined }),
      }))}
      onReset={() => onFilters({})}
    >
      <KeywordFilter label={said.keyword.label} value={keyword} onCommit={(typed) => change({ keyword: typed })} />
      <PickerFilter
        label={said.site_id.label}
        picker={sites}
        narrowing={OF_COMMERCE}
        value={site_id}
        onChange={(value) => change({ site_id: value })}
      />
      <ChoiceFilter
        label={said.status.label}
        value={status}
        options={(['on', 'off'] as const).map((value) => ({ value, label: t(`product.status.${value}`) }))}
        onChange={(value) => change({ status: value })}
      />
    </FilterLine>
  );
}
