import type { Envelope, ErrorData } from '#contracts/endpoints/envelope.ts';
import { type Reason, reasonCodes } from '#contracts/endpoints/reasons.ts';
import { type Language, reasonText, ruleText, successText } from '#server/domain/messages.ts';
import type { Refusal } from '#server/domain/refusal.ts';

export const success = (data: unknown, language: Language): Envelope => ({ code: 0, message: successText[language], data });

/** An error that carries only its reason. */
export function errorAnswer(reason: Reason, language: Language, traceId: string): Envelope<ErrorData> {
  const data: ErrorData = { reason, trace_id: traceId };
  return { code: reasonCodes[reason], message: reasonText(reason, language, data), data };
}

/** An error raised by a rule or a handler, with the texts of its faults in the given language. */
export function refusalAnswer(refusal: Refusal, language: Language, traceId: string): Envelope<ErrorData> {
  const { reason } = refusal;
  const errors = refusal.faults.map(({ field, rule, params }) => ({ field, rule, message: ruleText(rule, language, field, params) }));
  const data: ErrorData = { ...refusal.data, ...(errors.length > 0 ? { errors } : {}), reason, trace_id: traceId };
  const message = refusal.text?.[language] ?? reasonText(reason, language, { ...data, ...refusal.words });
  return { code: reasonCodes[reason], message, data };
}
