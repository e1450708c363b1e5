import type { ActorRefFrom } from 'xstate';
import type { schemeForm } from '#machines/advertising-publish/scheme-management.machine.ts';
import type { SchemeValues } from '#machines/parts/schemes/scheme-values.ts';
import { changeOf } from '#src/ui/form/bound-field.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { useFaultWords } from './use-fault-words.ts';

/** Connects the form of a scheme to its sections: every change carries its time, and every fault has a text. */
export function useSchemeForm(form: ActorRefFrom<typeof schemeForm>) {
  const formatFault = useFaultWords();
  const { field, change, ...rest } = useForm(form);
  const changeWithTime = (changes: Partial<SchemeValues>) => change({ ...changes, asOf: Date.now() });
  return {
    ...rest,
    change: changeWithTime,
    field: <Name extends keyof SchemeValues>(name: Name) => {
      const bound = field(name);
      return {
        ...bound,
        fault: formatFault(bound.fault),
        onChange: (value: Parameters<typeof bound.onChange>[0]) => changeWithTime(changeOf<SchemeValues, Name>(name, value)),
      };
    },
  };
}

export type SchemeForm = ReturnType<typeof useSchemeForm>;
