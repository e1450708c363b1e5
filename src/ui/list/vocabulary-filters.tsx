import { useSelector } from '@xstate/react';
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
import { DASH } from '#src/locale/format.ts';
import { useWords } from '#src/locale/use-words.ts';
import { type DateRange, DateRangeFilter, useRangeText } from '../date/date-range-filter.tsx';
import type { Option, PickAsking } from '../pick/pick-list.tsx';
import { PickerFilter } from '../pick/picker-fields.tsx';
import type { PickerActor } from '../pick/use-picker.ts';
import { ChoiceFilter, FilterLine, KeywordFilter, SeveralFilter } from './filter-line.tsx';

interface CodeOptions extends PickAsking<string> {
  options: readonly Option<string>[];
}

const NO_CODES: Readonly<Record<string, CodeOptions>> = {};

/** A list whose filters a vocabulary declares. */
interface FilteredList<F extends Filters> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): { context: { query: { filters: VocabularyFilters<F> } } };
  send(
    event: { type: 'list.filtersChanged'; changes: VocabularyFilters<F> } | { type: 'list.filtersChosen'; filters: VocabularyFilters<F> },
  ): void;
}

interface Props<F extends Filters> {
  vocabulary: F;
  list: FilteredList<F>;
  /** The picker of every filter that names a row of another list. */
  pickers: Readonly<Record<ReferenceNames<F>, PickerActor>>;
  /** What there is to choose from for every filter that holds a code. */
  codes?: Readonly<Record<CodeNames<F>, CodeOptions>>;
  /** Filters folded away behind "more", in the order of the vocabulary. */
  folded?: readonly (keyof F & string)[];
}

interface ControlsProps<F extends Filters> {
  vocabulary: F;
  filters: Readonly<VocabularyFilters<NoInfer<F>>>;
  /** The picker of every filter that names a row of another list; without one the filter is not offered. */
  pickers: Readonly<Partial<Record<ReferenceNames<NoInfer<F>>, PickerActor | undefined>>>;
  codes?: Readonly<Record<CodeNames<NoInfer<F>>, CodeOptions>>;
  /** Whether `/` comes to the search: only the first search of a page takes it. */
  shortcut?: boolean;
  /** Which of the filters; left out, all of them. */
  only?: readonly string[];
  onChange: (changes: VocabularyFilters<NoInfer<F>>) => void;
}

/** The controls of filters in the order of their vocabulary, without chips: for a toolbar. */
export function FilterControls<const F extends Filters>({
  vocabulary,
  filters,
  pickers,
  codes,
  shortcut,
  only,
  onChange,
}: ControlsProps<F>) {
  const values: Values = filters;
  const pickerOf: Readonly<Record<string, PickerActor | undefined>> = pickers;
  const codesOf: Readonly<Record<string, CodeOptions>> = codes ?? NO_CODES;
  const offered = Object.entries<Filter>(vocabulary).filter(([name]) => only?.includes(name) ?? true);
  return offered.map(([name, filter]) => (
    <FilterControl
      key={name}
      filter={filter}
      value={values[name]}
      until={filter.kind === 'firstDay' ? values[filter.lastDay] : undefined}
      picker={pickerOf[name]}
      codes={codesOf[name]}
      shortcut={shortcut}
      onChange={(value) => onChange({ [name]: value } as VocabularyFilters<F>)}
      onPeriod={(range) => onChange(periodChange(name, filter, range) as VocabularyFilters<F>)}
    />
  ));
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

/** The filters of a list in the order of its vocabulary, and those in use as chips below them. */
export function VocabularyFilterLine<const F extends Filters>({ vocabulary, list, pickers, codes, folded = [] }: Props<F>) {
  const w = useWords();
  const sayFilter = useFilterText(codes ?? NO_CODES);
  // The filters of one vocabulary differ in their values; from here on each is looked at together with its own kind.
  const filters: Values = useSelector(list, (state) => state.context.query.filters);
  const pickerOf: Readonly<Record<string, PickerActor>> = pickers;
  const change = (changes: VocabularyFilters<F>) => list.send({ type: 'list.filtersChanged', changes });
  const names = Object.keys(vocabulary);
  const isFolded = (name: string) => folded.includes(name);
  const active = Object.entries<Filter>(vocabulary).filter(([name, filter]) => isSet(name, filter, filters));

  const controlled = { vocabulary, filters: filters as VocabularyFilters<F>, pickers, codes, onChange: change };
  const more = names.filter(isFolded);
  return (
    <FilterLine
      activeFilters={active.map(([name, filter]) => {
        const value = filters[name];
        const picker = pickerOf[name];
        const chip = { key: name, onRemove: () => change(periodChange(name, filter, undefined) as VocabularyFilters<F>) };
        return picker && typeof value === 'number'
          ? { ...chip, text: w(filter.label), reference: { picker, id: value } }
          : { ...chip, text: `${w(filter.label)}: ${sayFilter(name, filter, filters)}` };
      })}
      onReset={() => list.send({ type: 'list.filtersChosen', filters: {} })}
      moreActive={active.filter(([name]) => isFolded(name)).length}
      more={more.length > 0 && <FilterControls {...controlled} only={more} />}
    >
      <FilterControls {...controlled} only={names.filter((name) => !isFolded(name))} />
    </FilterLine>
  );
}

/** Says what a filter is set to, in the words of its vocabulary. */
function useFilterText(codes: Readonly<Record<string, CodeOptions>>) {
  const w = useWords();
  const rangeText = useRangeText();
  return (name: string, filter: Filter, values: Values): string => {
    const value = values[name];
    switch (filter.kind) {
      case 'choice':
      case 'several': {
        const chosen = [value].flat().flatMap((one) => filter.values.find((known) => known === one) ?? []);
        return chosen.map((one) => w(wordsOfValue(filter, one))).join('、') || DASH;
      }
      case 'flag':
        return w(value === true ? filter.yes : filter.no);
      case 'mark':
        return w(filter.yes);
      case 'firstDay': {
        const range = rangeOf(value, values[filter.lastDay]);
        return range ? rangeText(range) : `${value ?? DASH} ~ ${values[filter.lastDay] ?? DASH}`;
      }
      case 'code':
        return codes[name]?.options.find((option) => option.value === value)?.label ?? String(value);
      case 'lastDay':
      case 'keyword':
      case 'reference':
        return String(value);
    }
  };
}

const rangeOf = (from: Value, to: Value): DateRange | undefined =>
  typeof from === 'string' && typeof to === 'string' ? { from, to } : undefined;

interface ControlProps {
  filter: Filter;
  value: Value;
  /** The last day of the period that the filter begins. */
  until: Value;
  picker: PickerActor | undefined;
  codes: CodeOptions | undefined;
  shortcut: boolean | undefined;
  onChange: (value: Value) => void;
  onPeriod: (range: DateRange) => void;
}

function FilterControl({ filter, value, until, picker, codes, shortcut, onChange, onPeriod }: ControlProps) {
  const w = useWords();
  const label = w(filter.label);
  switch (filter.kind) {
    case 'keyword':
      return <KeywordFilter label={label} value={typeof value === 'string' ? value : undefined} onCommit={onChange} shortcut={shortcut} />;
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
    case 'reference':
      return (
        picker && <PickerFilter label={label} value={typeof value === 'number' ? value : undefined} picker={picker} onChange={onChange} />
      );
    case 'firstDay':
      return <DateRangeFilter label={label} value={rangeOf(value, until)} onChange={onPeriod} />;
    case 'lastDay':
      return null;
  }
}
