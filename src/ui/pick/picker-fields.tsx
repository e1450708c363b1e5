import type { ControlProps } from '../form/field.tsx';
import { ChoiceFilter, SeveralFilter } from '../list/filter-line.tsx';
import { ChoiceField, MultiChoiceField } from './choice-fields.tsx';
import { type PickerActor, usePicker } from './use-picker.ts';

interface PickerSource<Narrowing extends object> {
  picker: PickerActor<Narrowing>;
  /** The filter that another field imposes. */
  narrowing?: NoInfer<Narrowing> | undefined;
}

interface PickerFieldProps<Narrowing extends object> extends ControlProps<number | undefined>, PickerSource<Narrowing> {
  clearable?: boolean;
  placeholder?: string;
}

/** One of many, searched by the server; the chosen one is named at once. Fields may share a picker with different narrowing. */
export function PickerField<Narrowing extends object>({ picker, narrowing, value, ...field }: PickerFieldProps<Narrowing>) {
  const { list } = usePicker(picker, { chosen: value === undefined ? [] : [value], narrowing });
  return <ChoiceField {...field} {...list} value={value} />;
}

interface PickerListFieldProps<Narrowing extends object> extends ControlProps<readonly number[]>, PickerSource<Narrowing> {
  placeholder?: string;
}

/** Several of many. */
export function PickerListField<Narrowing extends object>({ picker, narrowing, value, ...field }: PickerListFieldProps<Narrowing>) {
  const { list } = usePicker(picker, { chosen: value, narrowing });
  return <MultiChoiceField {...field} {...list} value={value} />;
}

interface PickerFilterProps<Narrowing extends object> extends PickerSource<Narrowing> {
  label: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  width?: number;
  /** Shown while nothing is chosen; default: all. */
  placeholder?: string;
}

/** A filter by one of many; empty means all. */
export function PickerFilter<Narrowing extends object>({ picker, narrowing, value, ...filter }: PickerFilterProps<Narrowing>) {
  const { list } = usePicker(picker, { chosen: value === undefined ? [] : [value], narrowing });
  return <ChoiceFilter {...filter} {...list} value={value} />;
}

interface PickerListFilterProps<Narrowing extends object> extends PickerSource<Narrowing> {
  label: string;
  value: readonly number[] | undefined;
  onChange: (value: number[] | undefined) => void;
  width?: number;
}

const NONE: readonly number[] = [];

/** A filter by any of several; empty means all. */
export function PickerListFilter<Narrowing extends object>({ picker, narrowing, value, ...filter }: PickerListFilterProps<Narrowing>) {
  const { list } = usePicker(picker, { chosen: value ?? NONE, narrowing });
  return <SeveralFilter {...filter} {...list} value={value} />;
}
