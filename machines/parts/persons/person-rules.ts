import type { HostedPersonRow } from '#contracts/endpoints/authorising.ts';
import { personalFilters, personalSortable } from '#contracts/vocabulary/personal-accounts.ts';
import type { FieldFaults } from '../../kernel/form/faults.ts';
import { faultsIn, firstFault, required, requiredChoice, stringMaximum, stringRange } from '../../kernel/form/field-rules.ts';
import { vocabularyQuery } from '../../kernel/list/vocabulary-query.ts';

type Hosted = 'holder_name' | 'contact' | 'consent_at' | 'consent_note' | 'hosted_accounts';

/** A personal account, with the holder's fields if it is hosted. */
export type PersonRow = Omit<HostedPersonRow, Hosted | 'created_at' | 'updated_at' | 'usage' | 'scopes'> &
  Partial<Pick<HostedPersonRow, Hosted>>;

export type PersonPermit = PersonRow['can'][number];

export const personQuery = vocabularyQuery(personalFilters, personalSortable);

export type PersonFilters = ReturnType<typeof personQuery.read>['filters'];

/** The fields that are edited here; the others come from the channel. */
export interface PersonValues {
  owner_user_id: number | undefined;
  remark: string;
  holder_name: string;
  contact: string;
  consent_note: string;
}

export const blankPerson: PersonValues = { owner_user_id: undefined, remark: '', holder_name: '', contact: '', consent_note: '' };

export interface PersonSubject {
  id: number;
  version: number;
  name: string;
  usage: 'self' | 'host';
}

export const checkPerson = (values: PersonValues, subject: PersonSubject | undefined): FieldFaults<PersonValues> => {
  const hosted = subject?.usage === 'host';
  return faultsIn<PersonValues>({
    owner_user_id: firstFault(values.owner_user_id, requiredChoice),
    remark: firstFault(values.remark, stringMaximum(200)),
    holder_name: hosted ? firstFault(values.holder_name, required, stringRange(1, 60)) : undefined,
    contact: hosted ? firstFault(values.contact, stringMaximum(80)) : undefined,
    consent_note: hosted ? firstFault(values.consent_note, stringMaximum(200)) : undefined,
  });
};

export const personDraft = (row: PersonRow, usage: 'self' | 'host') => ({
  values: {
    owner_user_id: row.owner.id,
    remark: row.remark ?? '',
    holder_name: row.holder_name ?? '',
    contact: row.contact ?? '',
    consent_note: row.consent_note ?? '',
  },
  subject: { id: row.id, version: row.version, name: row.name, usage },
});

/** The parameters of a bulk action on personal accounts. */
export interface PersonBatchParams {
  action: 'check' | 'sync';
}
