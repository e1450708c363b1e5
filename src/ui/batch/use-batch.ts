import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { AnyActorRef } from 'xstate';
import { type BatchEvent, type BatchSubject, type Confirmation, sizeOf } from '#machines/kernel/batch/batch.machine.ts';
import type { Failure, FieldFaults } from '#machines/kernel/form/faults.ts';
import { afterPointer } from '../form/after-pointer.ts';
import { type BoundField, changeOf } from '../form/bound-field.ts';
import { newRequestKey } from '../form/request-key.ts';

/** A running bulk action of the kernel. Parameters and subject are inferred from its context. */
export interface BatchActor<Params, Filters> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): {
    context: {
      subject: BatchSubject<Filters> | undefined;
      values: Params & Confirmation;
      faults: FieldFaults<Params & Confirmation>;
      failure: Failure | undefined;
      changed: boolean;
      refusals: number;
    };
    hasTag(tag: 'open' | 'writing'): boolean;
    matches(state: 'unconfirmed'): boolean;
  };
  send(event: BatchEvent<NoInfer<Params>, NoInfer<Filters>>): void;
}

/** Connects a bulk action to its dialog; `field(name)` is spread into each field. */
export function useBatch<Params extends object, Filters>(batch: BatchActor<Params, Filters>) {
  type Values = Params & Confirmation;
  const { subject, values, faults, failure, changed, refusals } = useSelector(batch, (state) => state.context);
  const open = useSelector(batch, (state) => state.hasTag('open'));
  const busy = useSelector(batch, (state) => state.hasTag('writing'));
  const isLost = useSelector(batch, (state) => state.matches('unconfirmed'));
  const commands = useMemo(
    () => ({
      change: (changes: Partial<Values>) => batch.send({ type: 'batch.fieldChanged', changes }),
      confirm: () => batch.send({ type: 'batch.confirmed', key: newRequestKey() }),
      askAgain: () => batch.send({ type: 'batch.startRetried' }),
      dismiss: () => batch.send({ type: 'batch.dismissed' }),
    }),
    [batch],
  );
  const field = <Name extends keyof Values>(name: Name): BoundField<Values[Name]> => ({
    value: values[name],
    onChange: (value) => commands.change(changeOf<Values, Name>(name, value)),
    onLeave: () => afterPointer(() => batch.send({ type: 'batch.fieldLeft', field: name })),
    fault: faults[name],
  });
  return { subject, count: sizeOf(subject), values, failure, changed, refusals, open, busy, isLost, field, ...commands };
}
