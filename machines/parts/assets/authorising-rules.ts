import type { FieldFault, FieldFaults } from '../../kernel/form/faults.ts';
import { faultsIn, firstFault, required, requiredChoice, stringMaximum, stringRange } from '../../kernel/form/field-rules.ts';

/** What can be said about a token without saying it. */
export type TokenVerdict = 'empty' | 'good' | 'badLength' | 'hasBlanks';

const TOKEN_LENGTH = { min: 20, max: 4000 };

export function tokenVerdict(typed: string): TokenVerdict {
  const token = typed.trim();
  if (token === '') return 'empty';
  if (/\s/.test(token)) return 'hasBlanks';
  return token.length < TOKEN_LENGTH.min || token.length > TOKEN_LENGTH.max ? 'badLength' : 'good';
}

const tokenFaults: Record<TokenVerdict, FieldFault | undefined> = {
  empty: { rule: 'required' },
  good: undefined,
  badLength: { rule: 'stringRange', params: TOKEN_LENGTH },
  hasBlanks: { rule: 'pattern' },
};

/** `window`: authorised here and now. `link`: by the holder, elsewhere and later. `token`: the channel gave a token already. */
export type AuthoriseWay = 'window' | 'link' | 'token';

/** What is filled in before an authorisation, but for a token: that never comes near a machine. */
export interface AuthoriseValues {
  way: AuthoriseWay;
  channel: 'meta' | 'tiktok' | undefined;
  owner_user_id: number | undefined;
  /** Of persons we host for. */
  holder_name: string;
  contact: string;
  consent: boolean;
  consent_note: string;
  token_verdict: TokenVerdict;
}

export const blankAuthorise: AuthoriseValues = {
  way: 'window',
  channel: 'meta',
  owner_user_id: undefined,
  holder_name: '',
  contact: '',
  consent: false,
  consent_note: '',
  token_verdict: 'empty',
};

/** Whom it is about, where that is known. */
export interface AuthoriseSubject {
  /** Authorised again: the same person, of the same channel and owner. */
  again?: { id: number; name: string } | undefined;
  /** `host`: of somebody outside, for whom we work. */
  usage: 'self' | 'host';
}

export const checkAuthorise = (values: AuthoriseValues, subject: AuthoriseSubject | undefined): FieldFaults<AuthoriseValues> => {
  const hosted = subject?.usage === 'host';
  return faultsIn<AuthoriseValues>({
    channel: firstFault(values.channel, requiredChoice),
    owner_user_id: firstFault(values.owner_user_id, requiredChoice),
    holder_name: hosted ? firstFault(values.holder_name, required, stringRange(1, 60)) : undefined,
    contact: hosted ? firstFault(values.contact, stringMaximum(80)) : undefined,
    consent: hosted && !values.consent ? { rule: 'required' } : undefined,
    consent_note: hosted ? firstFault(values.consent_note, stringMaximum(200)) : undefined,
    token_verdict: values.way === 'token' ? tokenFaults[values.token_verdict] : undefined,
  });
};

export interface ImportValues {
  biz: 'dj' | 'ec' | undefined;
  account_ids: string[];
  page_ids: string[];
  pixel_ids: string[];
}

export const blankImport: ImportValues = { biz: undefined, account_ids: [], page_ids: [], pixel_ids: [] };

export const importCount = ({ account_ids, page_ids, pixel_ids }: ImportValues): number =>
  account_ids.length + page_ids.length + pixel_ids.length;

export const checkImport = (values: ImportValues): FieldFaults<ImportValues> =>
  faultsIn<ImportValues>({
    biz: firstFault(values.biz, requiredChoice),
    account_ids: importCount(values) === 0 ? { rule: 'required' } : undefined,
  });
