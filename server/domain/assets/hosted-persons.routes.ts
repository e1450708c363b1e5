import * as hosted from '#contracts/endpoints/hosted-persons.ts';
import { defineCall } from '../call.ts';
import { refuse } from '../refusal.ts';
import { loadOpenLinks, lockLink, revokeLink } from './auth-links.repository.ts';
import { beginAuthorisation, loadAuthorisationResult, loadFoundAssets } from './authorise.ts';
import { discoverForImport } from './discovered-assets.ts';
import { inspectToken, saveToken } from './entered-token.ts';
import { deletePerson, editPerson, prepareStatus, setPersonStatus } from './personal.edits.ts';
import { checkPeople, importAssets, toSelections } from './personal.orders.ts';
import { countPeople, loadPersonPage, toHostedRow } from './personal.query.ts';
import { PERSON, toHolder, toPersonContext } from './visible-person.ts';

const USAGE = 'host';

/** Calls for hosted personal accounts, which belong to people outside the company. */
export const hostedCalls = [
  defineCall({
    endpoint: hosted.listHostedAccounts,
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
      return { list: list.map((row) => toHostedRow(row, personContext)), total, page, page_size: limit };
    },
  }),
  defineCall({
    endpoint: hosted.openAuthLinks,
    audit: 'read',
    async handle({ db, caller, now }) {
      const links = await loadOpenLinks(db, caller, now);
      return {
        list: links.map((link) => ({ ...link, created_at: link.created_at.toISOString(), expires_at: link.expires_at.toISOString() })),
      };
    },
  }),
  defineCall({
    endpoint: hosted.revokeAuthLink,
    audit: 'write',
    subject: 'auth_link',
    async handle({ db, caller, now, audit }, { id }) {
      const link = await lockLink(db, caller, id);
      if (link === undefined) throw refuse('NOT_FOUND');
      if (link.status !== 'waiting' || link.expires_at <= now) throw refuse('STATE_CHANGED');
      await revokeLink(db, id, now);
      audit({
        targetType: 'auth_link',
        targetId: id,
        targetLabel: link.holder_name,
        summary: { codes: ['revoked'] },
        before: { status: link.status },
        after: { status: 'revoked' },
      });
      return {};
    },
  }),
  defineCall({
    endpoint: hosted.hostedAuthUrl,
    audit: 'write',
    subject: 'auth_link',
    handle: (context, request) => beginAuthorisation(context, request, { usage: USAGE, mode: request.mode, holder: toHolder(request) }),
  }),
  defineCall({
    endpoint: hosted.hostedAuthResult,
    audit: 'read',
    handle: (context, { state }) => loadAuthorisationResult(context, USAGE, state),
  }),
  defineCall({
    endpoint: hosted.importHostedAssets,
    audit: 'write',
    subject: 'asset',
    prepare: (context, request) => discoverForImport(context, request.personal_account_id, toSelections(request)),
    handle: (context, request, found) => importAssets(context, USAGE, request, hosted.importHostedAssets.path, found),
    complete: (context, answer) => context.batches.waitForEnd(context.db, answer),
  }),
  defineCall({
    endpoint: hosted.addHostedToken,
    audit: 'write',
    subject: PERSON,
    prepare: (context, { channel, token }) => inspectToken(context, channel, token),
    handle: (context, request, inspected) => saveToken(context, request, inspected, { usage: USAGE, holder: toHolder(request) }),
    complete: async (context, answer) => ({ ...answer, found: await loadFoundAssets(context, answer.id) }),
  }),
  defineCall({
    endpoint: hosted.checkHostedAccounts,
    audit: 'write',
    subject: PERSON,
    handle: (context, request) => checkPeople(context, USAGE, request, hosted.checkHostedAccounts.path, false),
    complete: (context, answer) => context.batches.waitForEnd(context.db, answer),
  }),
  defineCall({
    endpoint: hosted.syncHostedAccounts,
    audit: 'write',
    subject: PERSON,
    handle: (context, request) => checkPeople(context, USAGE, request, hosted.syncHostedAccounts.path, true),
    complete: (context, answer) => context.batches.waitForEnd(context.db, answer),
  }),
  defineCall({
    endpoint: hosted.editHostedAccount,
    audit: 'write',
    subject: PERSON,
    async handle(context, request) {
      const looks = toPersonContext(context, USAGE);
      return toHostedRow(await editPerson(context, USAGE, request, (row) => toHostedRow(row, looks)), looks);
    },
  }),
  defineCall({
    endpoint: hosted.setHostedStatus,
    audit: 'write',
    subject: PERSON,
    prepare: (context, { id, status }) => prepareStatus(context, id, status),
    async handle(context, request, inspected) {
      return toHostedRow(await setPersonStatus(context, USAGE, request, inspected), toPersonContext(context, USAGE));
    },
  }),
  defineCall({
    endpoint: hosted.deleteHostedAccount,
    audit: 'write',
    subject: PERSON,
    handle: (context, { id }) => deletePerson(context, USAGE, id),
  }),
];
