import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { countsOf, type PublishValues, type Step } from '#machines/advertising-publish/publish-values.ts';
import type { PublishWizard } from '#machines/advertising-publish/publish-wizard.machine.ts';
import { afterPointer } from '#src/ui/form/after-pointer.ts';
import { type BoundField, changeOf } from '#src/ui/form/bound-field.ts';
import { useFaultWords } from './use-fault-words.ts';

type Parts = ReturnType<PublishWizard['getSnapshot']>['children'];
/** Child actors of the wizard, once they have started. */
export type WizardParts = { [Name in Exclude<keyof Parts, 'loadScheme'>]-?: NonNullable<Parts[Name]> };

export function useWizardParts(wizard: PublishWizard): WizardParts | undefined {
  const parts = useSelector(wizard, (state) => state.children);
  const { draft, schemes, accounts, groups, chosen, dramas, products, materials, posts, ...others } = parts;
  const { glance, preview, tags, landings, homepages, pixels, plan, sharing, progress, redo, remedy } = others;
  if (!draft || !schemes || !accounts || !groups || !chosen || !dramas || !products || !materials || !posts) return undefined;
  if (!glance || !preview || !tags || !landings || !homepages || !pixels || !plan || !sharing || !progress || !redo || !remedy)
    return undefined;
  const pickers = {
    schemes,
    accounts,
    groups,
    chosen,
    dramas,
    products,
    materials,
    posts,
    glance,
    preview,
    tags,
    landings,
    homepages,
    pixels,
  };
  return { draft, ...pickers, plan, sharing, progress, redo, remedy };
}

/** Connects the publish wizard to its steps; `field(name)` is spread into each control. */
export function useWizard(wizard: PublishWizard) {
  const { values, step, faults, blamed, failure, refusals, isPlanned, ordered, answer } = useSelector(wizard, (state) => state.context);
  const isSchemeLoading = useSelector(wizard, (state) => state.matches({ scheme: 'loading' }));
  const isSchemeFailed = useSelector(wizard, (state) => state.matches({ scheme: 'failed' }));
  const formatFault = useFaultWords();
  const commands = useMemo(
    () => ({
      change: (changes: Partial<PublishValues>) => wizard.send({ type: 'wizard.fieldChanged', changes }),
      goTo: (to: Step) => wizard.send({ type: 'wizard.stepChosen', step: to }),
      next: () => wizard.send({ type: 'wizard.nextRequested' }),
      discard: () => wizard.send({ type: 'wizard.discarded' }),
      beginAnew: () => wizard.send({ type: 'wizard.nextPublishRequested' }),
      retryScheme: () => wizard.send({ type: 'wizard.schemeRetried' }),
    }),
    [wizard],
  );
  const scheme = answer?.scheme;
  const field = <Name extends keyof PublishValues>(name: Name): BoundField<PublishValues[Name]> => ({
    value: values[name],
    onChange: (value) => commands.change(changeOf<PublishValues, Name>(name, value)),
    onLeave: () => afterPointer(() => wizard.send({ type: 'wizard.fieldLeft', field: name })),
    fault: formatFault(faults[name] ?? blamed[name]),
  });
  const counts = useMemo(() => countsOf(values, scheme), [values, scheme]);
  return {
    values,
    step,
    faults,
    blamed,
    scheme,
    schemeFailure: isSchemeFailed ? failure : undefined,
    isSchemeLoading,
    refusals,
    isPlanned,
    ordered,
    counts,
    field,
    ...commands,
  };
}

export type Wizard = ReturnType<typeof useWizard>;
