import { type Reason, reasonCodes } from '#contracts/endpoints/reasons.ts';
import { type Language, reasonText, ruleText } from '../messages.ts';
import type { FieldFault, Refusal } from '../refusal.ts';
import type { ItemFault } from './batch-type.ts';

/** How a fault is kept: everything its sentence needs, so that every reader gets it in their language. */
export interface KeptFault {
  code: number;
  reason: string;
  platform_code: string | null;
  platform_subcode: string | null;
  /** Words that exist in one language only. */
  message: string | null;
  data: string | null;
}

export function keptFault({ reason, data, faults, text, platform }: ItemFault): KeptFault {
  const kept = {
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
    data: Object.keys(kept).length === 0 ? null : JSON.stringify(kept),
  };
}

export const noFault: { [Key in keyof KeptFault]: null } = {
  code: null,
  reason: null,
  platform_code: null,
  platform_subcode: null,
  message: null,
  data: null,
};

/** What a rule refused with. */
export const faultOf = ({ reason, data, words, faults, text }: Refusal): ItemFault => ({
  reason,
  data: { ...data, ...words },
  ...(faults.length > 0 ? { faults } : {}),
  ...(text === undefined ? {} : { text }),
});

interface Told {
  reason: string | null;
  message: string | null;
  data: unknown;
}

/** The sentence of a fault in the reader's language; null without one. */
export function textOf({ reason, message, data }: Told, language: Language): string | null {
  if (message !== null) return message;
  if (reason === null) return null;
  const kept = (data ?? {}) as Record<string, unknown> & { text?: Record<Language, string>; faults?: FieldFault[] };
  if (kept.text !== undefined) return kept.text[language];
  if (kept.faults !== undefined) {
    return kept.faults.map(({ field, rule, params }) => ruleText(rule, language, field, params)).join(language === 'zh' ? ';' : '; ');
  }
  return reason in reasonCodes ? reasonText(reason as Reason, language, kept) : reason;
}
