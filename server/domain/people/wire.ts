import type { AnyBatchType } from '../batches/index.ts';
import type { Call } from '../call.ts';
import { departmentCalls } from './departments.routes.ts';
import { exportCalls } from './exports.routes.ts';
import { oplogCalls } from './oplogs.routes.ts';
import { passwordCalls } from './passwords.changes.ts';
import { roleCalls } from './roles.routes.ts';
import { sessionCalls } from './session.routes.ts';
import { settingCalls } from './settings.routes.ts';
import { userBatchCalls, userBatchTypes } from './users.batches.ts';
import { userImportCalls, userImportTypes } from './users.imports.ts';
import { userCalls } from './users.routes.ts';

/** Every call of accounts, departments, roles, sessions, the operation log and personal settings. */
export const peopleCalls: readonly Call[] = [
  ...sessionCalls,
  ...userCalls,
  ...passwordCalls,
  ...userBatchCalls,
  ...userImportCalls,
  ...departmentCalls,
  ...roleCalls,
  ...settingCalls,
  ...oplogCalls,
  ...exportCalls,
];

export const peopleBatchTypes: readonly AnyBatchType[] = [...userBatchTypes, ...userImportTypes];
