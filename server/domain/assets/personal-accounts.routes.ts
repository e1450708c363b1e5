import * as personal from '#contracts/endpoints/personal-accounts.ts';
import { defineCall } from '../call.ts';
import { beginAuthorisation, loadAuthorisationResult, loadFoundAssets } from './authorise.ts';
import { discoverForImport } from './discovered-assets.ts';
import { inspectToken, saveToken } from './entered-token.ts';
import { deletePerson, editPerson, prepareStatus, setPersonStatus } from './personal.edits.ts';
import { checkPeople, importAssets, toSelections } from './personal.orders.ts';
import { countPeople, loadPersonPage, loadSimplePeople, toPersonRow } from './personal.query.ts';
import { PERSON, toPersonContext } from './visible-person.ts';

const USAGE = 'self';

/** Calls for the personal accounts of our own staff. */
export const personalCalls = [
  defineCall({
    endpoint: personal.listPersonalAccounts,
    audit: 'read',
    async handle(context, request) {
      const { db } = context;
      const page = request.page ?? 1;
      const limit = request.page_size ?? 20;
      const personContext = toPersonContext(context, USAGE);
      const [total, list] = await Promise.all([
        countPeople(db, personContext, request),
        loadPersonPage(db, personContext, { ...request, limit, offset: (page - 1) * limit }),
      ]);
      return { list: list.map((row) => toPersonRow(row, personContext)), total, page, page_size: limit };
    },
  }),
  defineCall({
    endpoint: personal.simplePersonalAccounts,
    audit: 'read',
    async handle({ db, caller, now, language }, request) {
      const limit = request.page_size ?? 20;
      return await loadSimplePeople(db, { caller, now, language }, request, { limit, offset: ((request.page ?? 1) - 1) * limit });
    },
  }),
  defineCall({
    endpoint: personal.personalAuthUrl,
    audit: 'write',
    subject: 'auth_link',
    handle: (context, request) => beginAuthorisation(context, request, { usage: USAGE, mode: 'window', holder: null }),
  }),
  defineCall({
    endpoint: personal.personalAuthResult,
    audit: 'read',
    handle: (context, { state }) => loadAuthorisationResult(context, USAGE, state),
  }),
  defineCall({
    endpoint: personal.importPersonalAssets,
    audit: 'write',
    subject: 'asset',
    prepare: (context, request) => discoverForImport(context, request.personal_account_id, toSelections(request)),
    handle: (context, request, found) => importAssets(context, USAGE, request, personal.importPersonalAssets.path, found),
    complete: (context, answer) => context.batches.waitForEnd(context.db, answer),
  }),
  defineCall({
    endpoint: personal.addPersonalToken,
    audit: 'write',
    subject: PERSON,
    prepare: (context, { channel, token }) => inspectToken(context, channel, token),
    handle: (context, request, inspected) => saveToken(context, request, inspected, { usage: USAGE, holder: null }),
    complete: async (context, answer) => ({ ...answer, found: await loadFoundAssets(context, answer.id) }),
  }),
  defineCall({
    endpoint: personal.checkPersonalAccounts,
    audit: 'write',
    subject: PERSON,
    handle: (context, request) => checkPeople(context, USAGE, request, personal.checkPersonalAccounts.path, false),
    complete: (context, answer) => context.batches.waitForEnd(context.db, answer),
  }),
  defineCall({
    endpoint: personal.syncPersonalAccounts,
    audit: 'write',
    subject: PERSON,
    handle: (context, request) => checkPeople(context, USAGE, request, personal.syncPersonalAccounts.path, true),
    complete: (context, answer) => context.batches.waitForEnd(context.db, answer),
  }),
  defineCall({
    endpoint: personal.editPersonalAccount,
    audit: 'write',
    subject: PERSON,
    async handle(context, request) {
      const looks = toPersonContext(context, USAGE);
      return toPersonRow(await editPerson(context, USAGE, request, (row) => toPersonRow(row, looks)), looks);
    },
  }),
  defineCall({
    endpoint: personal.setPersonalStatus,
    audit: 'write',
    subject: PERSON,
    prepare: (context, { id, status }) => prepareStatus(context, id, status),
    async handle(context, request, inspected) {
      return toPersonRow(await setPersonStatus(context, USAGE, request, inspected), toPersonContext(context, USAGE));
    },
  }),
  defineCall({
    endpoint: personal.deletePersonalAccount,
    audit: 'write',
    subject: PERSON,
    handle: (context, { id }) => deletePerson(context, USAGE, id),
  }),
];
