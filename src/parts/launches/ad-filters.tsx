import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo } from 'react';
import type { DepartmentOption } from '#machines/parts/assets/asset-pickers.machine.ts';
import { type AdFilters, EFFECTIVE_STATUSES, OBJECTIVES } from '#machines/parts/launches/ad-filter-fields.ts';
import type { AdPickers, NamingFilter } from '#machines/parts/launches/ad-pickers.machine.ts';
import { DASH } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWanted } from '#src/ui/form/use-wanted.ts';
import { type ActiveFilter, ChoiceFilter, FilterLine, KeywordFilter, SeveralFilter, TreeFilter } from '#src/ui/list/filter-line.tsx';
import type { TreeOption } from '#src/ui/pick/pick-options.ts';
import { PickerListFilter } from '#src/ui/pick/picker-fields.tsx';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';
import { useOptions } from '#src/ui/pick/use-options.ts';
import { type PickerActor, usePicker } from '#src/ui/pick/use-picker.ts';
import { useLaunchWords } from './launch-words.ts';

type Pickers = ReturnType<AdPickers['getSnapshot']>['children'];
type StandingPickers = { [Name in keyof Pickers]-?: NonNullable<Pickers[Name]> };
type AdFilterName = keyof AdFilters;

export interface AdFilterLineProps {
  filters: AdFilters;
  pickers: AdPickers;
  /** What changes; undefined takes a filter away. */
  onChange: (changes: AdFilters) => void;
  onReset: () => void;
  /** Not offered: the page is inside of one of them. */
  without?: readonly AdFilterName[];
  /** The page's own: before the keyword, behind "more", and as chips. */
  first?: ReactNode;
  more?: ReactNode;
  chips?: readonly ActiveFilter[];
  /** How many of the chips are of filters behind "more". */
  moreActive?: number;
}

/** Always in sight; the others are behind "more". */
const FIRST: readonly AdFilterName[] = ['keyword', 'effective_status', 'ad_account_id', 'user_id'];

const NOTHING: readonly number[] = [];

const nodesOf = (units: readonly DepartmentOption[]): TreeOption<number>[] =>
  units.map(({ id, name, children }) => ({ value: id, label: name, children: nodesOf(children) }));

const nameIn = (units: readonly DepartmentOption[], id: number | undefined): string | undefined => {
  for (const unit of units) {
    const found = unit.id === id ? unit.name : nameIn(unit.children, id);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The names of what one filter names, as a text. */
function useNames(picker: PickerActor<object>, ids: readonly number[] = NOTHING): string {
  const { nameOf } = usePicker(picker, { chosen: ids });
  return ids.map((id) => nameOf(id) ?? `#${id}`).join(', ');
}

/** What everything about ads is narrowed by: controls by their name, and a chip for each that is in use. */
export function useAdFilters({
  filters,
  pickers,
  onChange,
}: Pick<AdFilterLineProps, 'filters' | 'onChange'> & { pickers: StandingPickers }) {
  const t = useText();
  const words = useLaunchWords();
  const units = useOptions(pickers.units);
  const countries = useDictionary(pickers.countries);
  const nodes = useMemo(() => nodesOf(units.options), [units.options]);
  useWanted(pickers.units, filters.department_id !== undefined);
  const names: Record<NamingFilter, string> = {
    user_id: useNames(pickers.users, filters.user_id),
    ad_account_id: useNames(pickers.accounts, filters.ad_account_id),
    drama_id: useNames(pickers.dramas, filters.drama_id),
    product_id: useNames(pickers.products, filters.product_id),
    material_id: useNames(pickers.materials, filters.material_id),
    scheme_id: useNames(pickers.schemes, filters.scheme_id),
    landing_page_id: useNames(pickers.landings, filters.landing_page_id),
  };
  const labels: Record<AdFilterName, string> = {
    keyword: t('launches.keyword'),
    effective_status: t('launches.status'),
    ad_account_id: t('launches.account'),
    user_id: t('launches.owner'),
    department_id: t('launches.department'),
    drama_id: t('launches.drama'),
    product_id: t('launches.product'),
    biz: t('launches.biz'),
    channel: t('launches.channel'),
    objective: t('launches.objective'),
    country: t('launches.country'),
    material_id: t('launches.material'),
    scheme_id: t('launches.scheme'),
    landing_page_id: t('launches.landing'),
    source: t('launches.source'),
  };
  const said: Record<AdFilterName, string | undefined> = {
    ...names,
    keyword: filters.keyword,
    effective_status: filters.effective_status?.map((status) => t(`launches.status.${status}`)).join(', '),
    department_id: nameIn(units.options, filters.department_id),
    biz: filters.biz && t(`launches.biz.${filters.biz}`),
    channel: filters.channel && t(`launches.channel.${filters.channel}`),
    objective: filters.objective && words.objective(filters.objective),
    country: filters.country?.map(words.country).join(', '),
    source: filters.source && t(`launches.source.${filters.source}`),
  };
  const picked = (name: NamingFilter, picker: PickerActor<object>) => (
    <PickerListFilter key={name} picker={picker} label={labels[name]} value={filters[name]} onChange={(ids) => onChange({ [name]: ids })} />
  );
  const chosen = <Value extends string>(
    name: 'biz' | 'channel' | 'source' | 'objective',
    values: readonly Value[],
    textOf: (value: Value) => string,
  ) => (
    <ChoiceFilter
      key={name}
      label={labels[name]}
      value={filters[name] as Value | undefined}
      options={values.map((value) => ({ value, label: textOf(value) }))}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  const controls: Record<AdFilterName, ReactNode> = {
    keyword: <KeywordFilter key="keyword" label={labels.keyword} value={filters.keyword} onCommit={(keyword) => onChange({ keyword })} />,
    effective_status: (
      <SeveralFilter
        key="effective_status"
        label={labels.effective_status}
        value={filters.effective_status}
        options={EFFECTIVE_STATUSES.map((value) => ({ value, label: t(`launches.status.${value}`) }))}
        onChange={(effective_status) => onChange({ effective_status })}
      />
    ),
    ad_account_id: picked('ad_account_id', pickers.accounts),
    user_id: picked('user_id', pickers.users),
    department_id: (
      <TreeFilter
        key="department_id"
        label={labels.department_id}
        nodes={nodes}
        value={filters.department_id}
        {...units.control}
        onChange={(department_id) => onChange({ department_id })}
      />
    ),
    drama_id: picked('drama_id', pickers.dramas),
    product_id: picked('product_id', pickers.products),
    biz: chosen('biz', ['dj', 'ec'] as const, (value) => t(`launches.biz.${value}`)),
    channel: chosen('channel', ['meta', 'tiktok'] as const, (value) => t(`launches.channel.${value}`)),
    objective: chosen('objective', OBJECTIVES, words.objective),
    country: (
      <SeveralFilter
        key="country"
        label={labels.country}
        value={filters.country}
        options={countries.list}
        {...countries.control}
        onChange={(country) => onChange({ country })}
      />
    ),
    material_id: picked('material_id', pickers.materials),
    scheme_id: picked('scheme_id', pickers.schemes),
    landing_page_id: picked('landing_page_id', pickers.landings),
    source: chosen('source', ['system', 'platform'] as const, (value) => t(`launches.source.${value}`)),
  };
  const active = (Object.keys(labels) as AdFilterName[]).filter((name) => filters[name] !== undefined);
  const chips = active.map(
    (key): ActiveFilter => ({ key, text: `${labels[key]}: ${said[key] || DASH}`, onRemove: () => onChange({ [key]: undefined }) }),
  );
  return { controls, chips, active };
}

/** The filters of everything about ads in one line. */
export function AdFilterLine(props: AdFilterLineProps) {
  const pickers = useSelector(props.pickers, (state) => state.children);
  const { users, units, accounts, dramas, products, materials, schemes, landings, countries } = pickers;
  if (!users || !units || !accounts || !dramas || !products || !materials || !schemes || !landings || !countries) return null;
  return <StandingLine {...props} parts={{ users, units, accounts, dramas, products, materials, schemes, landings, countries }} />;
}

const NO_CHIPS: readonly ActiveFilter[] = [];

function StandingLine({ parts, ...props }: AdFilterLineProps & { parts: StandingPickers }) {
  const { filters, onChange, onReset, without = [], first, more, chips = NO_CHIPS, moreActive = 0 } = props;
  const ad = useAdFilters({ filters, pickers: parts, onChange });
  const offered = (Object.keys(ad.controls) as AdFilterName[]).filter((name) => !without.includes(name));
  return (
    <FilterLine
      activeFilters={[...chips, ...ad.chips.filter(({ key }) => !without.some((name) => name === key))]}
      onReset={onReset}
      moreActive={moreActive + ad.active.filter((name) => offered.includes(name) && !FIRST.includes(name)).length}
      more={
        <>
          {offered.filter((name) => !FIRST.includes(name)).map((name) => ad.controls[name])}
          {more}
        </>
      }
    >
      {first}
      {FIRST.filter((name) => offered.includes(name)).map((name) => ad.controls[name])}
    </FilterLine>
  );
}
