import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiPath, endpoints } from '#contracts/endpoints/index.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { deep } from '#tests/support/depth.ts';
import { tableSums } from '#tests/support/table-sums.ts';
import { authorisingMatrix, authorisingOtherwise } from './authorising.ts';
import { bodies } from './bodies.ts';
import { connectionMatrix } from './connections.ts';
import { contentMatrix } from './content.ts';
import { evaluationMatrix } from './evaluations.ts';
import { figureMatrix } from './figures.ts';
import { type CallerKind, callers, createFixtures, type Fixtures } from './fixtures.ts';
import { hostingMatrix } from './hosting.ts';
import { launchReadingMatrix } from './launch-reading.ts';
import { launchWritingMatrix } from './launch-writing.ts';
import { postMatrix } from './posts.ts';
import { publishingMatrix } from './publishing.ts';
import { ruleMatrix } from './rules.ts';
import { uploadMatrix } from './uploads.ts';

const OK = 'ok';
/** The answer to each caller, in the order of `callers`. */
type Row = readonly [
  none: string,
  revoked: string,
  noPaths: string,
  limited: string,
  leader: string,
  admin: string,
  superAdmin: string,
  deleted: string,
];

const anybody: Row = [OK, OK, OK, OK, OK, OK, OK, OK];
const signedIn: Row = ['NO_TOKEN', 'TOKEN_REVOKED', OK, OK, OK, OK, OK, 'TOKEN_REVOKED'];
const anyPage: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', OK, OK, OK, OK, 'TOKEN_REVOKED'];
const staffPage: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', OK, OK, OK, 'NO_PATH', 'TOKEN_REVOKED'];
const staffExport: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_ACTION', OK, OK, 'NO_PATH', 'TOKEN_REVOKED'];
/** Sharing a view with everybody, on a page of the staff. */
const sharing: Row = staffExport;
const sharedView: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NOT_OWNER', 'NOT_OWNER', OK, 'NOT_FOUND', 'TOKEN_REVOKED'];
/** For a batch of opt_05, whom lead_a leads. */
const ownBatch: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NOT_FOUND', 'NOT_FOUND', OK, OK, 'NOT_FOUND', 'TOKEN_REVOKED'];
/** To settle an outcome by hand or to undo, the caller needs the right to disable accounts, because that is what the batch does. */
const ownBatchSettling: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NOT_FOUND', 'NOT_FOUND', 'NO_PATH', OK, 'NOT_FOUND', 'TOKEN_REVOKED'];
const ownBatchExport: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_ACTION', 'NO_ACTION', OK, OK, 'NOT_FOUND', 'TOKEN_REVOKED'];
const adminPage: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'NO_PATH', OK, 'NO_PATH', 'TOKEN_REVOKED'];
const othersPassword: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NOT_OWNER', 'NOT_OWNER', 'NOT_OWNER', OK, 'NOT_OWNER', 'TOKEN_REVOKED'];
/** Administrators and super admins. */
const administrators: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'NO_PATH', OK, OK, 'TOKEN_REVOKED'];
const superOnly: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'ADMIN_ONLY', 'ADMIN_ONLY', 'ADMIN_ONLY', 'ADMIN_ONLY', OK, 'TOKEN_REVOKED'];

/** Written by hand from the rules, not from the registry, so that this test fails when the rights of a call change by mistake. */
const matrix: Record<ApiPath, Row> = {
  ...authorisingMatrix,
  ...connectionMatrix,
  ...contentMatrix,
  ...launchReadingMatrix,
  ...evaluationMatrix,
  ...figureMatrix,
  ...hostingMatrix,
  ...ruleMatrix,
  ...launchWritingMatrix,
  ...postMatrix,
  ...publishingMatrix,
  ...uploadMatrix,
  '/login': anybody,
  '/sys-users/logout': signedIn,
  '/sys-users/get_user_info': signedIn,
  '/sys-users/sessions': signedIn,
  '/sys-users/end_sessions': signedIn,
  '/sys-users/change_passwd': signedIn,
  '/sys-users/list': adminPage,
  '/sys-users/export': adminPage,
  '/sys-users/create_account': adminPage,
  '/sys-users/edit_account': adminPage,
  '/sys-users/delete_user': adminPage,
  '/sys-users/reset_passwd': othersPassword,
  '/sys-users/simple_list': anyPage,
  '/sys-users/batch_save_user_role': adminPage,
  '/sys-users/batch_reset_passwd': adminPage,
  '/sys-users/batch_set_status': adminPage,
  '/sys-users/batch_delete': adminPage,
  '/sys-users/import_template': adminPage,
  '/sys-users/import_preview': adminPage,
  '/sys-users/import': adminPage,
  '/sys-users/owned': adminPage,
  '/sys-departments/tree': anyPage,
  '/sys-departments/create': adminPage,
  '/sys-departments/edit': adminPage,
  '/sys-departments/move': adminPage,
  '/sys-departments/set_leaders': adminPage,
  '/sys-departments/assets': adminPage,
  '/sys-departments/delete': adminPage,
  '/sys-roles/list': adminPage,
  '/sys-roles/export': adminPage,
  '/sys-roles/simple_list': anyPage,
  '/sys-roles/detail': adminPage,
  '/sys-roles/create': adminPage,
  '/sys-roles/edit': adminPage,
  '/sys-roles/copy': adminPage,
  '/sys-roles/delete': adminPage,
  '/sys-roles/users': adminPage,
  '/sys-menus/list': signedIn,
  '/sys-dicts/list': signedIn,
  '/sys-prefs/get': signedIn,
  '/sys-prefs/save': signedIn,
  '/sys-workspaces/get': signedIn,
  '/sys-workspaces/save': signedIn,
  '/sys-drafts/get': signedIn,
  '/sys-drafts/save': signedIn,
  '/sys-drafts/delete': signedIn,
  '/sys-views/list': staffPage,
  '/sys-views/create': sharing,
  '/sys-views/edit': sharedView,
  '/sys-views/delete': sharedView,
  '/sys-views/set_default': staffPage,
  '/sys-search/find': anyPage,
  '/sys-oplogs/list': staffPage,
  '/sys-oplogs/export': staffExport,
  '/home-board/operations': staffPage,
  '/op-batches/list': signedIn,
  '/op-batches/detail': ownBatch,
  '/op-batches/items': ownBatch,
  '/op-batches/cancel': ownBatch,
  '/op-batches/retry': ownBatch,
  '/op-batches/undo': ownBatchSettling,
  '/op-batches/resolve': ownBatchSettling,
  '/op-batches/export': staffExport,
  '/op-batches/export_items': ownBatchExport,
  '/admin-crons/list': superOnly,
  '/admin-crons/edit': superOnly,
  '/admin-crons/set_enabled': superOnly,
  '/admin-crons/run': superOnly,
  '/admin-crons/runs': superOnly,
  '/admin-crons/log': superOnly,
  '/admin-crons/timeline': superOnly,
  '/sys-contracts/catalogue': administrators,
};

const codes: Record<string, number> = {
  [OK]: 0,
  NO_TOKEN: 401,
  TOKEN_REVOKED: 401,
  NO_PATH: 403,
  NO_ACTION: 403,
  ADMIN_ONLY: 403,
  NOT_OWNER: 403,
  NOT_FOUND: 404,
  STATE_CHANGED: 422,
};

/** These end the session that makes them, or another, or delete what other calls need, so they run last. */
const last: readonly string[] = [
  '/auth-personages/delete',
  '/operation-auths/delete',
  '/auth-landings/delete',
  '/auth-sites/delete',
  '/material-dramas/delete',
  '/material-products/delete',
  '/material-files/batch_delete',
  '/ad-posts/delete',
  '/ad-entities/batch_archive',
  '/ad-entities/batch_remove',
  '/sys-views/delete',
  '/sys-departments/move',
  '/sys-departments/delete',
  '/sys-roles/delete',
  '/sys-users/batch_set_status',
  '/sys-users/delete_user',
  '/sys-users/batch_delete',
  '/sys-users/change_passwd',
  '/sys-users/logout',
];
const answersOtherwise: Partial<Record<ApiPath, string>> = {
  ...authorisingOtherwise,
  // The call needs a scheduler that knows the job; see the tests of the jobs.
  '/admin-crons/run': 'VALIDATION',
  // The batch of the fixtures changed nothing that could be undone.
  '/op-batches/undo': 'STATE_CHANGED',
  // The platform does not know the campaign of the fixtures.
  '/ad-entities/breakdown': 'PLATFORM_REJECTED',
};

/** Checksums cost more than the calls, so they are taken after this many refusals in a row. */
const REFUSALS_PER_CHECK = deep(24, 1);

test('every call of the contract has a row and a body, and no row is left over', () => {
  const paths = endpoints.map((endpoint) => endpoint.path).sort();
  expect(Object.keys(matrix).sort()).toEqual(paths);
  expect(Object.keys(bodies).sort()).toEqual(paths);
});

describe.each(callers.map((caller, index) => ({ caller, index })))(
  'called by $caller',
  ({ caller, index }: { caller: CallerKind; index: number }) => {
    let server: TestApp;
    let fixtures: Fixtures;
    /** Checksums of the tables before the refusals that are not checked yet, none of which may change them. */
    let before: Record<string, string> | undefined;
    let refused: string[] = [];
    const checkRefused = async () => {
      if (refused.length === 0) return;
      expect(await tableSums(server.db), `one of these calls changed something: ${refused.join(', ')}`).toEqual(before);
      refused = [];
    };
    beforeAll(async () => {
      server = await createTestApp({ catalogue: async () => ({ version: '1.0.0', calls: [], reasons: [], states: [], releases: [] }) });
      fixtures = await createFixtures(server);
    });
    afterAll(async () => {
      try {
        await checkRefused();
      } finally {
        await server.close();
      }
    });

    const isRefused = (path: ApiPath) => matrix[path][index] !== OK;
    // Refusals come first, because they change nothing: then few checksums show that.
    const ordered = endpoints
      .map((endpoint) => endpoint.path as ApiPath)
      .sort((a, b) => Number(isRefused(b)) - Number(isRefused(a)) || last.indexOf(a) - last.indexOf(b));
    test.each(ordered)('%s', async (path) => {
      const expected = matrix[path][index] ?? '';
      if (!isRefused(path)) {
        await checkRefused();
        // Earlier calls of this caller may have raised the versions.
        await sql`
          with users as (update sys_user set version = 1 where version <> 1),
            roles as (update sys_role set version = 1 where version <> 1)
          update saved_view set version = 1 where version <> 1`.execute(server.db);
      } else {
        before ??= await tableSums(server.db);
        refused.push(path);
      }
      const answer = await server.send(path, bodies[path](fixtures), { token: fixtures.tokens[caller] });
      expect(answer.status).toBe(200);
      if (isRefused(path)) {
        expect(answer).toMatchObject({ code: codes[expected], reason: expected });
        expect(answer.data.trace_id).toMatch(/^[0-9a-f-]{36}$/);
        if (refused.length >= REFUSALS_PER_CHECK) await checkRefused();
      } else if (answersOtherwise[path] !== undefined) {
        expect(answer.reason).toBe(answersOtherwise[path]);
      } else {
        // A successful answer may contain a field named reason.
        expect([answer.code, answer.code === 0 ? undefined : answer.reason]).toEqual([0, undefined]);
      }
    });
  },
);
