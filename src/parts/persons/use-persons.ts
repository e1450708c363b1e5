import { fromPromise } from 'xstate';
import type { AuthResult, FoundAssets } from '#contracts/endpoints/authorising.ts';
import {
  type AuthoriseResult,
  authorisingForm,
  authorisingMachine,
  type Begun,
  type Granted,
  type ImportQuestion,
} from '#machines/kernel/assets/authorising.machine.ts';
import { type AuthoriseSubject, type AuthoriseValues, tokenVerdict } from '#machines/kernel/assets/authorising-rules.ts';
import type { BatchQuestion } from '#machines/kernel/batch.machine.ts';
import { batchOutcome } from '#machines/kernel/batch-outcome.ts';
import type { ExportSubject } from '#machines/kernel/export.machine.ts';
import type { SaveQuestion } from '#machines/kernel/form-dialog.machine.ts';
import { changedSince } from '#machines/kernel/form-values.ts';
import type { ListQuery } from '#machines/kernel/list-query.ts';
import {
  linkRevocation,
  personBatch,
  personDeletion,
  personExport,
  personForm,
  personLinks,
  personList,
  personManagementMachine,
  personStatusChange,
  personTableView,
  personViews,
} from '#machines/kernel/persons/person-management.machine.ts';
import {
  type PersonBatchParams,
  type PersonFilters,
  type PersonRow,
  type PersonSubject,
  type PersonValues,
  personDraft,
} from '#machines/kernel/persons/person-rules.ts';
import { isRefusal, saveOutcome } from '#machines/kernel/save-outcome.ts';
import { viewsWith } from '#machines/kernel/saved-views-with.ts';
import { Sealed } from '#machines/kernel/sealed.ts';
import { tableViewWith } from '#machines/kernel/table-view-with.ts';
import { openWindow, restUntilFocus, saveFile, webAddress } from '#src/platform/browser-window.ts';
import { spokenLocale } from '#src/platform/page-root.ts';
import { exportActors } from '#src/services/exporting.ts';
import * as hosted from '#src/services/hosted-persons.service.ts';
import { exportRequest, pageRequest } from '#src/services/paging.ts';
import * as personal from '#src/services/personal-accounts.service.ts';
import * as prefs from '#src/services/prefs.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import * as views from '#src/services/views.service.ts';
import { assetNames, assetProgress, assigning, assignmentHistory, staffChoice, unitChoice } from '../assets/use-assets.ts';
import { forgetToken, readToken } from './typed-token.ts';

type Field = 'name' | 'status' | 'token_expires_at' | 'created_at';
type Usage = 'self' | 'host';

/** Calls of both pages under one name each; where holders are known, those of hosting say more. */
const callsOf = {
  self: {
    list: personal.listPersonalAccounts,
    result: personal.personalAuthResult,
    import: personal.importPersonalAssets,
    check: personal.checkPersonalAccounts,
    sync: personal.syncPersonalAccounts,
    setStatus: personal.setPersonalStatus,
    delete: personal.deletePersonalAccount,
    export: personal.exportPersonalAccounts,
  },
  host: {
    list: hosted.listHostedAccounts,
    result: hosted.hostedAuthResult,
    import: hosted.importHostedAssets,
    check: hosted.checkHostedAccounts,
    sync: hosted.syncHostedAccounts,
    setStatus: hosted.setHostedStatus,
    delete: hosted.deleteHostedAccount,
    export: hosted.exportHostedAccounts,
  },
};

const holderOf = ({ holder_name, contact, consent_note }: AuthoriseValues) => ({
  holder_name: holder_name.trim(),
  contact: contact.trim() || null,
  // A form without consent is not sent.
  consent: true as const,
  consent_note: consent_note.trim() || null,
});

const foundIn = (found: FoundAssets | null): Granted['found'] => found && { ...found };

/** Where, whose and until when. What the channel is asked with stays sealed. */
async function begin(usage: Usage, { values, subject, key }: SaveQuestion<AuthoriseValues, AuthoriseSubject>): Promise<Begun> {
  const { way, channel = 'meta', owner_user_id = 0 } = values;
  const whose = { channel, owner_user_id };
  if (way === 'token') {
    const asked = { ...whose, token: readToken().trim(), idempotency_key: key };
    const { id, missing_scopes, found } =
      usage === 'host' ? await hosted.addHostedToken({ ...asked, ...holderOf(values) }) : await personal.addPersonalToken(asked);
    forgetToken();
    return { kind: 'granted', granted: { id, name: '', missing_scopes, found: foundIn(found) } };
  }
  const asked = { ...whose, ...(subject?.again && { id: subject.again.id }) };
  const { url, state, expires_at } =
    usage === 'host' ? await hosted.hostedAuthUrl({ ...asked, ...holderOf(values), mode: way }) : await personal.personalAuthUrl(asked);
  return { kind: way, ticket: new Sealed({ url: webAddress(url), state }), expiresAt: expires_at };
}

const FORM_FIELDS = ['channel', 'owner_user_id', 'holder_name', 'contact', 'consent', 'consent_note', 'token_verdict'] as const;

function resultOf({ status, personal_account_id, name, missing_scopes, found, reason, message }: AuthResult): AuthoriseResult {
  if (status === 'waiting') return { kind: 'waiting' };
  if (status === 'ok' && personal_account_id !== null) {
    return { kind: 'granted', granted: { id: personal_account_id, name: name ?? '', missing_scopes, found: foundIn(found) } };
  }
  return { kind: 'refused', reason: reason ?? 'PLATFORM', message: message ?? '' };
}

const authorisingOf = (usage: Usage) => {
  const calls = callsOf[usage];
  return authorisingMachine.provide({
    actors: {
      form: authorisingForm.provide({
        actors: {
          save: fromPromise(async ({ input }) => {
            // Of a page that was reloaded in between, the form says that there is a token and the field knows of none.
            if (input.values.way === 'token' && tokenVerdict(readToken()) !== 'good') {
              return { kind: 'refused' as const, faults: { token_verdict: { rule: 'required' } } };
            }
            try {
              return await saveOutcome<AuthoriseValues, Begun, AuthoriseSubject, never>(begin(usage, input), {
                fields: FORM_FIELDS,
                fieldOf: { DUPLICATE: 'token_verdict' },
              });
            } catch (error) {
              if (!isRefusal(error) || error.reason !== 'PLATFORM_AUTH') throw error;
              return { kind: 'refused' as const, faults: { token_verdict: { rule: 'type' } } };
            }
          }),
        },
      }),
      pause: fromPromise<void, { ms: number }>(({ input, signal }) => restUntilFocus(input.ms, signal)),
      checkResult: fromPromise(async ({ input: { ticket }, signal }) => {
        // Of a page that was reloaded in between: nobody knows any more what to ask for.
        if (!ticket) return { kind: 'refused' as const, reason: 'EXPIRED', message: '' };
        return resultOf(await calls.result({ state: ticket.open().state }, signal));
      }),
      importFound: fromPromise(({ input }: { input: ImportQuestion }) => {
        const { biz = 'dj', account_ids, page_ids, pixel_ids } = input.values;
        return batchOutcome(
          calls.import({
            personal_account_id: input.personalAccountId,
            account_ids,
            page_ids,
            pixel_ids,
            biz,
            ...(input.switches && { switch_authoriser: true }),
            idempotency_key: input.key,
          }),
          { fields: ['biz', 'account_ids', 'page_ids', 'pixel_ids'] },
        );
      }),
    },
    actions: {
      openWindow: (_, { ticket }) => {
        if (ticket) openWindow(ticket.open().url);
      },
    },
  });
};

function beginBatch(usage: Usage, { subject, values, key }: BatchQuestion<PersonBatchParams, PersonFilters>) {
  const reason = values.reason.trim();
  const which = subject.kind === 'allMatching' ? { filter: subject.filter, expected_total: subject.total } : { ids: subject.ids };
  const asked = { ...which, ...(reason && { reason }), idempotency_key: key };
  return values.action === 'check' ? callsOf[usage].check(asked) : callsOf[usage].sync(asked);
}

const toEdit = ({ owner_user_id, remark }: PersonValues) => ({
  // A form without an owner is not sent.
  owner_user_id: owner_user_id as number,
  remark: remark.trim() || null,
});
const toHostedEdit = (values: PersonValues) => ({
  ...toEdit(values),
  holder_name: values.holder_name.trim(),
  contact: values.contact.trim() || null,
  consent_note: values.consent_note.trim() || null,
});

function edit(usage: Usage, { values, origin, subject, key }: SaveQuestion<PersonValues, PersonSubject>): Promise<PersonRow> {
  const { id = 0, version = 0 } = subject ?? {};
  const base = { id, version, idempotency_key: key };
  return usage === 'host'
    ? hosted.editHostedAccount({ ...base, ...changedSince(toHostedEdit(origin), toHostedEdit(values)) })
    : personal.editPersonalAccount({ ...base, ...changedSince(toEdit(origin), toEdit(values)) });
}

/** The page of personal accounts (`self`) or of those we host for (`host`), with everything it needs from the outside world. */
export const personManagement = (usage: Usage, path: string) => {
  const calls = callsOf[usage];
  return personManagementMachine.provide({
    actors: {
      list: personList.provide({
        actors: {
          loadRows: fromPromise(async ({ input, signal }) => {
            const { list: rows, total } = await calls.list(pageRequest<Field, typeof input.filters>(input), signal);
            return { rows, total };
          }),
        },
      }),
      form: personForm.provide({
        actors: {
          save: fromPromise(({ input }) =>
            saveOutcome(edit(usage, input), {
              fields: ['owner_user_id', 'remark', 'holder_name', 'contact', 'consent_note'],
              latest: (row: PersonRow) => personDraft(row, usage),
            }),
          ),
        },
      }),
      batch: personBatch.provide({
        actors: {
          start: fromPromise(({ input }) => batchOutcome(beginBatch(usage, input), { fields: ['reason'] })),
          progress: assetProgress,
        },
      }),
      authorising: authorisingOf(usage),
      statusChange: personStatusChange.provide({
        actors: { run: fromPromise(({ input: { subject } }) => calls.setStatus({ id: subject.row.id, status: subject.status })) },
      }),
      deletion: personDeletion.provide({ actors: { run: fromPromise(({ input }) => calls.delete({ id: input.subject.id })) } }),
      links: personLinks.provide({
        actors: { loadDetail: fromPromise(async ({ signal }) => (await hosted.openAuthLinks({}, signal)).list) },
      }),
      revocation: linkRevocation.provide({ actors: { run: fromPromise(({ input }) => hosted.revokeAuthLink({ id: input.subject.id })) } }),
      export: personExport.provide({
        actors: exportActors({
          call: calls.export,
          asked: ({ query, columns }: ExportSubject<ListQuery<PersonFilters>>) =>
            exportRequest<Field, PersonFilters>(query, [...columns], spokenLocale()),
          save: saveFile,
        }),
      }),
      assigning,
      history: assignmentHistory,
      staff: staffChoice,
      units: unitChoice,
      names: assetNames,
      tableView: tableViewWith(personTableView, path, prefs),
      views: viewsWith(personViews, path, { ...views, simpleRoles }),
    },
  });
};
