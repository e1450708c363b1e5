import * as personal from '#contracts/endpoints/personal-accounts.ts';
import { defineCall } from '../call.ts';
import { authorisationResult, beginAuthorisation, foundOf } from './authorise.ts';
import { findBefore } from './found-before.ts';
import { addToken, inspectGiven } from './given-token.ts';
import { deletePerson, editPerson, prepareStatus, setPersonStatus } from './personal.edits.ts';
import { checkPeople, importAssets, wantedIn } from './personal.orders.ts';
import { countPeople, pageOfPeople, personAsRow, simplePeople } from './personal.query.ts';
import { looking, PERSON } from './seen-person.ts';

const USAGE = 'self';

/** Personal accounts of our own people. */
export const personalCalls = [
  defineCall({
    endpoint: personal.listPersonalAccounts,
    audit: 'read',
    async handle(context, request) {
      const { db } = context;
      const page = request.page ?? 1;
      const limit = request.page_size ?? 20;
      const looks = looking(context, USAGE);
      const [total, list] = await Promise.all([
        countPeople(db, looks, request),
        pageOfPeople(db, looks, { ...request, limit, offset: (page - 1) * limit }),
      ]);
      return { list: list.map((row) => personAsRow(row, looks)), total, page, page_size: limit };
    },
  }),
  defineCall({
    endpoint: personal.simplePersonalAccounts,
    audit: 'read',
    async handle({ db, caller, now, language }, request) {
      const limit = request.page_size ?? 20;
      return await simplePeople(db, { caller, now, language }, request, { limit, offset: ((request.page ?? 1) - 1) * limit });
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
    handle: (context, { state }) => authorisationResult(context, USAGE, state),
  }),
  defineCall({
    endpoint: personal.importPersonalAssets,
    audit: 'write',
    subject: 'asset',
    prepare: (context, request) => findBefore(context, request.personal_account_id, wantedIn(request)),
    handle: (context, request, found) => importAssets(context, USAGE, request, personal.importPersonalAssets.path, found),
    complete: (context, answer) => context.batches.waitForEnd(context.db, answer),
  }),
  defineCall({
    endpoint: personal.addPersonalToken,
    audit: 'write',
    subject: PERSON,
    prepare: (context, { channel, token }) => inspectGiven(context, channel, token),
    handle: (context, request, inspected) => addToken(context, request, inspected, { usage: USAGE, holder: null }),
    complete: async (context, answer) => ({ ...answer, found: await foundOf(context, answer.id) }),
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
      const looks = looking(context, USAGE);
      return personAsRow(await editPerson(context, USAGE, request, (row) => personAsRow(row, looks)), looks);
    },
  }),
  defineCall({
    endpoint: personal.setPersonalStatus,
    audit: 'write',
    subject: PERSON,
    prepare: (context, { id, status }) => prepareStatus(context, id, status),
    async handle(context, request, inspected) {
      return personAsRow(await setPersonStatus(context, USAGE, request, inspected), looking(context, USAGE));
    },
  }),
  defineCall({
    endpoint: personal.deletePersonalAccount,
    audit: 'write',
    subject: PERSON,
    handle: (context, { id }) => deletePerson(context, USAGE, id),
  }),
];
