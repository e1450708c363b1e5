import { blankAuthorise } from '#machines/parts/assets/authorising-rules.ts';
import type { PersonRow } from '#machines/parts/persons/person-rules.ts';

type Usage = 'self' | 'host';

/** The form of a new authorisation; the current user is the default owner. */
export const createDraft = (usage: Usage, owner_user_id: number) => ({
  values: { ...blankAuthorise, owner_user_id },
  subject: { usage },
});

/** The form to authorise the same personal account again: channel and owner are fixed. */
export const createRepeatDraft = (row: PersonRow, usage: Usage) => ({
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
