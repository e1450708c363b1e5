import type { Vault } from '../vault.ts';
import type { WebhookSender } from '../webhook.ts';
import { buildRequest, type Message, type Outcome, readAnswer } from './formats.ts';
import { type AlertTarget, openTarget } from './targets.repository.ts';

/** Sends a message to a target and tells what the receiver made of it. */
export async function sendMessage(
  { vault, webhooks, now }: { vault: Vault; webhooks: WebhookSender; now: Date },
  target: Pick<AlertTarget, 'format' | 'address_enc' | 'secret_enc'>,
  message: Message,
  signal: AbortSignal,
): Promise<Outcome> {
  const request = buildRequest(target.format, openTarget(vault, target), message, now);
  return readAnswer(target.format, await webhooks.send(request, signal));
}
