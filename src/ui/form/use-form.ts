import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import type { AnyActorRef } from 'xstate';
import type { FormContext, FormEvent, FormUndone } from '#machines/kernel/form/form-dialog.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { toastSuccess } from '../overlay/notices.ts';
import { afterPointer } from './after-pointer.ts';
import { type BoundField, changeOf } from './bound-field.ts';
import { newRequestKey } from './request-key.ts';
import { type DraftKeeper, useDraft } from './use-draft.ts';

/** A running form of the kernel. Values and subject are inferred from its context. */
interface FormActor<Values, Subject> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): {
    context: FormContext<Values, Subject>;
    children: { draft?: DraftKeeper | undefined };
    hasTag(tag: 'open' | 'dirty' | 'writing'): boolean;
    matches(state: 'confirmingLeave'): boolean;
  };
  send(event: FormEvent<NoInfer<Values>, NoInfer<Subject>>): void;
  on(type: FormUndone['type'], handler: () => void): { unsubscribe(): void };
}

/**
 * Connects a form to its view: `drawer` is spread into a FormDrawer, `dialog` into a ConfirmDialog that closes without a second question,
 * and `field(name)` into each control.
 */
export function useForm<Values extends object, Subject>(form: FormActor<Values, Subject>) {
  const {
    values: plainValues,
    secrets,
    subject,
    origin,
    faults,
    others,
    conflict,
    failure,
    refusals,
  } = useSelector(form, (state) => state.context);
  const open = useSelector(form, (state) => state.hasTag('open'));
  const busy = useSelector(form, (state) => state.hasTag('writing'));
  const dirty = useSelector(form, (state) => state.hasTag('dirty'));
  const asking = useSelector(form, (state) => state.matches('confirmingLeave'));
  const draftKeeper = useSelector(form, (state) => state.children.draft);
  const draft = useDraft(draftKeeper, open, dirty);
  const values = useMemo((): Values => (secrets ? { ...plainValues, ...secrets.open() } : plainValues), [plainValues, secrets]);
  const t = useText();
  const commands = useMemo(() => {
    const onSave = () => form.send({ type: 'form.submitted', key: newRequestKey() });
    const onClose = () => form.send({ type: 'form.closeRequested' });
    const onLeaveConfirmed = () => form.send({ type: 'form.leaveConfirmed' });
    return {
      change: (changes: Partial<Values>) => form.send({ type: 'form.fieldChanged', changes }),
      drawer: {
        onSave,
        onClose,
        onLeaveConfirmed,
        onLeaveCancelled: () => form.send({ type: 'form.leaveCancelled' }),
        onLatest: () => form.send({ type: 'form.latestChosen' }),
        onOverwrite: () => form.send({ type: 'form.overwriteChosen', key: newRequestKey() }),
        onLeavePostponed: draftKeeper && (() => form.send({ type: 'form.leftAsDraft' })),
        getUndo: () => form.getSnapshot().context.undo && (() => form.send({ type: 'form.undoRequested', key: newRequestKey() })),
      },
      dialog: {
        onConfirm: onSave,
        onCancel: () => {
          onClose();
          onLeaveConfirmed();
        },
      },
    };
  }, [form, draftKeeper]);

  useEffect(() => {
    const subscription = form.on('form.undone', () => toastSuccess(t('ui.undone')));
    return () => subscription.unsubscribe();
  }, [form, t]);

  const field = <Name extends keyof Values>(name: Name): BoundField<Values[Name]> => ({
    value: values[name],
    onChange: (value) => commands.change(changeOf<Values, Name>(name, value)),
    onLeave: () => afterPointer(() => form.send({ type: 'form.fieldLeft', field: name })),
    fault: faults[name],
  });
  const otherRefusals = others.length > 0 ? { message: others.join(' '), traceId: '' } : undefined;

  return {
    values,
    subject,
    origin,
    faults,
    conflict,
    open,
    busy,
    change: commands.change,
    field,
    drawer: { open, busy, asking, failure, others, refusals, draft, ...commands.drawer },
    dialog: { open, busy, failure: failure ?? otherRefusals, refusals, ...commands.dialog },
  };
}
