import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DASH } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { type Option, type OptionValue, PickList, type RemoteOptions } from '../pick/pick-list.tsx';
import { type PickerActor, usePicker } from '../pick/use-picker.ts';
import { type TreeActor, useTree } from '../pick/use-tree.ts';
import { IconClose, IconDown, IconSearch, IconUp } from '../text/icons.ts';
import { textWidth } from '../text/text-width.ts';
import { useSlashFocus } from './slash-focus.ts';
import '../page/base.css';
import './filter-line.css';

/** What knows the names of rows of another list: a picker that is searched by the server, or a tree that is loaded whole. */
export type ReferenceSource = PickerActor | { tree: TreeActor };

export interface ActiveFilter {
  key: string;
  /** Name and value in words: "Department: Sales"; only the name where `reference` knows the value. */
  text: string;
  /** Where the filter names rows of another list: who knows their names. */
  reference?: { source: ReferenceSource; ids: readonly number[] };
  onRemove: () => void;
}

interface FilterLineProps {
  children: ReactNode;
  /** Further filters, folded away. */
  more?: ReactNode;
  /** How many of those are in use: they are in force although folded away. */
  moreActive?: number;
  activeFilters: readonly ActiveFilter[];
  /** Back to the default view. */
  onReset: () => void;
}

/** Shows the filters around a search, which a narrow window folds away. */
const ShowFilters = createContext<() => void>(() => undefined);

/**
 * Filters, and those in use as chips right behind them: a second line appears only when they do not fit into one.
 * A narrow window folds all of them behind one button, which counts those in use.
 */
export function FilterLine({ children, more, moreActive = 0, activeFilters, onReset }: FilterLineProps) {
  const t = useText();
  const [unfolded, setUnfolded] = useState(false);
  const [shown, setShown] = useState(false);
  const linesId = useId();
  const chips = activeFilters.length > 0 && (
    <div className="ads-chips">
      {activeFilters.map(({ key, reference, ...chip }) => {
        if (!reference) return <Chip key={key} {...chip} />;
        const { source, ids } = reference;
        return 'tree' in source ? (
          <TreeChip key={key} {...chip} tree={source.tree} ids={ids} />
        ) : (
          <PickerChip key={key} {...chip} picker={source} ids={ids} />
        );
      })}
      <button type="button" className="ads-link-button" onClick={onReset}>
        {t('ui.reset')}
      </button>
    </div>
  );
  return (
    <div className="ads-filters" role="search">
      <button type="button" className="ads-filters-button" aria-expanded={shown} aria-controls={linesId} onClick={() => setShown(!shown)}>
        {activeFilters.length > 0 ? t('ui.filtersCount', { count: activeFilters.length }) : t('ui.filters')}
        {shown ? <IconUp aria-hidden="true" /> : <IconDown aria-hidden="true" />}
      </button>
      <div id={linesId} className={shown ? 'ads-filters-shown' : 'ads-filters-folded'}>
        <ShowFilters value={() => flushSync(() => setShown(true))}>
          <div className="ads-filter-line">
            {children}
            {more && (
              <button
                type="button"
                className="ads-link-button ads-filter-more"
                aria-expanded={unfolded}
                onClick={() => setUnfolded(!unfolded)}
              >
                {moreActive > 0 ? t('ui.moreFiltersCount', { count: moreActive }) : t('ui.moreFilters')}
                {unfolded ? <IconUp aria-hidden="true" /> : <IconDown aria-hidden="true" />}
              </button>
            )}
            {!(more && unfolded) && chips}
          </div>
          {more && unfolded && (
            <div className="ads-filter-line">
              {more}
              {chips}
            </div>
          )}
        </ShowFilters>
      </div>
    </div>
  );
}

interface ChipProps {
  text: string;
  onRemove: () => void;
}

function Chip({ text, onRemove }: ChipProps) {
  const t = useText();
  return (
    <span className="ads-chip">
      <span className="ads-chip-text" title={text}>
        {text}
      </span>
      <button type="button" className="ads-chip-remove" aria-label={t('ui.removeFilter', { filter: text })} onClick={onRemove}>
        <IconClose aria-hidden="true" />
      </button>
    </span>
  );
}

type Names = ReadonlyMap<number, string>;
const namesOf = (ids: readonly number[], names: Names) => ids.map((id) => names.get(id) ?? DASH).join(', ');

function PickerChip({ text, picker, ids, onRemove }: ChipProps & { picker: PickerActor; ids: readonly number[] }) {
  const { names } = usePicker(picker, { chosen: ids }).list;
  return <Chip text={`${text}: ${namesOf(ids, names)}`} onRemove={onRemove} />;
}

function TreeChip({ text, tree, ids, onRemove }: ChipProps & { tree: TreeActor; ids: readonly number[] }) {
  const { names } = useTree(tree, ids);
  return <Chip text={`${text}: ${namesOf(ids, names)}`} onRemove={onRemove} />;
}

interface KeywordFilterProps {
  /** What is searched: "Account or name". */
  label: string;
  value: string | undefined;
  onCommit: (keyword: string | undefined) => void;
  /** Pixels; default fits an account and a name. */
  width?: number;
  /** Longest text, in characters. */
  max?: number;
  /** Whether `/` comes here: only the first search of a page takes it. */
  shortcut?: boolean;
}

/** Searched on Enter or on the button; Escape clears; `/` anywhere on the page comes here. */
export function KeywordFilter({ label, value = '', onCommit, width, max = 100, shortcut = true }: KeywordFilterProps) {
  const t = useText();
  const [typed, setTyped] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setTyped(value), [value]);
  useSlashFocus(input, shortcut, useContext(ShowFilters));
  const commit = (text: string) => {
    const words = text.trim();
    if (words !== value) onCommit(words || undefined);
  };
  const clear = () => {
    setTyped('');
    commit('');
  };
  const key = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') commit(typed);
    if (event.key === 'Escape' && typed !== '') {
      event.stopPropagation();
      clear();
    }
  };
  return (
    <span className="ads-keyword" style={{ width }}>
      <input
        ref={input}
        type="text"
        inputMode="search"
        aria-label={label}
        aria-keyshortcuts={shortcut ? '/' : undefined}
        placeholder={label}
        maxLength={max}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={key}
      />
      {typed !== '' && (
        <button type="button" className="ads-icon-button" aria-label={t('ui.clearThing', { thing: label })} onClick={clear}>
          <IconClose aria-hidden="true" />
        </button>
      )}
      <button type="button" className="ads-icon-button" aria-label={t('ui.search')} onClick={() => commit(typed)}>
        <IconSearch aria-hidden="true" />
      </button>
    </span>
  );
}

interface ChoiceFilterProps<Value extends OptionValue> extends RemoteOptions<Value> {
  label: string;
  value: Value | undefined;
  options: readonly Option<Value>[];
  onChange: (value: Value | undefined) => void;
  /** Pixels; default shows the label and about eight Chinese characters. */
  width?: number;
  /** Said while nothing is chosen; default: all. */
  placeholder?: string;
}

/** The narrowest filter in pixels, and the room beside its label: a short value, the arrow and the padding. */
const [FILTER_WIDTH, BESIDE_LABEL] = [200, 84];

/** Pixels that show the label of a filter whole. */
const filterWidth = (label: string): number => Math.max(FILTER_WIDTH, textWidth(label) + BESIDE_LABEL);

/** One choice, or none: none is "all". */
export function ChoiceFilter<Value extends OptionValue>(props: ChoiceFilterProps<Value>) {
  const { label, value, options, onChange, width, placeholder, ...asking } = props;
  const t = useText();
  return (
    <span className="ads-choice-filter" style={{ width: width ?? filterWidth(label) }}>
      <PickList
        {...{ label, options, ...asking }}
        prefix={label}
        placeholder={placeholder ?? t('ui.all')}
        clearable
        chosen={value === undefined ? [] : [value]}
        onChoose={([chosen]) => onChange(chosen)}
      />
    </span>
  );
}

interface SeveralFilterProps<Value extends OptionValue> extends Omit<ChoiceFilterProps<Value>, 'value' | 'onChange' | 'placeholder'> {
  value: readonly Value[] | undefined;
  onChange: (value: Value[] | undefined) => void;
}

/** Several choices, any of which will do; none is "all". */
export function SeveralFilter<Value extends OptionValue>({
  label,
  value = [],
  options,
  onChange,
  width,
  ...asking
}: SeveralFilterProps<Value>) {
  const t = useText();
  return (
    <span className="ads-choice-filter" style={{ width: width ?? filterWidth(label) }}>
      <PickList
        {...{ label, options, ...asking }}
        prefix={label}
        placeholder={t('ui.all')}
        multiple
        clearable
        chosen={value}
        onChoose={(chosen) => onChange(chosen.length > 0 ? chosen : undefined)}
      />
    </span>
  );
}
