import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { LIST_SEPARATOR, useWords } from '#src/locale/use-words.ts';
import { Floating } from '../overlay/floating.tsx';
import { Spinner } from '../page/block.tsx';
import { Cover } from '../text/cover.tsx';
import { IconCheck, IconClose, IconDown } from '../text/icons.ts';
import { useReadings } from '../text/use-readings.ts';
import { PickFailure } from './pick-failure.tsx';
import { filterOptions, isMatch, type Option, type OptionValue } from './pick-options.ts';
import '../page/base.css';
import './pick-list.css';

export type { Option, OptionValue } from './pick-options.ts';

/** Props for options that are loaded remotely. */
export type RemoteOptions<Value extends OptionValue> = Pick<
  PickListProps<Value>,
  'onOpen' | 'onSearch' | 'busy' | 'failure' | 'onRetry' | 'names'
>;

/** From this number of options on there is a search field. */
const SEARCH_FROM = 12;
const LOADING_NAME = '…';

export interface PickListProps<Value extends OptionValue> {
  /** Accessible name where no visible label points here by `id`. */
  label?: string;
  id?: string;
  /** Shown inside the control before the chosen names. */
  prefix?: string;
  options: readonly Option<Value>[];
  chosen: readonly Value[];
  multiple?: boolean;
  clearable?: boolean;
  placeholder?: string;
  /** The list opens. */
  onOpen?: (() => void) | undefined;
  /** Searches remotely with every key; the list then shows `options`. */
  onSearch?: ((text: string) => void) | undefined;
  /** Options are loading. */
  busy?: boolean;
  /** Why the options could not be loaded. */
  failure?: string | undefined;
  /** Loads them again. */
  onRetry?: (() => void) | undefined;
  /** Names of chosen values that are not among the options, for example chosen before the list loaded. A missing name is still loading. */
  names?: ReadonlyMap<Value, string> | undefined;
  disabled?: boolean;
  invalid?: boolean;
  required?: boolean;
  describedBy?: string | undefined;
  onChoose: (chosen: Value[]) => void;
  onLeave?: (() => void) | undefined;
}

/** Remembers the names of chosen values, because a later search may list other options. */
function useRememberedNames<Value extends OptionValue>(
  options: readonly Option<Value>[],
  chosen: readonly Value[],
  names: ReadonlyMap<Value, string> | undefined,
): (value: Value) => string {
  const knownNames = useRef(new Map<Value, string>());
  for (const { value, label } of options) if (chosen.includes(value)) knownNames.current.set(value, label);
  return (value) => knownNames.current.get(value) ?? names?.get(value) ?? (names ? LOADING_NAME : String(value));
}

/** A select with keyboard and search; optionally for several values. */
export function PickList<Value extends OptionValue>(props: PickListProps<Value>) {
  const { label, id, prefix, options, chosen, multiple = false, clearable = false, placeholder, onOpen, onSearch } = props;
  const { disabled, invalid, required, describedBy, onChoose, onLeave, names, failure, onRetry } = props;
  const t = useText();
  const w = useWords();
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const words = useRef<HTMLInputElement>(null);
  const [active, setActive] = useState<Value>();
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const searchable = onSearch !== undefined || options.length >= SEARCH_FROM;
  const { readings, isAwaited } = useReadings(onSearch ? '' : search);
  const listed = useMemo(() => (onSearch ? options : filterOptions(options, search, readings)), [options, search, onSearch, readings]);
  const busy = (props.busy ?? false) || isAwaited;
  const optionId = (value: Value) => `${listId}-${value}`;
  const nameOf = useRememberedNames(options, chosen, names);
  const texts = chosen.map(nameOf);
  // Ancestors of matches are listed too, but Enter chooses the match itself.
  const first = (listed.find((option) => !option.disabled && (onSearch || isMatch(option, search, readings))) ?? listed[0])?.value;
  const current = listed.some(({ value }) => value === active) ? active : first;

  // The search field takes the focus as soon as the list opens.
  useLayoutEffect(() => {
    if (open) words.current?.focus({ preventScroll: true });
  }, [open]);
  useLayoutEffect(() => {
    if (open && current !== undefined) document.getElementById(optionId(current))?.scrollIntoView({ block: 'nearest' });
  });

  const openList = () => {
    setSearch('');
    setActive(chosen[0]);
    setOpen(true);
    onOpen?.();
  };
  const closeList = () => {
    setOpen(false);
    onLeave?.();
  };
  const leave = () => {
    closeList();
    button.current?.focus();
  };
  const isChosen = ({ value, members = [value] }: Option<Value>) => members.every((one) => chosen.includes(one));
  const choose = (option: Option<Value>) => {
    const { value, members = [value], disabled: why } = option;
    // A chosen value can be removed even when it could not be chosen now.
    if (why && !isChosen(option)) return;
    setActive(value);
    if (multiple) {
      const others = chosen.filter((one) => !members.includes(one));
      onChoose(isChosen(option) ? others : [...chosen, ...members.filter((one) => !chosen.includes(one))]);
    } else {
      onChoose([value]);
      leave();
    }
  };
  const step = (by: number) => {
    const at = listed.findIndex(({ value }) => value === current);
    const next = listed[Math.min(Math.max(at + by, 0), listed.length - 1)];
    if (next) setActive(next.value);
  };
  const key = (event: KeyboardEvent) => {
    if (!open) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      openList();
      return;
    }
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, ...(searchable ? {} : { Home: -1e9, End: 1e9 }) };
    const by = steps[event.key as keyof typeof steps];
    if (by !== undefined) {
      event.preventDefault();
      step(by);
    } else if (event.key === 'Enter' || (event.key === ' ' && !searchable)) {
      event.preventDefault();
      event.stopPropagation();
      const option = listed.find(({ value }) => value === current);
      if (option) choose(option);
      else if (failure !== undefined) onRetry?.();
    } else if (event.key === 'Tab' && !event.shiftKey && failure !== undefined && onRetry) {
      // The focus moves on to the retry button.
      event.stopPropagation();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.stopPropagation();
      if (event.key === 'Escape') event.preventDefault();
      leave();
    } else if (!searchable && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      const found = listed.find((option) => option.label.toLowerCase().startsWith(event.key.toLowerCase()) && option.value !== current);
      if (found) setActive(found.value);
    }
  };

  const isClearable = clearable && chosen.length > 0 && !disabled;
  return (
    <div ref={frame} className={`ads-pick-frame${isClearable ? ' ads-pick-clears' : ''}`}>
      <button
        ref={button}
        id={id}
        type="button"
        role="combobox"
        className="ads-pick"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open && !searchable && current !== undefined ? optionId(current) : undefined}
        aria-invalid={invalid || undefined}
        aria-required={required || undefined}
        aria-describedby={describedBy}
        disabled={disabled}
        onClick={() => (open ? closeList() : openList())}
        onKeyDown={key}
        onBlur={() => !open && onLeave?.()}
      >
        {prefix && <span className="ads-pick-prefix">{prefix}</span>}
        {multiple && !prefix && texts.length > 0 ? (
          <span className="ads-pick-tags">
            {chosen.map((value) => (
              <span key={value} className="ads-pick-tag">
                {nameOf(value)}
              </span>
            ))}
          </span>
        ) : (
          <span className={texts.length > 0 ? 'ads-pick-text' : 'ads-pick-text ads-pick-hint'}>
            {texts.join(w(LIST_SEPARATOR)) || (placeholder ?? t('ui.choose'))}
          </span>
        )}
        <IconDown className="ads-pick-arrow" aria-hidden="true" />
      </button>
      {isClearable && (
        <button
          type="button"
          className="ads-icon-button ads-pick-clear"
          aria-label={t('ui.clearThing', { thing: label ?? prefix ?? '' })}
          onClick={() => onChoose([])}
        >
          <IconClose aria-hidden="true" />
        </button>
      )}
      {open && (
        <Floating anchor={frame} onLeave={closeList}>
          {searchable && (
            <div className="ads-pick-search-line">
              <input
                ref={words}
                className="ads-pick-search"
                role="combobox"
                aria-label={t('ui.searchIn', { thing: label ?? prefix ?? '' })}
                aria-expanded="true"
                aria-controls={listId}
                aria-autocomplete="list"
                aria-activedescendant={current === undefined ? undefined : optionId(current)}
                placeholder={t('ui.search')}
                value={search}
                onChange={(event) => {
                  setSearch(event.target.value);
                  onSearch?.(event.target.value.trim());
                }}
                onKeyDown={key}
              />
              {busy && listed.length > 0 && <Spinner />}
            </div>
          )}
          <div
            ref={list}
            id={listId}
            role="listbox"
            aria-label={label ?? prefix ?? t('ui.choose')}
            aria-multiselectable={multiple || undefined}
            className="ads-pick-list"
          >
            {listed.map((option) => (
              <div
                key={option.value}
                id={optionId(option.value)}
                role="option"
                tabIndex={-1}
                aria-selected={isChosen(option)}
                aria-disabled={(option.disabled && !isChosen(option)) || undefined}
                className={option.value === current ? 'ads-option ads-option-active' : 'ads-option'}
                style={{ paddingLeft: 12 + (option.depth ?? 0) * 16 }}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                {option.picture !== undefined && <Cover url={option.picture} alt="" size="option" />}
                <span className="ads-option-text">
                  {option.label}
                  {(option.note || option.disabled) && <small>{option.disabled || option.note}</small>}
                </span>
                {isChosen(option) && <IconCheck className="ads-option-mark" aria-hidden="true" />}
              </div>
            ))}
          </div>
          {failure !== undefined && !busy && (
            <PickFailure
              failure={failure}
              // The retry button disappears with the failure, so the focus returns to the list.
              onRetry={
                onRetry &&
                (() => {
                  onRetry();
                  (words.current ?? button.current)?.focus();
                })
              }
              onLeave={leave}
            />
          )}
          {busy && listed.length === 0 && (
            <div className="ads-pick-empty">
              <Spinner />
            </div>
          )}
          {!busy && failure === undefined && listed.length === 0 && (
            <div className="ads-pick-empty" role="status">
              {t('ui.nothingFound')}
            </div>
          )}
        </Floating>
      )}
    </div>
  );
}
