import { useSelector } from '@xstate/react';
import { Fragment, type ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import {
  type CodeNames,
  type Filter,
  type Filters,
  type FilterValue,
  type ReferenceNames,
  wordsOfValue,
} from '#contracts/vocabulary/vocabulary.ts';
import type { VocabularyFilters } from '#machines/kernel/list/vocabulary-query.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { LIST_SEPARATOR, useWords } from '#src/locale/use-words.ts';
import { type DateRange, DateRangeFilter, useRangeText } from '../date/date-range-filter.tsx';
import type { Option, RemoteOptions } from '../pick/pick-list.tsx';
import { PickerFilter, PickerListFilter } from '../pick/picker-fields.tsx';
import { TreeListFilter, TreeOneFilter } from '../pick/tree-filters.tsx';
import { type ActiveFilter, ChoiceFilter, FilterLine, KeywordFilter, type ReferenceSource, SeveralFilter } from './filter-line.tsx';

const NONE: ByName<never> = {};
/** Pixels: fits an account or a few words. */
const TEXT_WIDTH = 160;

/** What there is to choose from for a filter that holds codes. */
export interface CodeOptions extends RemoteOptions<string> {
  options: readonly Option<string>[];
}

/** What a page shows of a filter instead of what its vocabulary says. */
interface OwnControl {
  /** Left out, the filter has no control: it is set elsewhere, or comes with a link. */
  control?: ReactNode;
  /** What it is set to, for its chip; left out, as the vocabulary says it. */
  text?: string | undefined;
}

/** What belongs to a filter, by its name. */
export type ByName<Thing> = Readonly<Record<string, Thing | undefined>>;

/** Filters of any vocabulary: which of them hold what, only their kinds say. */
interface AnyControlsProps {
  vocabulary: Filters;
  filters: Values;
  /** The picker of every filter that names rows of another list; without one the filter is not offered. */
  pickers: ByName<ReferenceSource>;
  /** What there is to choose from for every filter that holds codes; without it the filter is not offered. */
  codes?: ByName<CodeOptions> | undefined;
  /** Filters that the page draws itself. */
  own?: ByName<OwnControl> | undefined;
  onChange(changes: Values): void;
}

interface AnyToolbarProps extends AnyControlsProps {
  /** Whether `/` comes to the search: only the first search of a page takes it. */
  shortcut?: boolean;
  /** Which of the filters; left out, all of them. */
  only?: readonly string[];
}

export interface AnyLineProps extends AnyControlsProps {
  onReset: () => void;
  /** Filters folded away behind "more", in the order of the vocabulary. */
  folded?: readonly string[] | undefined;
  /** Filters that the page has no use for: neither offered nor shown as chips. */
  without?: readonly string[] | undefined;
  /** What is no filter of the vocabulary: before the others, behind "more", and as chips. */
  first?: ReactNode;
  more?: ReactNode;
  chips?: readonly ActiveFilter[] | undefined;
  /** How many of those chips are of what stands behind "more". */
  moreActive?: number | undefined;
}

/** The same with names that the vocabulary has. */
interface Named<F extends Filters> {
  vocabulary: F;
  filters: Readonly<VocabularyFilters<NoInfer<F>>>;
  pickers: Readonly<Partial<Record<ReferenceNames<NoInfer<F>>, ReferenceSource | undefined>>>;
  codes?: Readonly<Partial<Record<CodeNames<NoInfer<F>>, CodeOptions>>> | undefined;
  own?: Readonly<Partial<Record<keyof NoInfer<F> & string, OwnControl>>> | undefined;
  onChange: (changes: VocabularyFilters<NoInfer<F>>) => void;
}

interface ToolbarProps<F extends Filters> extends Named<F>, Pick<AnyToolbarProps, 'shortcut' | 'only'> {}

/** Filters of a vocabulary with their names; a part that adds pickers of its own hands them on by name. */
export interface FilterLineProps<F extends Filters> extends Named<F>, Omit<AnyLineProps, keyof Named<F> | 'folded' | 'without'> {
  folded?: readonly (keyof NoInfer<F> & string)[];
  without?: readonly (keyof NoInfer<F> & string)[];
}

/** The search of a vocabulary that `/` comes to. */
function searchOf(vocabulary: Filters): string | undefined {
  const first = (kind: Filter['kind']) => Object.keys(vocabulary).find((name) => vocabulary[name]?.kind === kind);
  return first('keyword') ?? first('text');
}

/** Whether a filter has a control: others are set elsewhere, or come with a link. */
function isOffered(name: string, filter: Filter, { pickers, codes, own }: AnyControlsProps): boolean {
  const drawn = own?.[name];
  if (drawn) return drawn.control !== undefined;
  if (filter.kind === 'reference' || filter.kind === 'references') return pickers[name] !== undefined;
  return (filter.kind !== 'code' && filter.kind !== 'codes') || codes?.[name] !== undefined;
}

/** The controls of filters in the order of their vocabulary, without chips: for a toolbar. */
export function FilterControls<const F extends Filters>(props: ToolbarProps<F>) {
  return <AnyControls {...props} />;
}

function AnyControls({ shortcut = true, only, ...controls }: AnyToolbarProps) {
  const { vocabulary, filters: values, pickers, codes = NONE, own = NONE, onChange } = controls;
  const search = searchOf(vocabulary);
  const offered = Object.entries(vocabulary).filter(
    ([name, filter]) => (only?.includes(name) ?? true) && isOffered(name, filter, controls),
  );
  return offered.map(([name, filter]) => {
    const drawn = own[name];
    if (drawn) return <Fragment key={name}>{drawn.control}</Fragment>;
    return (
      <FilterControl
        key={name}
        filter={filter}
        value={values[name]}
        until={filter.kind === 'firstDay' ? values[filter.lastDay] : undefined}
        source={pickers[name]}
        codes={codes[name]}
        shortcut={shortcut && name === search}
        onChange={(value) => onChange({ [name]: value })}
        onPeriod={(range) => onChange(periodChange(name, filter, range))}
      />
    );
  });
}

type Value = FilterValue<Filter> | undefined;
type Values = Readonly<Record<string, Value>>;

/** The days of a period stand in two filters, and change together. */
const periodChange = (name: string, filter: Filter, range: DateRange | undefined): Values => ({
  [name]: range?.from,
  ...(filter.kind === 'firstDay' && { [filter.lastDay]: range?.to }),
});

/** Whether a filter has a chip: the last day of a period is part of the chip of its first. */
const isSet = (name: string, filter: Filter, values: Values): boolean => {
  if (filter.kind === 'lastDay') return false;
  return values[name] !== undefined || (filter.kind === 'firstDay' && values[filter.lastDay] !== undefined);
};

/** Filters in the order of their vocabulary, and those in use as chips below them. */
export function ControlledFilterLine<const F extends Filters>(props: FilterLineProps<F>) {
  return <AnyFilterLine {...props} />;
}

/** The same for a part that knows only some of the filters of a page. */
export function AnyFilterLine({ onReset, folded = [], without = [], first, more, chips = [], moreActive = 0, ...line }: AnyLineProps) {
  const { vocabulary, filters, pickers, codes = NONE, own = NONE, onChange } = line;
  const w = useWords();
  const sayFilter = useFilterText(codes);
  const shown = Object.entries(vocabulary).filter(([name]) => !without.includes(name));
  const isFolded = ([name, filter]: [string, Filter]) => folded.includes(name) && isOffered(name, filter, line);
  const active = shown.filter(([name, filter]) => isSet(name, filter, filters));
  const namesOf = (some: [string, Filter][]) => some.map(([name]) => name);
  const hidden = shown.filter(isFolded);
  return (
    <FilterLine
      activeFilters={[
        ...chips,
        ...active.map(([name, filter]) => {
          const source = pickers[name];
          const ids = numbersIn(filters[name]);
          const label = w(filter.label);
          const chip = { key: name, onRemove: () => onChange(periodChange(name, filter, undefined)) };
          return source && ids.length > 0
            ? { ...chip, text: label, reference: { source, ids } }
            : { ...chip, text: `${label}: ${own[name]?.text ?? sayFilter(name, filter, filters)}` };
        }),
      ]}
      onReset={onReset}
      moreActive={moreActive + active.filter(isFolded).length}
      more={
        (hidden.length > 0 || more) && (
          <>
            <AnyControls {...line} only={namesOf(hidden)} />
            {more}
          </>
        )
      }
    >
      {first}
      <AnyControls {...line} only={namesOf(shown.filter((filter) => !isFolded(filter)))} />
    </FilterLine>
  );
}

/** A list whose filters a vocabulary declares. */
interface FilteredList<F extends Filters> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): { context: { query: { filters: VocabularyFilters<F> } } };
  send(
    event: { type: 'list.filtersChanged'; changes: VocabularyFilters<F> } | { type: 'list.filtersChosen'; filters: VocabularyFilters<F> },
  ): void;
}

interface Props<F extends Filters> extends Pick<FilterLineProps<F>, 'vocabulary' | 'folded' | 'own'> {
  list: FilteredList<F>;
  /** What every filter chooses from that names rows of another list. */
  pickers: Readonly<Record<ReferenceNames<F>, ReferenceSource>>;
  /** What there is to choose from for every filter that holds codes. */
  codes?: Readonly<Record<CodeNames<F>, CodeOptions>>;
}

/** The filters of a list: those of its address. */
export function VocabularyFilterLine<const F extends Filters>({ list, ...line }: Props<F>) {
  const filters = useSelector(list, (state) => state.context.query.filters);
  return (
    <ControlledFilterLine<F>
      {...line}
      filters={filters}
      onChange={(changes) => list.send({ type: 'list.filtersChanged', changes })}
      onReset={() => list.send({ type: 'list.filtersChosen', filters: {} })}
    />
  );
}

/** Says what a filter is set to, in the words of its vocabulary. */
function useFilterText(codes: ByName<CodeOptions>) {
  const w = useWords();
  const format = useFormat();
  const rangeText = useRangeText();
  return (name: string, filter: Filter, values: Values): string => {
    const value = values[name];
    switch (filter.kind) {
      case 'choice':
      case 'several': {
        const chosen = [value].flat().flatMap((one) => filter.values.find((known) => known === one) ?? []);
        return chosen.map((one) => w(wordsOfValue(filter, one))).join(w(LIST_SEPARATOR)) || DASH;
      }
      case 'flag':
        return w(value === true ? filter.yes : filter.no);
      case 'mark':
        return w(filter.yes);
      case 'atLeast':
        return `≥ ${format.number(Number(value))}`;
      case 'atMost':
        return `≤ ${format.number(Number(value))}`;
      case 'firstDay': {
        const range = rangeOf(value, values[filter.lastDay]);
        return range ? rangeText(range) : `${value ?? DASH} ~ ${values[filter.lastDay] ?? DASH}`;
      }
      case 'code':
      case 'codes': {
        const labelOf = (code: unknown) => codes[name]?.options.find((option) => option.value === code)?.label ?? String(code);
        return [value].flat().map(labelOf).join(w(LIST_SEPARATOR));
      }
      case 'reference':
      case 'references':
        return numbersIn(value)
          .map((id) => `#${id}`)
          .join(w(LIST_SEPARATOR));
      case 'lastDay':
      case 'keyword':
      case 'text':
        return String(value);
    }
  };
}

const rangeOf = (from: Value, to: Value): DateRange | undefined =>
  typeof from === 'string' && typeof to === 'string' ? { from, to } : undefined;

const numbersIn = (value: Value): number[] => [value].flat().flatMap((one) => (typeof one === 'number' ? one : []));
const wordsIn = (value: Value): string[] => [value].flat().flatMap((one) => (typeof one === 'string' ? one : []));

/** Digits of the largest number that can be typed. */
const LONGEST_COUNT = 9;

/** The positive whole number that was typed, if it is one. */
const readCount = (text: string | undefined): number | undefined => {
  const count = Number(text?.replaceAll(',', ''));
  return Number.isSafeInteger(count) && count > 0 ? count : undefined;
};

interface ControlProps {
  filter: Filter;
  value: Value;
  /** The last day of the period that the filter begins. */
  until: Value;
  source: ReferenceSource | undefined;
  codes: CodeOptions | undefined;
  shortcut: boolean;
  onChange: (value: Value) => void;
  onPeriod: (range: DateRange) => void;
}

function FilterControl({ filter, value, until, source, codes, shortcut, onChange, onPeriod }: ControlProps) {
  const w = useWords();
  const label = w(filter.label);
  switch (filter.kind) {
    case 'keyword':
      return <KeywordFilter label={label} value={typeof value === 'string' ? value : undefined} onCommit={onChange} shortcut={shortcut} />;
    case 'text':
      return (
        <KeywordFilter
          label={label}
          value={typeof value === 'string' ? value : undefined}
          max={filter.max}
          width={TEXT_WIDTH}
          onCommit={onChange}
          shortcut={shortcut}
        />
      );
    case 'atLeast':
    case 'atMost':
      return (
        <KeywordFilter
          label={label}
          value={typeof value === 'number' ? String(value) : undefined}
          max={LONGEST_COUNT}
          width={TEXT_WIDTH}
          onCommit={(text) => onChange(readCount(text))}
          shortcut={false}
        />
      );
    case 'codes':
      return codes && <SeveralFilter label={label} value={wordsIn(value)} onChange={onChange} {...codes} />;
    case 'code':
      return codes && <ChoiceFilter label={label} value={typeof value === 'string' ? value : undefined} onChange={onChange} {...codes} />;
    case 'choice': {
      const options = filter.values.map((one) => ({ value: one, label: w(wordsOfValue(filter, one)) }));
      return <ChoiceFilter label={label} value={options.find((one) => one.value === value)?.value} options={options} onChange={onChange} />;
    }
    case 'several': {
      const options = filter.values.map((one) => ({ value: one, label: w(wordsOfValue(filter, one)) }));
      return <SeveralFilter label={label} value={Array.isArray(value) ? value : undefined} options={options} onChange={onChange} />;
    }
    case 'flag':
      return (
        <ChoiceFilter
          label={label}
          value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined}
          options={[
            { value: 'yes', label: w(filter.yes) },
            { value: 'no', label: w(filter.no) },
          ]}
          onChange={(answer) => onChange(answer === undefined ? undefined : answer === 'yes')}
        />
      );
    case 'mark':
      return (
        <ChoiceFilter
          label={label}
          value={value === true ? 'yes' : undefined}
          options={[{ value: 'yes', label: w(filter.yes) }]}
          onChange={(answer) => onChange(answer && true)}
        />
      );
    case 'reference': {
      const reference = { label, value: typeof value === 'number' ? value : undefined, onChange };
      if (!source) return null;
      return 'tree' in source ? <TreeOneFilter {...reference} tree={source.tree} /> : <PickerFilter {...reference} picker={source} />;
    }
    case 'references': {
      const references = { label, value: numbersIn(value), onChange };
      if (!source) return null;
      return 'tree' in source ? (
        <TreeListFilter {...references} tree={source.tree} />
      ) : (
        <PickerListFilter {...references} picker={source} />
      );
    }
    case 'firstDay':
      return <DateRangeFilter label={label} value={rangeOf(value, until)} onChange={onPeriod} />;
    case 'lastDay':
      return null;
  }
}
