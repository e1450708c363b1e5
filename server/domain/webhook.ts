import type { DeliveryProblem } from '#contracts/vocabulary/alerts.ts';

export type { DeliveryProblem } from '#contracts/vocabulary/alerts.ts';

export interface WebhookRequest {
  /** May contain a key, so it must not be logged. */
  address: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The receiver's answer, or why there is none. */
export type WebhookAnswer = { status: number; body: string; retryAfterS: number | undefined } | { problem: DeliveryProblem };

/** Posts JSON to addresses that users entered. */
export interface WebhookSender {
  /** Why this address is never sent to, as far as the address itself tells. */
  findProblem(address: string): DeliveryProblem | undefined;
  /** Never throws because of the receiver. It may take seconds, so it must not be used in a transaction. */
  send(request: WebhookRequest, signal?: AbortSignal): Promise<WebhookAnswer>;
}
