import * as crons from './crons.ts';
import * as departments from './departments.ts';
import * as dicts from './dicts.ts';
import type { Endpoint } from './endpoint.ts';
import * as menus from './menus.ts';
import * as oplogs from './oplogs.ts';
import * as prefs from './prefs.ts';
import * as roles from './roles.ts';
import * as session from './session.ts';
import * as users from './users.ts';

/** Every call of the API. A call that is not here does not exist. */
export const endpoints = [
  session.login,
  session.logout,
  session.userInfo,
  session.ownSessions,
  session.endOtherSessions,
  users.listUsers,
  users.exportUsers,
  users.createUser,
  users.editUser,
  users.deleteUser,
  users.resetPassword,
  users.simpleUsers,
  users.saveUserRoles,
  users.ownedByUser,
  departments.departmentTree,
  departments.createDepartment,
  departments.editDepartment,
  departments.moveDepartment,
  departments.setDepartmentLeaders,
  departments.deleteDepartment,
  roles.listRoles,
  roles.exportRoles,
  roles.simpleRoles,
  roles.roleDetail,
  roles.createRole,
  roles.editRole,
  roles.copyRole,
  roles.deleteRole,
  roles.roleMembers,
  menus.listMenus,
  dicts.listDicts,
  prefs.getPrefs,
  prefs.savePref,
  oplogs.listOpLogs,
  oplogs.exportOpLogs,
  oplogs.ownOperations,
  crons.listCrons,
  crons.editCron,
  crons.setCronEnabled,
  crons.runCron,
  crons.cronRuns,
  crons.cronLog,
  crons.cronTimeline,
] as const satisfies readonly Endpoint[];

type Known = (typeof endpoints)[number];

/** Every endpoint by its path, for types: the compiler refuses a path that does not exist. */
export type EndpointAt = { [E in Known as E['path']]: E };
export type ApiPath = keyof EndpointAt;
