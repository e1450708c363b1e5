import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { AuthResult, FoundAssets } from '#contracts/endpoints/authorising.ts';
import type { BatchRequest } from '#machines/kernel/batch/batch.machine.ts';
import { toBatchOutcome } from '#machines/kernel/batch/batch-outcome.ts';
import type { SaveRequest } from '#machines/kernel/form/form-dialog.machine.ts';
import { changedSince } from '#machines/kernel/form/form-values.ts';
import { isRefusal, toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { Sealed } from '#machines/kernel/form/sealed.ts';
import { authorisingForm, authorisingMachine } from '#machines/parts/assets/authorising.machine.ts';
import type {
  AuthoriseResult,
  FirstStepResult,
  GrantedAccount,
  ImportFoundRequest,
  Ticket,
} from '#machines/parts/assets/authorising-contract.ts';
import { type AuthoriseSubject, type AuthoriseValues, judgeToken } from '#machines/parts/assets/authorising-rules.ts';
import {
  linkRevocation,
  type OpenLink,
  personBatch,
  personDeletion,
  personForm,
  personLinks,
  personStatusChange,
} from '#machines/parts/persons/person-management.machine.ts';
import {
  type PersonBatchParams,
  type PersonFilters,
  type PersonRow,
  type PersonSubject,
  type PersonValues,
  personDraft,
} from '#machines/parts/persons/person-rules.ts';
import { openWindow, waitVisibleOrFocus, webAddress } from '#src/platform/browser-window.ts';
import type * as hosted from '#src/services/hosted-persons.service.ts';
import type * as personal from '#src/services/personal-accounts.service.ts';
import { assetSheet } from '../assets/asset-sheet.wiring.ts';
import { assetProgress, assigning, assignmentHistory } from '../assets/assets.wiring.ts';
import { staff, units } from '../assets/pickers.wiring.ts';
import { forgetToken, readToken } from './typed-token.ts';

type Usage = 'self' | 'host';

/** The authorisation request of both pages. */
interface AuthoriseRequest {
  channel: 'meta' | 'tiktok';
  owner_user_id: number;
  id?: number;
}
type Holder = ReturnType<typeof toHolder>;
type CallOf<Own extends keyof typeof personal, Hosted extends keyof typeof hosted> = (typeof personal)[Own] | (typeof hosted)[Hosted];

/** The calls of one of the two pages. */
export interface PersonCalls {
  list: CallOf<'listPersonalAccounts', 'listHostedAccounts'>;
  authUrl: (input: { request: AuthoriseRequest; holder: Holder; mode: 'window' | 'link' }) => ReturnType<typeof personal.personalAuthUrl>;
  addToken: (input: {
    request: AuthoriseRequest & { token: string; idempotency_key: string };
    holder: Holder;
  }) => ReturnType<typeof personal.addPersonalToken>;
  result: CallOf<'personalAuthResult', 'hostedAuthResult'>;
  import: CallOf<'importPersonalAssets', 'importHostedAssets'>;
  check: CallOf<'checkPersonalAccounts', 'checkHostedAccounts'>;
  sync: CallOf<'syncPersonalAccounts', 'syncHostedAccounts'>;
  /** The server never reports changed holder fields for our own accounts. */
  edit: (request: Parameters<typeof hosted.editHostedAccount>[0]) => Promise<PersonRow>;
  setStatus: CallOf<'setPersonalStatus', 'setHostedStatus'>;
  delete: CallOf<'deletePersonalAccount', 'deleteHostedAccount'>;
  export: CallOf<'exportPersonalAccounts', 'exportHostedAccounts'>;
  /** Calls for authorisation links sent to holders. */
  links?: LinkCalls;
}

interface LinkCalls {
  open: (request: object, signal?: AbortSignal) => Promise<{ list: OpenLink[] }>;
  revoke: (request: { id: number }) => Promise<unknown>;
}
/** Our own accounts have no links. */
const noLinks: LinkCalls = { open: async () => ({ list: [] }), revoke: async () => ({}) };

interface Page {
  usage: Usage;
  path: string;
  calls: PersonCalls;
}

const toHolder = ({ holder_name, contact, consent_note }: AuthoriseValues) => ({
  holder_name: holder_name.trim(),
  contact: contact.trim() || null,
  // The form requires consent before it can be sent.
  consent: true as const,
  consent_note: consent_note.trim() || null,
});

const toFound = (found: FoundAssets | null): GrantedAccount['found'] => found && { ...found };

/** Starts an authorisation. Its secret parameters stay inside the server. */
async function startAuthorisation(
  calls: PersonCalls,
  { values, subject, key }: SaveRequest<AuthoriseValues, AuthoriseSubject>,
): Promise<FirstStepResult> {
  const { way, channel = 'meta', owner_user_id = 0 } = values;
  const owner = { channel, owner_user_id };
  if (way === 'token') {
    const request = { ...owner, token: readToken().trim(), idempotency_key: key };
    const { id, missing_scopes, found } = await calls.addToken({ request, holder: toHolder(values) });
    forgetToken();
    return { kind: 'granted', granted: { id, name: '', missing_scopes, found: toFound(found) } };
  }
  const request = { ...owner, ...(subject?.again && { id: subject.again.id }) };
  const { url, state, expires_at } = await calls.authUrl({ request, holder: toHolder(values), mode: way });
  return { kind: way, ticket: new Sealed({ url: webAddress(url), state }), expiresAt: expires_at };
}

const FORM_FIELDS = ['channel', 'owner_user_id', 'holder_name', 'contact', 'consent', 'consent_note', 'token_verdict'] as const;

function toResult({ status, personal_account_id, name, missing_scopes, found, reason, message }: AuthResult): AuthoriseResult {
  if (status === 'waiting') return { kind: 'waiting' };
  if (status === 'ok' && personal_account_id !== null) {
    return { kind: 'granted', granted: { id: personal_account_id, name: name ?? '', missing_scopes, found: toFound(found) } };
  }
  return { kind: 'refused', reason: reason ?? 'PLATFORM', message: message ?? '' };
}

const provideAuthorising = (calls: PersonCalls) =>
  authorisingMachine.provide({
    actors: {
      form: authorisingForm.provide({
        actors: {
          save: fromPromise(async ({ input }) => {
            // After a reload the form remembers that there is a token, but the field has lost it.
            if (input.values.way === 'token' && judgeToken(readToken()) !== 'good') {
              return { kind: 'refused' as const, faults: { token_verdict: { rule: 'required' } } };
            }
            try {
              return await toSaveOutcome<AuthoriseValues, FirstStepResult, AuthoriseSubject, never>(startAuthorisation(calls, input), {
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
      // After a reload the address is lost, so nothing opens.
      channelWindow: fromCallback<EventObject, { ticket: Ticket | undefined }>(({ input: { ticket } }) =>
        ticket ? openWindow(ticket.open().url) : undefined,
      ),
      pause: fromPromise<void, { ms: number }>(({ input, signal }) => waitVisibleOrFocus(input.ms, signal)),
      checkResult: fromPromise(async ({ input: { ticket }, signal }) => {
        // After a reload the ticket is lost.
        if (!ticket) return { kind: 'refused' as const, reason: 'EXPIRED', message: '' };
        return toResult(await calls.result({ state: ticket.open().state }, signal));
      }),
      importFound: fromPromise(({ input }: { input: ImportFoundRequest }) => {
        const { biz = 'dj', account_ids, page_ids, pixel_ids } = input.values;
        return toBatchOutcome(
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
  });

function startBatch(calls: PersonCalls, { subject, values, key }: BatchRequest<PersonBatchParams, PersonFilters>) {
  const reason = values.reason.trim();
  const target = subject.kind === 'allMatching' ? { filter: subject.filter, expected_total: subject.total } : { ids: subject.ids };
  const request = { ...target, ...(reason && { reason }), idempotency_key: key };
  return values.action === 'check' ? calls.check(request) : calls.sync(request);
}

const toEditRequest = ({ owner_user_id, remark }: PersonValues) => ({
  // The form requires an owner before it can be sent.
  owner_user_id: owner_user_id as number,
  remark: remark.trim() || null,
});
const toHostedEditRequest = (values: PersonValues) => ({
  ...toEditRequest(values),
  holder_name: values.holder_name.trim(),
  contact: values.contact.trim() || null,
  consent_note: values.consent_note.trim() || null,
});

function edit({ usage, calls }: Page, { values, origin, subject, key }: SaveRequest<PersonValues, PersonSubject>): Promise<PersonRow> {
  const { id = 0, version = 0 } = subject ?? {};
  const base = { id, version, idempotency_key: key };
  return usage === 'host'
    ? calls.edit({ ...base, ...changedSince(toHostedEditRequest(origin), toHostedEditRequest(values)) })
    : calls.edit({ ...base, ...changedSince(toEditRequest(origin), toEditRequest(values)) });
}

const provideLinks = ({ open, revoke }: LinkCalls) => ({
  links: personLinks.provide({ actors: { loadDetail: fromPromise(async ({ signal }) => (await open({}, signal)).list) } }),
  revocation: linkRevocation.provide({ actors: { run: fromPromise(({ input }) => revoke({ id: input.subject.id })) } }),
});

/** Provides the page of our own personal accounts (`self`), or of hosted ones (`host`). */
export function personsWith(page: Page) {
  const { usage, path, calls } = page;
  return {
    path,
    rows: calls.list,
    exportCall: calls.export,
    parts: {
      form: personForm.provide({
        actors: {
          save: fromPromise(({ input }) =>
            toSaveOutcome(edit(page, input), {
              fields: ['owner_user_id', 'remark', 'holder_name', 'contact', 'consent_note'],
              latest: (row: PersonRow) => personDraft(row, usage),
              reopen: (row) => personDraft(row, usage),
            }),
          ),
        },
      }),
      batch: personBatch.provide({
        actors: {
          start: fromPromise(({ input }) => toBatchOutcome(startBatch(calls, input), { fields: ['reason'] })),
          progress: assetProgress,
        },
      }),
      authorising: provideAuthorising(calls),
      statusChange: personStatusChange.provide({
        actors: { run: fromPromise(({ input: { subject } }) => calls.setStatus({ id: subject.row.id, status: subject.status })) },
      }),
      deletion: personDeletion.provide({ actors: { run: fromPromise(({ input }) => calls.delete({ id: input.subject.id })) } }),
      ...provideLinks(calls.links ?? noLinks),
      assigning,
      history: assignmentHistory,
      sheet: assetSheet,
      staff,
      units,
    },
  };
}
