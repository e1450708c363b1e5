import { type KeyboardEvent, useRef, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { type ControlProps, Field } from '../form/field.tsx';
import { IconClose } from '../text/icons.ts';
import './tags-field.css';

interface TagsFieldProps extends ControlProps<readonly string[]> {
  /** Maximum number of words, shown as a count. */
  maxCount?: number;
  placeholder?: string;
}

/** Separate words: Enter or a comma ends one, Backspace in an empty field restores the last one for editing. */
export function TagsField({ value, onChange, onLeave, disabled = false, maxCount, placeholder, ...field }: TagsFieldProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const add = (text: string) => {
    const words = text
      .split(/[,，]/)
      .map((word) => word.trim())
      .filter((word) => word !== '');
    const added = [...new Set(words)].filter((word) => !value.includes(word));
    setTyped('');
    if (added.length > 0) onChange([...value, ...added]);
  };
  const key = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && typed.trim() !== '') {
      // This key must not reach the form.
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '' && value.length > 0) {
      onChange(value.slice(0, -1));
    }
  };
  return (
    <Field {...field} note={maxCount !== undefined && `${value.length} / ${maxCount}`}>
      {({ id, describedBy, invalid }) => (
        <div className={`ads-tags-field${invalid ? ' ads-tags-wrong' : ''}${disabled ? ' ads-tags-off' : ''}`}>
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
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            placeholder={value.length === 0 ? (placeholder ?? t('ui.typeTag')) : undefined}
            disabled={disabled}
            value={typed}
            onChange={({ target }) => (/[,，]/.test(target.value) ? add(target.value) : setTyped(target.value))}
            onKeyDown={key}
            onBlur={() => {
              if (typed.trim() !== '') add(typed);
              onLeave?.();
            }}
          />
        </div>
      )}
    </Field>
  );
}
