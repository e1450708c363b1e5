import * as drafts from '#contracts/endpoints/drafts.ts';
import * as workspaces from '#contracts/endpoints/workspaces.ts';
import { defineCall } from '../call.ts';
import { refuseField } from '../refusal.ts';
import * as repository from './keeping.repository.ts';
import { withoutSecrets } from './without-secrets.ts';

const KIB = 1024;
const STATE_MAX_BYTES = 512 * KIB;
const VALUES_MAX_BYTES = 64 * KIB;
/** The state as a client may write it, each character escaped at worst, and the rest of the request. */
const STATE_BODY_MAX = 1024 * KIB;

/** As it is kept. */
function textOf(field: string, given: Record<string, unknown>, maxBytes: number): string {
  const text = JSON.stringify(withoutSecrets(given));
  if (Buffer.byteLength(text) > maxBytes) throw refuseField(field, 'tooLarge');
  return text;
}

const placeOf = ({ form, subject_id }: { form: string; subject_id?: number }) => ({ form, subjectId: subject_id ?? null });

export const keepingCalls = [
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
    bodyMax: STATE_BODY_MAX,
    async handle({ db, caller, now }, { window, state }) {
      await repository.writeWorkspace(db, caller.userId, window, textOf('state', state, STATE_MAX_BYTES), now);
      return { saved_at: now.toISOString() };
    },
  }),
  defineCall({
    endpoint: drafts.getDraft,
    audit: 'read',
    async handle({ db, caller, now }, request) {
      const found = await repository.readDraft(db, caller.userId, placeOf(request), now);
      return { draft: found === undefined ? null : { ...found, saved_at: found.saved_at.toISOString() } };
    },
  }),
  defineCall({
    endpoint: drafts.saveDraft,
    audit: 'personal',
    async handle({ db, caller, now }, request) {
      const json = textOf('values', request.values, VALUES_MAX_BYTES);
      await repository.writeDraft(db, caller.userId, placeOf(request), { json, version: request.version ?? null }, now);
      return { saved_at: now.toISOString() };
    },
  }),
  defineCall({
    endpoint: drafts.deleteDraft,
    audit: 'personal',
    async handle({ db, caller }, request) {
      await repository.removeDraft(db, caller.userId, placeOf(request));
      return {};
    },
  }),
];
