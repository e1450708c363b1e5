import { useSelector } from '@xstate/react';
import type { PostManagement } from '#machines/advertising-post/post-management.machine.ts';
import { type PostFilters, postStatuses, postTypes } from '#machines/advertising-post/post-rules.ts';
import { DASH } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { DateRangeFilter } from '#src/ui/date/date-range-filter.tsx';
import { ChoiceFilter, FilterLine, KeywordFilter } from '#src/ui/list/filter-line.tsx';
import { PickerFilter } from '#src/ui/pick/picker-fields.tsx';
import { usePicker } from '#src/ui/pick/use-picker.ts';

type Parts = ReturnType<PostManagement['getSnapshot']>['children'];
type Pickers = { [Name in 'list' | 'homepages' | 'dramas' | 'products' | 'materials' | 'owners']: NonNullable<Parts[Name]> };

const chosen = (value: number | undefined): number[] => (value === undefined ? [] : [value]);
/** In the part of the line that is unfolded. */
const MORE: readonly (keyof PostFilters)[] = ['type', 'published', 'product_id', 'material_id', 'owner_user_id', 'date_from', 'usable'];

export function PostFilterLine({ list, homepages, dramas, products, materials, owners }: Pickers) {
  const t = useText();
  const filters = useSelector(list, (state) => state.context.query.filters);
  const change = (changes: PostFilters) => list.send({ type: 'list.filtersChanged', changes });
  const names = {
    homepage_id: usePicker(homepages, { chosen: chosen(filters.homepage_id) }).nameOf,
    drama_id: usePicker(dramas, { chosen: chosen(filters.drama_id) }).nameOf,
    product_id: usePicker(products, { chosen: chosen(filters.product_id) }).nameOf,
    material_id: usePicker(materials, { chosen: chosen(filters.material_id) }).nameOf,
    owner_user_id: usePicker(owners, { chosen: chosen(filters.owner_user_id) }).nameOf,
  };
  const nameOf = (name: keyof typeof names) => {
    const id = filters[name];
    return id === undefined ? undefined : names[name](id);
  };
  const types = postTypes.map((value) => ({ value, label: t(`post.type.${value}`) }));
  const statuses = postStatuses.map((value) => ({ value, label: t(`post.status.${value}`) }));
  const yesNo = [
    { value: 1 as const, label: t('post.yes') },
    { value: 0 as const, label: t('post.no') },
  ];
  const asNumber = (value: boolean | undefined) => (value === undefined ? undefined : value ? (1 as const) : (0 as const));
  const asFlag = (value: 0 | 1 | undefined) => (value === undefined ? undefined : value === 1);
  const period = [filters.date_from, filters.date_to].filter(Boolean).join(' – ');

  const said: Record<Exclude<keyof PostFilters, 'date_to'>, { label: string; text: string | undefined }> = {
    keyword: { label: t('post.keyword'), text: filters.keyword },
    homepage_id: { label: t('post.homepage'), text: nameOf('homepage_id') },
    status: { label: t('post.status'), text: filters.status && t(`post.status.${filters.status}`) },
    drama_id: { label: t('post.drama'), text: nameOf('drama_id') },
    type: { label: t('post.type'), text: filters.type && t(`post.type.${filters.type}`) },
    published: {
      label: t('post.published'),
      text: filters.published === undefined ? undefined : t(filters.published ? 'post.yes' : 'post.no'),
    },
    product_id: { label: t('post.product'), text: nameOf('product_id') },
    material_id: { label: t('post.material'), text: nameOf('material_id') },
    owner_user_id: { label: t('post.owner'), text: nameOf('owner_user_id') },
    date_from: { label: t('post.createdAt'), text: period || undefined },
    usable: { label: t('post.usable'), text: filters.usable === undefined ? undefined : t(filters.usable ? 'post.yes' : 'post.no') },
  };
  const active = (Object.keys(said) as (keyof typeof said)[]).filter((name) =>
    name === 'date_from' ? period !== '' : filters[name] !== undefined,
  );
  const remove = (name: keyof typeof said) =>
    change(name === 'date_from' ? { date_from: undefined, date_to: undefined } : { [name]: undefined });

  return (
    <FilterLine
      activeFilters={active.map((name) => ({
        key: name,
        text: `${said[name].label}: ${said[name].text ?? DASH}`,
        onRemove: () => remove(name),
      }))}
      onReset={() => list.send({ type: 'list.filtersChosen', filters: {} })}
      moreActive={active.filter((name) => MORE.includes(name)).length}
      more={
        <>
          <ChoiceFilter label={said.type.label} value={filters.type} options={types} onChange={(type) => change({ type })} />
          <ChoiceFilter
            label={said.published.label}
            value={asNumber(filters.published)}
            options={yesNo}
            onChange={(value) => change({ published: asFlag(value) })}
          />
          <ChoiceFilter
            label={said.usable.label}
            value={filters.usable ? 1 : undefined}
            options={yesNo.slice(0, 1)}
            onChange={(value) => change({ usable: value === 1 ? true : undefined })}
          />
          <PickerFilter
            picker={products}
            label={said.product_id.label}
            value={filters.product_id}
            onChange={(product_id) => change({ product_id })}
          />
          <PickerFilter
            picker={materials}
            label={said.material_id.label}
            value={filters.material_id}
            onChange={(material_id) => change({ material_id })}
          />
          <PickerFilter
            picker={owners}
            label={said.owner_user_id.label}
            value={filters.owner_user_id}
            onChange={(owner_user_id) => change({ owner_user_id })}
          />
          <DateRangeFilter
            label={said.date_from.label}
            value={filters.date_from && filters.date_to ? { from: filters.date_from, to: filters.date_to } : undefined}
            onChange={({ from, to }) => change({ date_from: from, date_to: to })}
          />
        </>
      }
    >
      <KeywordFilter label={said.keyword.label} value={filters.keyword} onCommit={(keyword) => change({ keyword })} />
      <PickerFilter
        picker={homepages}
        label={said.homepage_id.label}
        value={filters.homepage_id}
        onChange={(homepage_id) => change({ homepage_id })}
      />
      <ChoiceFilter label={said.status.label} value={filters.status} options={statuses} onChange={(status) => change({ status })} />
      <PickerFilter picker={dramas} label={said.drama_id.label} value={filters.drama_id} onChange={(drama_id) => change({ drama_id })} />
    </FilterLine>
  );
}
