import { blankAuthorise } from '#machines/parts/assets/authorising-rules.ts';
import type { PersonRow } from '#machines/parts/persons/person-rules.ts';

type Usage = 'self' | 'host';

/** Somebody who is not authorised yet; whoever asks answers for them unless another is named. */
export const newDraft = (usage: Usage, owner_user_id: number) => ({
  values: { ...blankAuthorise, owner_user_id },
  subject: { usage },
});

/** The same person once more: channel and owner stay as they are. */
export const againDraft = (row: PersonRow, usage: Usage) => ({
  values: {
    ...blankAuthorise,
    channel: row.channel,
    owner_user_id: row.owner.id,
    holder_name: row.holder_name ?? '',
    contact: row.contact ?? '',
    consent: typeof row.consent_at === 'string',
    consent_note: row.consent_note ?? '',
  },
  subject: { usage, again: { id: row.id, name: row.name } },
});
