import type { ControlProps } from '../form/field.tsx';
import { ChoiceFilter, SeveralFilter } from '../list/filter-line.tsx';
import { ChoiceField, MultiChoiceField } from './choice-fields.tsx';
import { type PickerActor, usePicker } from './use-picker.ts';

interface Picks<Narrowing extends object> {
  picker: PickerActor<Narrowing>;
  /** What another field leaves to choose from. */
  narrowing?: NoInfer<Narrowing> | undefined;
}

interface PickerFieldProps<Narrowing extends object> extends ControlProps<number | undefined>, Picks<Narrowing> {
  clearable?: boolean;
  placeholder?: string;
}

/** One of many, searched by the server; what stands chosen is named at once. Fields may share a picker, each narrowed as it needs. */
export function PickerField<Narrowing extends object>({ picker, narrowing, value, ...field }: PickerFieldProps<Narrowing>) {
  const { list } = usePicker(picker, { chosen: value === undefined ? [] : [value], narrowing });
  return <ChoiceField {...field} {...list} value={value} />;
}

interface PickerListFieldProps<Narrowing extends object> extends ControlProps<readonly number[]>, Picks<Narrowing> {
  placeholder?: string;
}

/** Several of many. */
export function PickerListField<Narrowing extends object>({ picker, narrowing, value, ...field }: PickerListFieldProps<Narrowing>) {
  const { list } = usePicker(picker, { chosen: value, narrowing });
  return <MultiChoiceField {...field} {...list} value={value} />;
}

interface PickerFilterProps<Narrowing extends object> extends Picks<Narrowing> {
  label: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  width?: number;
  /** Said while nothing is chosen; default: all. */
  placeholder?: string;
}

/** One of many, or none: none is "all". */
export function PickerFilter<Narrowing extends object>({ picker, narrowing, value, ...filter }: PickerFilterProps<Narrowing>) {
  const { list } = usePicker(picker, { chosen: value === undefined ? [] : [value], narrowing });
  return <ChoiceFilter {...filter} {...list} value={value} />;
}

interface PickerListFilterProps<Narrowing extends object> extends Picks<Narrowing> {
  label: string;
  value: readonly number[] | undefined;
  onChange: (value: number[] | undefined) => void;
  width?: number;
}

const NONE: readonly number[] = [];

/** Several of many, any of which will do; none is "all". */
export function PickerListFilter<Narrowing extends object>({ picker, narrowing, value, ...filter }: PickerListFilterProps<Narrowing>) {
  const { list } = usePicker(picker, { chosen: value ?? NONE, narrowing });
  return <SeveralFilter {...filter} {...list} value={value} />;
}
