import type { ActorRefFrom } from 'xstate';
import type { schemeForm } from '#machines/advertising-publish/scheme-management.machine.ts';
import type { SchemeValues } from '#machines/advertising-publish/scheme-values.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { useFaultWords } from './use-fault-words.ts';

/** Connects the form of a scheme to its sections: every change carries its time, and every fault has a text. */
export function useSchemeForm(form: ActorRefFrom<typeof schemeForm>) {
  const said = useFaultWords();
  const { field, change, ...asked } = useForm(form);
  const tell = (changes: Partial<SchemeValues>) => change({ ...changes, asOf: Date.now() });
  return {
    ...asked,
    change: tell,
    field: <Name extends keyof SchemeValues>(name: Name) => {
      const bound = field(name);
      return {
        ...bound,
        fault: said(bound.fault),
        onChange: (value: Parameters<typeof bound.onChange>[0]) =>
          tell({ [name]: Array.isArray(value) ? [...value] : value } as unknown as Partial<SchemeValues>),
      };
    },
  };
}

export type SchemeForm = ReturnType<typeof useSchemeForm>;
