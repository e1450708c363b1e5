import type { Job } from '../jobs/index.ts';
import { sendMessage } from './deliver.ts';
import { nextAttempt, type Outcome } from './formats.ts';
import { type ClaimedDelivery, type ClaimedMessage, claimMessage, forgetOldDeliveries, settleMessage } from './outbox.repository.ts';
import { toStoredOutcome } from './problem-texts.ts';

/** Messages per run; the next run continues. */
const MAX_MESSAGES = 500;

type Context = Parameters<Job['run']>[0];

/** Equal for each attempt to send the same alerts, so that a receiver can recognise what it already has. */
const messageIdOf = ({ target, deliveries }: ClaimedMessage) => `${target.id}-${deliveries.map(({ id }) => id).join('-')}`;

async function sendClaimed({ db, now, signal, vault, webhooks, publicUrl }: Context, claimed: ClaimedMessage): Promise<Outcome> {
  const { target, deliveries } = claimed;
  const message = { id: messageIdOf(claimed), language: target.language, publicUrl, alerts: deliveries.map(({ alert }) => alert) };
  const outcome = await sendMessage({ vault, webhooks, now }, target, message, signal);
  const settle = ({ attempts }: ClaimedDelivery) => {
    if (outcome.ok) return { status: 'sent' as const };
    const due_at = nextAttempt(outcome, attempts, now);
    return due_at === undefined ? { status: 'failed' as const } : { status: 'waiting' as const, due_at };
  };
  await settleMessage(db, claimed, settle, { now, problem: outcome.ok ? null : outcome.problem }, toStoredOutcome(outcome));
  return outcome;
}

/** Sends the alerts that wait in the outbox to the targets of their users. */
export const deliverAlerts: Job = {
  key: 'alert.deliver',
  name: { zh: '告警推送', en: 'Alert delivery' },
  cron: '* * * * *',
  timeoutS: 300,
  core: false,
  allowManual: true,
  async run(context) {
    const { db, now, signal, log } = context;
    let sent = 0;
    let failed = 0;
    while (sent + failed < MAX_MESSAGES) {
      signal.throwIfAborted();
      const claimed = await claimMessage(db, now);
      if (claimed === undefined) break;
      const outcome = await sendClaimed(context, claimed);
      if (outcome.ok) sent += 1;
      else failed += 1;
      // Neither the address nor the receiver's text is logged, because both may contain a key.
      if (!outcome.ok) log(`target ${claimed.target.id} (${claimed.target.format}): ${outcome.problem}`);
    }
    await forgetOldDeliveries(db, now);
    return { rowsIn: sent + failed, rowsOut: sent, message: `${sent} messages sent, ${failed} not delivered` };
  },
};
