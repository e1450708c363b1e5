import { Switch } from '@arco-design/web-react';
import { type ReactNode, useMemo } from 'react';
import { type ControlProps, Field } from '../form/field.tsx';
import { CheckBox } from './check-box.tsx';
import { type Option, type OptionValue, PickList, type RemoteOptions } from './pick-list.tsx';
import { flattenOptions, type TreeOption } from './pick-options.ts';

interface ListProps<Value extends OptionValue> extends RemoteOptions<Value> {
  placeholder?: string;
}

interface ChoicesProps<Value extends OptionValue> {
  options: readonly Option<Value>[];
  disabled: boolean;
  children: (option: Option<Value>, isDisabled: boolean) => ReactNode;
}

/** All options at once, each with its own control. */
function Choices<Value extends OptionValue>({ options, disabled, children }: ChoicesProps<Value>) {
  return (
    <div className="ads-choices">
      {options.map((option) => (
        <label key={option.value} className={option.disabled || disabled ? 'ads-choice ads-choice-off' : 'ads-choice'}>
          {children(option, disabled || option.disabled !== undefined)}
          <span>
            {option.label}
            {(option.disabled || option.note) && <small>{option.disabled || option.note}</small>}
          </span>
        </label>
      ))}
    </div>
  );
}

interface ChoiceFieldProps<Value extends OptionValue> extends ControlProps<Value | undefined>, ListProps<Value> {
  options: readonly Option<Value>[];
  /** `radio` shows all options at once, for two or three. */
  as?: 'radio' | 'list';
  clearable?: boolean;
}

export function ChoiceField<Value extends OptionValue>(props: ChoiceFieldProps<Value>) {
  const {
    value,
    onChange,
    onLeave,
    disabled = false,
    options,
    as = 'list',
    clearable = false,
    placeholder,
    onOpen,
    onSearch,
    busy = false,
    failure,
    onRetry,
    names,
    ...field
  } = props;
  const asking = { onOpen, onSearch, busy, failure, onRetry, names };
  if (as === 'radio') {
    return (
      <Field {...field} group isChosen>
        {({ id, invalid }) => (
          <Choices options={options} disabled={disabled}>
            {(option, isDisabled) => (
              <input
                type="radio"
                className="ads-radio"
                name={id}
                checked={option.value === value}
                disabled={isDisabled}
                aria-invalid={invalid || undefined}
                onChange={() => onChange(option.value)}
                onBlur={onLeave}
              />
            )}
          </Choices>
        )}
      </Field>
    );
  }
  return (
    <Field {...field} isChosen>
      {({ id, describedBy, invalid, required }) => (
        <PickList
          {...(placeholder !== undefined && { placeholder })}
          {...{ id, label: field.label, describedBy, invalid, required, options, disabled, clearable, onLeave, ...asking }}
          chosen={value === undefined ? [] : [value]}
          onChoose={([chosen]) => onChange(chosen)}
        />
      )}
    </Field>
  );
}

interface MultiChoiceFieldProps<Value extends OptionValue> extends ControlProps<readonly Value[]>, ListProps<Value> {
  options: readonly Option<Value>[];
  /** `checks` shows all options at once, for a handful. */
  as?: 'checks' | 'list';
}

export function MultiChoiceField<Value extends OptionValue>(props: MultiChoiceFieldProps<Value>) {
  const { value, onChange, onLeave, disabled = false, options, as = 'list', placeholder, ...rest } = props;
  const { onOpen, onSearch, busy = false, failure, onRetry, names, ...field } = rest;
  const asking = { onOpen, onSearch, busy, failure, onRetry, names };
  if (as === 'checks') {
    return (
      <Field {...field} group isChosen>
        {() => (
          <Choices options={options} disabled={disabled}>
            {(option, isDisabled) => (
              <CheckBox
                checked={value.includes(option.value)}
                disabled={isDisabled}
                onChange={(yes) => onChange(yes ? [...value, option.value] : value.filter((one) => one !== option.value))}
              />
            )}
          </Choices>
        )}
      </Field>
    );
  }
  return (
    <Field {...field} isChosen>
      {({ id, describedBy, invalid, required }) => (
        <PickList
          {...(placeholder !== undefined && { placeholder })}
          {...{ id, label: field.label, describedBy, invalid, required, options, disabled, onLeave, ...asking }}
          multiple
          clearable
          chosen={value}
          onChoose={onChange}
        />
      )}
    </Field>
  );
}

interface SwitchFieldProps extends ControlProps<boolean> {
  /** Texts for on and off. */
  words: { on: string; isDisabled: string };
}

export function SwitchField({ value, onChange, onLeave, disabled, words, ...field }: SwitchFieldProps) {
  return (
    <Field {...field}>
      {({ id, describedBy, invalid }) => (
        <div className="ads-switch-line">
          <Switch
            id={id}
            checked={value}
            onChange={onChange}
            onBlur={onLeave}
            {...(disabled !== undefined && { disabled })}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
          />
          <span>{value ? words.on : words.isDisabled}</span>
        </div>
      )}
    </Field>
  );
}

interface TreeFieldProps<Value extends OptionValue> extends ControlProps<Value | undefined>, Omit<ListProps<Value>, 'onSearch'> {
  nodes: readonly TreeOption<Value>[];
  clearable?: boolean;
}

/** One node of a tree, found by search or by its place. */
export function TreeField<Value extends OptionValue>({ nodes, ...rest }: TreeFieldProps<Value>) {
  const options = useMemo(() => flattenOptions(nodes), [nodes]);
  return <ChoiceField {...rest} options={options} />;
}
