import type { FieldFault, FieldFaults } from '../../kernel/form/faults.ts';
import { faultsIn, firstFault, required, requiredChoice, stringMaximum, stringRange } from '../../kernel/form/field-rules.ts';

/** A judgement of a token that does not reveal it. */
export type TokenVerdict = 'empty' | 'good' | 'badLength' | 'hasBlanks';

const TOKEN_LENGTH = { min: 20, max: 4000 };

export function judgeToken(typed: string): TokenVerdict {
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

/** `window`: authorised here and now. `link`: by the holder, elsewhere and later. `token`: with an existing token of the channel. */
export type AuthoriseWay = 'window' | 'link' | 'token';

/** The fields of the first step, except the token itself, which never enters a machine. */
export interface AuthoriseValues {
  way: AuthoriseWay;
  channel: 'meta' | 'tiktok' | undefined;
  owner_user_id: number | undefined;
  /** Only for hosted personal accounts. */
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

/** The personal account, if it is known. */
export interface AuthoriseSubject {
  /** A renewed authorisation of the same personal account, channel and owner. */
  again?: { id: number; name: string } | undefined;
  /** `host`: an account outside the company that we host. */
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
