import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editCron } from '#contracts/endpoints/crons.ts';
import { createDepartment, moveDepartment } from '#contracts/endpoints/departments.ts';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { copyRole, createRole } from '#contracts/endpoints/roles.ts';
import { createUser, saveUserRoles } from '#contracts/endpoints/users.ts';
import { checkCron } from '#machines/admin-sys-cron/cron-rules.ts';
import {
  type AccountValues,
  blankAccount,
  blankAccountBatch,
  checkAccount,
  checkAccountBatch,
} from '#machines/sys-accounts/account-rules.ts';
import { checkDepartment, checkMove } from '#machines/sys-department/department-rules.ts';
import { blankRole, checkCopy, checkRole } from '#machines/sys-role/role-rules.ts';

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
const ajv = new Ajv({ strict: false, allErrors: true, formats: { date: isDay, uuid: true, 'date-time': true } });

/** What the contract finds wrong with a request, by its fields. */
function wrongFields({ request }: Pick<Endpoint, 'request'>, body: object): string[] {
  const check = ajv.compile(request);
  if (check(body)) return [];
  const named = (check.errors ?? []).map(
    ({ instancePath, params }) => instancePath.split('/')[1] ?? String(params.missingProperty ?? params.additionalProperty),
  );
  return [...new Set(named)].toSorted();
}

const blank = fc.constantFrom('', ' ', '\t', '　', '\u00a0');
const ofLength = (...lengths: number[]) =>
  fc.constantFrom(...lengths.flatMap((length) => ['a', '广', '👍'].map((one) => one.repeat(length))));
const typed = fc.oneof(blank, fc.string(), fc.string({ unit: 'grapheme', maxLength: 40 }), ofLength(1, 31, 32, 33, 199, 200, 201));
const padded = fc.tuple(fc.constantFrom('', ' ', '  '), typed, fc.constantFrom('', ' ')).map((parts) => parts.join(''));
const accountText = fc.oneof(
  typed,
  fc.stringMatching(/^[a-z][a-z0-9_.-]{0,34}$/),
  fc.constantFrom('li', 'li.', 'Li.wei', '1li', 'li wei', 'li.wei\n', `a${'b'.repeat(31)}`, `a${'b'.repeat(32)}`, '李伟'),
);
const count = fc.oneof(fc.constantFrom(0, -1, 9999, 10_000, 10, 9, 7200, 7201, 1.5, Number.NaN, undefined), fc.integer(), fc.double());

const RUNS = { numRuns: 1500 };
const sorted = (fields: string[]) => fields.toSorted();

/** The form's verdict and the contract's, about the same thing: the same fields are wrong, or none. */
const agree = (faults: object, endpoint: Pick<Endpoint, 'request'>, body: object) =>
  expect(sorted(Object.keys(faults)), JSON.stringify(body)).toEqual(wrongFields(endpoint, body));

describe('what a form refuses, the contract refuses, and nothing else', () => {
  const sound = { ...blankAccount, account: 'li.wei', name: '李伟', department_id: 3, role_ids: [1] };
  const accountRequest = ({ pwd: _, ...values }: AccountValues) => ({
    ...values,
    name: values.name.trim(),
    remark: values.remark.trim() || null,
  });

  it('for the name of an account', () => {
    fc.assert(
      fc.property(accountText, (account) => {
        const values = { ...sound, account };
        agree(checkAccount(values, undefined), createUser, accountRequest(values));
      }),
      RUNS,
    );
  });

  it('for the name, the remark and the department of a person', () => {
    fc.assert(
      fc.property(padded, padded, fc.constantFrom(undefined, 3), (name, remark, department_id) => {
        const values = { ...sound, name, remark, department_id };
        agree(checkAccount(values, undefined), createUser, accountRequest(values));
      }),
      RUNS,
    );
  });

  it('for the roles of several accounts', () => {
    for (const role_ids of [[], [1], [1, 2]]) {
      agree(checkAccountBatch({ ...blankAccountBatch, role_ids }), saveUserRoles, { user_ids: [5], role_ids, mode: 'add' });
    }
  });

  it('for the name and the remark of a role', () => {
    fc.assert(
      fc.property(padded, padded, (name, remark) => {
        const body = { name: name.trim(), remark: remark.trim() || null, paths: [], actions: [] };
        agree(checkRole({ ...blankRole, name, remark }), createRole, body);
        agree(checkCopy({ name }), copyRole, { id: 1, name: name.trim() });
      }),
      RUNS,
    );
  });

  it('for the name, the place and the order of a department', () => {
    fc.assert(
      fc.property(padded, fc.constantFrom(undefined, 1), count, (name, parent_id, sort) => {
        agree(checkDepartment({ name, parent_id, sort }, undefined), createDepartment, { name: name.trim(), parent_id, sort });
        agree(checkMove({ parent_id, sort }), moveDepartment, { id: 3, parent_id, sort });
      }),
      RUNS,
    );
  });

  it('for the patience with a task', () => {
    fc.assert(
      fc.property(count, (timeout_s) => {
        agree(checkCron({ cron: '0 3 * * *', timeout_s }), editCron, { key: 'cleanup', cron: '0 3 * * *', timeout_s });
      }),
      RUNS,
    );
  });

  it('for the time of a task, where the server looks closer than the contract', () => {
    const part = fc.oneof(fc.constantFrom('*', '*/5', '1-5', '1,2,3', 'x'.repeat(60)), fc.stringMatching(/^\S{1,30}$/));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 7 }), fc.constantFrom(' ', '  ', '\t'), (parts, gap) => {
        const cron = parts.join(gap);
        if ('cron' in checkCron({ cron, timeout_s: 60 })) return;
        expect(wrongFields(editCron, { key: 'cleanup', cron: cron.trim().replaceAll(/\s+/g, ' '), timeout_s: 60 })).toEqual([]);
      }),
      RUNS,
    );
  });

  it('and the corpus holds both kinds', () => {
    const verdicts = fc.sample(padded, 500).map((name) => Object.keys(checkCopy({ name })).length === 0);
    expect(new Set(verdicts).size).toBe(2);
    expect(wrongFields(createUser, {})).toContain('account');
  });
});
