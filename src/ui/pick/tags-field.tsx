import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { type ControlProps, Field } from '../form/field.tsx';
import { Floating } from '../overlay/floating.tsx';
import { IconClose } from '../text/icons.ts';
import { useReadings } from '../text/use-readings.ts';
import { filterOptions, type Option } from './pick-options.ts';
import './pick-list.css';
import './tags-field.css';

interface TagsFieldProps extends ControlProps<readonly string[]> {
  /** Maximum number of words, shown as a count. */
  maxCount?: number;
  placeholder?: string;
  /** Words in use, offered below the field while someone types; `onOpen` loads them. */
  suggestions?: { options: readonly Option<string>[]; onOpen?: (() => void) | undefined };
}

const NO_OPTIONS: readonly Option<string>[] = [];
const STEPS: Readonly<Record<string, number | undefined>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Separate words: Enter or a comma ends one, Backspace in an empty field restores the last one for editing. Arrow keys go through the
 * suggestions; without one chosen, Enter keeps what was typed.
 */
export function TagsField({ value, onChange, onLeave, disabled = false, maxCount, placeholder, suggestions, ...field }: TagsFieldProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<string>();
  const frame = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { options = NO_OPTIONS, onOpen } = suggestions ?? {};
  const { readings } = useReadings(typed);
  const listed = useMemo(
    () =>
      filterOptions(
        options.filter((option) => !value.includes(option.value)),
        typed,
        readings,
      ),
    [options, value, typed, readings],
  );
  const isListed = open && listed.length > 0;
  const current = isListed ? listed.find((option) => option.value === active)?.value : undefined;
  const optionId = (option: string) => `${listId}-${option}`;

  useLayoutEffect(() => {
    if (current !== undefined) document.getElementById(optionId(current))?.scrollIntoView({ block: 'nearest' });
  });

  const openList = () => {
    if (!suggestions) return;
    setOpen(true);
    onOpen?.();
  };
  const closeList = () => {
    setOpen(false);
    setActive(undefined);
  };
  const add = (text: string) => {
    const words = text
      .split(/[,，]/)
      .map((word) => word.trim())
      .filter((word) => word !== '');
    const added = [...new Set(words)].filter((word) => !value.includes(word));
    setTyped('');
    setActive(undefined);
    if (added.length > 0) onChange([...value, ...added]);
  };
  const step = (by: number) => {
    const at = listed.findIndex((option) => option.value === current);
    // Before the first suggestion is what was typed.
    setActive(listed[Math.min(at + by, listed.length - 1)]?.value);
  };
  const key = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const by = STEPS[event.key];
    if (event.key === 'Enter' && (current !== undefined || typed.trim() !== '')) {
      // This key must not reach the form.
      event.preventDefault();
      add(current ?? typed);
    } else if (event.key === 'Backspace' && typed === '' && value.length > 0) {
      onChange(value.slice(0, -1));
    } else if (event.key === 'Escape' && isListed) {
      // Only the list closes, not the drawer around it.
      event.preventDefault();
      event.stopPropagation();
      closeList();
    } else if (by !== undefined && suggestions) {
      event.preventDefault();
      if (open) step(by);
      else openList();
    }
  };
  return (
    <Field {...field} note={maxCount !== undefined && `${value.length} / ${maxCount}`}>
      {({ id, describedBy, invalid }) => (
        <div ref={frame} className={`ads-tags-field${invalid ? ' ads-tags-wrong' : ''}${disabled ? ' ads-tags-off' : ''}`}>
          {value.map((tag) => (
            <span key={tag} className="ads-pick-tag ads-tag-kept">
              {tag}
              {!disabled && (
                <button
                  type="button"
                  className="ads-chip-remove"
                  aria-label={t('ui.removeTag', { tag })}
                  onClick={() => {
                    onChange(value.filter((one) => one !== tag));
                    input.current?.focus();
                  }}
                >
                  <IconClose aria-hidden="true" />
                </button>
              )}
            </span>
          ))}
          <input
            ref={input}
            id={id}
            type="text"
            autoComplete="off"
            {...(suggestions && {
              role: 'combobox',
              'aria-expanded': isListed,
              'aria-controls': isListed ? listId : undefined,
              'aria-autocomplete': 'list',
              'aria-activedescendant': current === undefined ? undefined : optionId(current),
            })}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            placeholder={value.length === 0 ? (placeholder ?? t('ui.typeTag')) : undefined}
            disabled={disabled}
            value={typed}
            onClick={openList}
            onChange={({ target }) => {
              setActive(undefined);
              if (/[,，]/.test(target.value)) return add(target.value);
              setTyped(target.value);
              if (!open) openList();
            }}
            onKeyDown={key}
            onBlur={() => {
              closeList();
              if (typed.trim() !== '') add(typed);
              onLeave?.();
            }}
          />
          {isListed && (
            <Floating anchor={frame} onLeave={closeList}>
              <div id={listId} role="listbox" aria-label={field.label} className="ads-pick-list">
                {listed.map((option) => (
                  <div
                    key={option.value}
                    id={optionId(option.value)}
                    role="option"
                    tabIndex={-1}
                    aria-selected={option.value === current}
                    className={option.value === current ? 'ads-option ads-option-active' : 'ads-option'}
                    // The focus stays in the field, so that more can be chosen or typed.
                    onPointerDown={(event) => event.preventDefault()}
                    onClick={() => add(option.value)}
                  >
                    <span className="ads-option-text">{option.label}</span>
                  </div>
                ))}
              </div>
            </Floating>
          )}
        </div>
      )}
    </Field>
  );
}
