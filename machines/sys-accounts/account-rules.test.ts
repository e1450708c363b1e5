import { describe, expect, it } from 'vitest';
import { NAME_MAX, REMARK_MAX } from '#contracts/rules/people-limits.ts';
import { type AccountValues, blankAccount, checkAccount } from './account-rules.ts';

const sound: AccountValues = { ...blankAccount, account: 'li.wei', name: '李伟', department_id: 3, role_ids: [1] };
const wrongFields = (change: Partial<AccountValues>) => Object.keys(checkAccount({ ...sound, ...change }, undefined));

describe('the form of an account', () => {
  it.each<[string, Partial<AccountValues>]>([
    ['complete values', {}],
    ['a name and a remark of the maximum length', { name: '广'.repeat(NAME_MAX), remark: '👍'.repeat(REMARK_MAX) }],
  ])('accepts %s', (_name, change) => expect(wrongFields(change)).toEqual([]));

  it.each<[keyof AccountValues, Partial<AccountValues>]>([
    ['account', { account: 'Li.wei' }],
    ['account', { account: 'li' }],
    ['name', { name: ' ' }],
    ['name', { name: '广'.repeat(NAME_MAX + 1) }],
    ['remark', { remark: '广'.repeat(REMARK_MAX + 1) }],
    ['department_id', { department_id: undefined }],
    ['role_ids', { role_ids: [] }],
  ])('refuses a wrong %s: %j', (field, change) => expect(wrongFields(change)).toEqual([field]));
});
