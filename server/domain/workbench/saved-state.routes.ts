import * as drafts from '#contracts/endpoints/drafts.ts';
import * as workspaces from '#contracts/endpoints/workspaces.ts';
import { defineCall } from '../call.ts';
import { refuseField } from '../refusal.ts';
import * as repository from './saved-state.repository.ts';
import { withoutSecrets } from './without-secrets.ts';

const KIB = 1024;
const MAX_STATE_BYTES = 512 * KIB;
const MAX_VALUES_BYTES = 64 * KIB;
/** Body limit: the largest state with every character escaped, and the rest of the request. */
const MAX_STATE_BODY_BYTES = 1024 * KIB;

/** The text to be stored, without secrets. */
function toStoredText(field: string, values: Record<string, unknown>, maxBytes: number): string {
  const text = JSON.stringify(withoutSecrets(values));
  if (Buffer.byteLength(text) > maxBytes) throw refuseField(field, 'tooLarge');
  return text;
}

const toDraftKey = ({ form, subject_id }: { form: string; subject_id?: number }) => ({ form, subjectId: subject_id ?? null });

export const savedStateCalls = [
  defineCall({
    endpoint: workspaces.getWorkspace,
    audit: 'read',
    async handle({ db, caller }, { window }) {
      const found = await repository.readWorkspace(db, caller.userId, window);
      return { state: found?.state ?? null, saved_at: found?.saved_at.toISOString() ?? null };
    },
  }),
  defineCall({
    endpoint: workspaces.saveWorkspace,
    audit: 'personal',
    bodyMax: MAX_STATE_BODY_BYTES,
    async handle({ db, caller, now }, { window, state }) {
      await repository.writeWorkspace(db, caller.userId, window, toStoredText('state', state, MAX_STATE_BYTES), now);
      return { saved_at: now.toISOString() };
    },
  }),
  defineCall({
    endpoint: drafts.getDraft,
    audit: 'read',
    async handle({ db, caller, now }, request) {
      const found = await repository.readDraft(db, caller.userId, toDraftKey(request), now);
      return { draft: found === undefined ? null : { ...found, saved_at: found.saved_at.toISOString() } };
    },
  }),
  defineCall({
    endpoint: drafts.saveDraft,
    audit: 'personal',
    async handle({ db, caller, now }, request) {
      const json = toStoredText('values', request.values, MAX_VALUES_BYTES);
      await repository.writeDraft(db, caller.userId, toDraftKey(request), { json, version: request.version ?? null }, now);
      return { saved_at: now.toISOString() };
    },
  }),
  defineCall({
    endpoint: drafts.deleteDraft,
    audit: 'personal',
    async handle({ db, caller }, request) {
      await repository.removeDraft(db, caller.userId, toDraftKey(request));
      return {};
    },
  }),
];
