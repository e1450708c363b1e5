import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listBatches } from '#contracts/endpoints/batches.ts';
import { cronRuns, editCron, listCrons } from '#contracts/endpoints/crons.ts';
import { createDepartment, moveDepartment } from '#contracts/endpoints/departments.ts';
import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { listOpLogs } from '#contracts/endpoints/oplogs.ts';
import { copyRole, createRole, listRoles } from '#contracts/endpoints/roles.ts';
import { createUser, listUsers, saveUserRoles } from '#contracts/endpoints/users.ts';
import { batchItemSortable, batchSortable } from '#contracts/vocabulary/batches.ts';
import { cronSortable } from '#contracts/vocabulary/crons.ts';
import { roleSortable } from '#contracts/vocabulary/roles.ts';
import { userSortable } from '#contracts/vocabulary/users.ts';
import { checkCron, cronQuery, runsQuery } from '#machines/admin-sys-cron/cron-rules.ts';
import { batchQuery } from '#machines/advertising-copy-log/batch-log.machine.ts';
import { operationQuery } from '#machines/advertising-copy-log/operation-log.machine.ts';
import { batchItemQuery } from '#machines/kernel/batch/batch-parts.machine.ts';
import { url } from '#machines/kernel/form/field-rules.ts';
import type { QueryDefinition } from '#machines/kernel/list/list-query.ts';
import {
  type AccountValues,
  accountQuery,
  blankAccount,
  blankAccountBatch,
  checkAccount,
  checkAccountBatch,
} from '#machines/sys-accounts/account-rules.ts';
import { checkDepartment, checkMove } from '#machines/sys-department/department-rules.ts';
import { blankRole, checkCopy, checkRole, roleQuery } from '#machines/sys-role/role-rules.ts';
import { isHttps } from '#server/domain/https-address.ts';
import { pageRequest } from '#src/services/paging.ts';

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

  it('for an address that a click may lead to, where the server looks closer than the contract', () => {
    const scheme = fc.constantFrom('https://', 'http://', 'https:/', 'HTTPS://', 'javascript:', '//', '');
    const host = fc.oneof(fc.domain(), fc.constantFrom('a@b.test', 'a:b@c.test', 'a b.test', '', 'a.test:99999', '短剧.公司', '[::1]'));
    const rest = fc.oneof(fc.webPath(), fc.constantFrom('/a b', '/\t', '?q=1#x', '/\u3000', `/${'x'.repeat(2_048)}`));
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(fc.tuple(scheme, host, rest), (parts) => {
        const address = parts.join('').trim();
        if (address === '') return;
        seen.add(isHttps(address));
        expect(url(address) === undefined, JSON.stringify(address)).toBe(isHttps(address));
      }),
      RUNS,
    );
    expect(seen.size).toBe(2);
  });

  it('and the corpus holds both kinds', () => {
    const verdicts = fc.sample(padded, 500).map((name) => Object.keys(checkCopy({ name })).length === 0);
    expect(new Set(verdicts).size).toBe(2);
    expect(wrongFields(createUser, {})).toContain('account');
  });
});

const names = ['keyword', 'status', 'is_admin', 'is_leader', 'platform', 'department_id', 'role_id', 'enabled', 'last_status'];
const more = ['account', 'action', 'target', 'result', 'date_from', 'date_to', 'id', 'sort', 'page', 'page_size'];
const junk = fc.oneof(
  fc.string(),
  ofLength(32, 33, 60, 61, 100, 101, 300),
  fc.constantFrom(
    'enabled',
    '0',
    '1',
    '9',
    'dj',
    'true',
    'ok',
    'failed',
    '2026-02-29',
    '2026-11-20',
    'name.desc',
    'last_run_at.asc',
    '200',
    '999999',
    '1000000',
    '999999999999999',
  ),
);
const anySearch = fc
  .array(fc.tuple(fc.constantFrom(...names, ...more), junk), { maxLength: 10 })
  .map((pairs) => `?${new URLSearchParams(pairs)}`);

describe('whatever an address says, the contract takes the question that comes of it', () => {
  it.each<[string, QueryDefinition<object>, Pick<Endpoint, 'request'>]>([
    ['accounts', accountQuery, listUsers],
    ['roles', roleQuery, listRoles],
    ['scheduled tasks', cronQuery, listCrons],
    ['batches', batchQuery, listBatches],
  ])('for the list of %s', (_, query, endpoint) => {
    fc.assert(
      fc.property(anySearch, (search) => {
        expect(wrongFields(endpoint, pageRequest(query.read(search))), search).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });

  it('for the operation log', () => {
    fc.assert(
      fc.property(anySearch, (search) => {
        expect(wrongFields(listOpLogs, { ...operationQuery.read(search).filters, page_size: 50 }), search).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });

  it('for the runs of a task that exists', () => {
    expect(wrongFields(cronRuns, { ...runsQuery.read('?job_key=cleanup.daily').filters, page_size: 50 })).toEqual([]);
  });

  it.each<[string, QueryDefinition<object>, readonly string[]]>([
    ['accounts', accountQuery, userSortable],
    ['roles', roleQuery, roleSortable],
    ['scheduled tasks', cronQuery, cronSortable],
    ['batches', batchQuery, batchSortable],
    ['objects of a batch', batchItemQuery, batchItemSortable],
  ])('and %s can be sorted by what the contract names', (_, query, fields) => {
    for (const field of fields) expect(query.read(`?sort=${field}.desc`).sort).toEqual({ field, order: 'desc' });
  });
});
