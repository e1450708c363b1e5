import { Button, Input } from '@arco-design/web-react';
import { useText } from '#src/locale/text-provider.tsx';
import { IconButton } from '../text/icon-button.tsx';
import { IconClose, IconPlus } from '../text/icons.ts';
import { type ControlProps, Field } from './field.tsx';
import './text-list-field.css';

interface TextListFieldProps extends ControlProps<readonly string[]> {
  /** Maximum number of texts. */
  maxCount: number;
  /** Minimum number of texts that stay. */
  minCount?: number;
  /** Maximum characters of one text, shown as a count. */
  maxLength: number;
  /** Each text has several lines. */
  isMultiline?: boolean;
  addText: string;
}

/** Several texts, each in its own control. */
export function TextListField({
  value,
  onChange,
  onLeave,
  disabled,
  maxCount,
  minCount = 0,
  maxLength,
  isMultiline = false,
  addText,
  ...field
}: TextListFieldProps) {
  const t = useText();
  const setText = (at: number, text: string) => onChange(value.map((one, index) => (index === at ? text : one)));
  return (
    <Field {...field} group note={`${value.length} / ${maxCount}`}>
      {({ describedBy, invalid }) => (
        <div className="ads-text-list">
          {value.map((text, at) => {
            const control = {
              value: text,
              onChange: (typed: string) => setText(at, typed),
              onBlur: onLeave,
              disabled,
              'aria-label': t('ui.numbered', { thing: field.label, n: at + 1 }),
              'aria-describedby': describedBy,
              'aria-invalid': invalid || undefined,
            };
            return (
              // The index is the only stable key, because texts have no id and change while typing.
              <div key={at} className="ads-text-list-line">
                {isMultiline ? <Input.TextArea {...control} rows={3} /> : <Input {...control} />}
                <span className="ads-text-list-count">{`${[...text.trim()].length} / ${maxLength}`}</span>
                <IconButton
                  label={t('ui.removeThing', { thing: t('ui.numbered', { thing: field.label, n: at + 1 }) })}
                  icon={<IconClose />}
                  disabled={disabled || value.length <= minCount}
                  onClick={() => onChange(value.filter((_, index) => index !== at))}
                />
              </div>
            );
          })}
          {value.length < maxCount && (
            <Button size="small" icon={<IconPlus />} disabled={disabled} onClick={() => onChange([...value, ''])}>
              {addText}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
