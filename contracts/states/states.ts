import type { Part } from './cast.ts';

/** A situation the provider is put into before it is asked. Each name stands for one handler on the provider's side. */
export interface Situations {
  'somebody is signed in': { who: Part };
  'the session of somebody has ended': { who: Part; because: 'expired' | 'revoked' | 'disabled' };
  'nobody is signed in': Record<never, never>;
  'the person has other sessions': { count: number };
  'an account can sign in': { account: string; digest: string };
  'an account was disabled': { account: string; digest: string };
  'an account was locked out': { account: string; digest: string };
  'a department exists': { id: number; name: string; parent_id: number };
  'an account exists': AccountGiven;
  'an account was changed by somebody': { id: number; by: string };
  'an account owns things': { id: number; campaigns: number };
  'there is more than an export takes': { of: 'accounts' | 'roles' | 'operations' };
  'a preference was saved': { by: Part; key: string; value: object };
  'a role exists': RoleGiven;
  'a role was changed by somebody': { id: number; by: string };
  'a scheduled task exists': { key: string; core: boolean };
  'a scheduled task ran': { id: number; key: string; log: string };
  'a scheduled task is running': { id: number; key: string };
  'the scheduler is alive': Record<never, never>;
  'an operation was logged': OperationGiven;
  'operations were logged': { by: Part; count: number };
}

interface AccountGiven {
  id: number;
  account: string;
  name: string;
  version: number;
  /** One that exists. */
  department_id: number;
  /** Those that exist. */
  role_ids: readonly number[];
  is_leader: 0 | 1;
}

interface RoleGiven {
  id: number;
  name: string;
  version: number;
  paths: readonly string[];
  actions: readonly string[];
  is_builtin: boolean;
}

interface OperationGiven {
  id: number;
  by: Part;
  /** Path of a call. */
  action: string;
  target_type: string;
  target: { id: number; label: string };
  summary: string;
  before: { name: string };
  after: { name: string };
}

export type SituationName = keyof Situations;
export interface State<Name extends SituationName = SituationName> {
  readonly name: Name;
  readonly params: Situations[Name];
}

const state =
  <Name extends SituationName>(name: Name) =>
  (params: Situations[Name]): State<Name> => ({ name, params });

/** With the root department, and nothing else in the database. */
export const signedInAs = (who: Part) => state('somebody is signed in')({ who });
export const sessionEnded = (who: Part, because: Situations['the session of somebody has ended']['because']) =>
  state('the session of somebody has ended')({ who, because });
export const nobodySignedIn = () => state('nobody is signed in')({});
export const otherSessions = (count: number) => state('the person has other sessions')({ count });

export const canSignIn = state('an account can sign in');
export const disabledAccount = state('an account was disabled');
export const lockedOut = state('an account was locked out');

export const departmentExists = state('a department exists');
export const accountExists = state('an account exists');
export const accountChanged = state('an account was changed by somebody');
export const accountOwns = state('an account owns things');
export const tooMany = (of: Situations['there is more than an export takes']['of']) => state('there is more than an export takes')({ of });
export const preferenceSaved = state('a preference was saved');
export const roleExists = state('a role exists');
export const roleChanged = state('a role was changed by somebody');
export const taskExists = state('a scheduled task exists');
export const taskRan = state('a scheduled task ran');
export const taskRuns = state('a scheduled task is running');
export const schedulerAlive = () => state('the scheduler is alive')({});
export const operationLogged = state('an operation was logged');
export const operationsLogged = state('operations were logged');
