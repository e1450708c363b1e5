import { fromPromise } from 'xstate';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import {
  alertDeliveryMachine,
  alertTargetDeletion,
  alertTargetForm,
  alertTargets,
  alertTargetTest,
} from '#machines/parts/alert-delivery/alert-delivery.machine.ts';
import { isSigned, type TargetValues } from '#machines/parts/alert-delivery/target-rules.ts';
import { deleteAlertTarget, listAlertTargets, saveAlertTarget, testAlertTarget } from '#src/services/alerts.service.ts';

function toRequest(values: TargetValues) {
  const { name, format, language, levels, kinds, isQuiet, quiet_from, quiet_to, quiet_errors, enabled } = values;
  const address = values.address.trim();
  const secret = values.secret.trim();
  return {
    name: name.trim(),
    format,
    language,
    levels,
    kinds,
    quiet_from: isQuiet ? quiet_from : null,
    quiet_to: isQuiet ? quiet_to : null,
    quiet_errors,
    enabled,
    ...(address && { address }),
    ...(secret && isSigned(format) && { secret }),
  };
}

/** The user's delivery targets, with their calls. */
export const alertDelivery = alertDeliveryMachine.provide({
  actors: {
    targets: alertTargets.provide({
      actors: { loadDetail: fromPromise(async ({ signal }) => (await listAlertTargets({}, signal)).list) },
    }),
    form: alertTargetForm.provide({
      actors: {
        save: fromPromise(({ input: { values, subject, key } }) =>
          toSaveOutcome(saveAlertTarget({ ...(subject && { id: subject.id }), ...toRequest(values), idempotency_key: key }), {
            fields: [
              'name',
              'format',
              'address',
              'secret',
              'language',
              'levels',
              'kinds',
              'quiet_from',
              'quiet_to',
              'quiet_errors',
              'enabled',
            ],
          }),
        ),
      },
    }),
    testing: alertTargetTest.provide({ actors: { run: fromPromise(({ input: { subject } }) => testAlertTarget({ id: subject.id })) } }),
    deletion: alertTargetDeletion.provide({
      actors: { run: fromPromise(({ input: { subject } }) => deleteAlertTarget({ id: subject.id })) },
    }),
  },
});
