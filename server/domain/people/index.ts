import type { Call } from '../call.ts';
import { departmentCalls } from './departments.routes.ts';
import { exportCalls } from './exports.routes.ts';
import { oplogCalls } from './oplogs.routes.ts';
import { roleCalls } from './roles.routes.ts';
import { sessionCalls } from './session.routes.ts';
import { settingCalls } from './settings.routes.ts';
import { userCalls } from './users.routes.ts';

export { authenticate } from './authenticate.ts';
export { readMenu } from './menu.repository.ts';
export { writeOpLog } from './oplogs.repository.ts';
export { refusalOf } from './permissions.ts';
export { SignInGate } from './sign-in-gate.ts';

/** Every call of accounts, departments, roles, sessions, logs and personal settings. */
export const peopleCalls: readonly Call[] = [
  ...sessionCalls,
  ...userCalls,
  ...departmentCalls,
  ...roleCalls,
  ...settingCalls,
  ...oplogCalls,
  ...exportCalls,
];
