import { type Reason, reasonCodes } from '#contracts/endpoints/reasons.ts';
import { type Language, reasonText, ruleText } from '../messages.ts';
import type { FieldFault, Refusal } from '../refusal.ts';
import type { ItemFault } from './batch-type.ts';

/** A fault as stored in the item's columns, with everything its text needs in either language. */
export interface FaultColumns {
  code: number;
  reason: string;
  platform_code: string | null;
  platform_subcode: string | null;
  /** Text that exists in one language only, such as a message of the channel. */
  message: string | null;
  data: string | null;
}

export function toFaultColumns({ reason, data, faults, text, platform }: ItemFault): FaultColumns {
  const details = {
    ...data,
    ...(faults === undefined || faults.length === 0 ? {} : { faults }),
    ...(typeof text === 'object' ? { text } : {}),
  };
  return {
    code: reasonCodes[reason],
    reason,
    platform_code: platform?.code ?? null,
    platform_subcode: platform?.subcode ?? null,
    message: typeof text === 'string' ? text : null,
    data: Object.keys(details).length === 0 ? null : JSON.stringify(details),
  };
}

export const NO_FAULT: { [Key in keyof FaultColumns]: null } = {
  code: null,
  reason: null,
  platform_code: null,
  platform_subcode: null,
  message: null,
  data: null,
};

export const toItemFault = ({ reason, data, words, faults, text }: Refusal): ItemFault => ({
  reason,
  data: { ...data, ...words },
  ...(faults.length > 0 ? { faults } : {}),
  ...(text === undefined ? {} : { text }),
});

interface StoredFault {
  reason: string | null;
  message: string | null;
  data: unknown;
}

/** Text of a fault in the reader's language; null without a fault. */
export function faultText({ reason, message, data }: StoredFault, language: Language): string | null {
  if (message !== null) return message;
  if (reason === null) return null;
  const details = (data ?? {}) as Record<string, unknown> & { text?: Record<Language, string>; faults?: FieldFault[] };
  if (details.text !== undefined) return details.text[language];
  if (details.faults !== undefined) {
    return details.faults.map(({ field, rule, params }) => ruleText(rule, language, field, params)).join(language === 'zh' ? ';' : '; ');
  }
  return reason in reasonCodes ? reasonText(reason as Reason, language, details) : reason;
}
