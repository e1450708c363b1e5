import * as batches from './batches.ts';
import * as contracts from './contracts.ts';
import * as crons from './crons.ts';
import * as departments from './departments.ts';
import * as dicts from './dicts.ts';
import * as drafts from './drafts.ts';
import type { Endpoint } from './endpoint.ts';
import * as menus from './menus.ts';
import * as oplogs from './oplogs.ts';
import * as prefs from './prefs.ts';
import * as roles from './roles.ts';
import * as search from './search.ts';
import * as session from './session.ts';
import * as userImports from './user-imports.ts';
import * as users from './users.ts';
import * as views from './views.ts';
import * as workspaces from './workspaces.ts';

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
  users.setUserStatuses,
  users.deleteUsers,
  userImports.importTemplate,
  userImports.previewImport,
  userImports.importUsers,
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
  workspaces.getWorkspace,
  workspaces.saveWorkspace,
  drafts.getDraft,
  drafts.saveDraft,
  drafts.deleteDraft,
  views.listViews,
  views.createView,
  views.editView,
  views.deleteView,
  views.setDefaultView,
  search.findRecords,
  oplogs.listOpLogs,
  oplogs.exportOpLogs,
  oplogs.ownOperations,
  batches.listBatches,
  batches.batchDetail,
  batches.batchItems,
  batches.cancelBatch,
  batches.retryBatch,
  batches.resolveBatchItem,
  batches.exportBatches,
  batches.exportBatchItems,
  crons.listCrons,
  crons.editCron,
  crons.setCronEnabled,
  crons.runCron,
  crons.cronRuns,
  crons.cronLog,
  crons.cronTimeline,
  contracts.loadCatalogue,
] as const satisfies readonly Endpoint[];

type Known = (typeof endpoints)[number];

/** Every endpoint by its path, for types: the compiler refuses a path that does not exist. */
export type EndpointAt = { [E in Known as E['path']]: E };
export type ApiPath = keyof EndpointAt;
