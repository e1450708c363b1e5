import type { ContractCatalogue } from '#contracts/endpoints/contracts.ts';
import type { AuthorisingSituations } from './authorising-situations.ts';
import type { Part } from './cast.ts';
import type { ContentSituations } from './content-situations.ts';
import type { HomeSituations } from './home-situations.ts';
import type { LaunchSituations } from './launch-situations.ts';
import type { PostSituations } from './posts-situations.ts';
import type { PublishSituations } from './publish-situations.ts';
import type { RuleSituations } from './rule-situations.ts';
import type { SiteSituations } from './site-situations.ts';
import type { UploadSituations } from './upload-situations.ts';

/** The parameters of every provider state, by its name. The provider has one handler for each name. */
export interface Situations
  extends AuthorisingSituations,
    ContentSituations,
    HomeSituations,
    LaunchSituations,
    PostSituations,
    PublishSituations,
    RuleSituations,
    SiteSituations,
    UploadSituations {
  'somebody is signed in': { who: Part };
  'the session of somebody has ended': { who: Part; because: 'expired' | 'revoked' | 'disabled' };
  'nobody is signed in': Record<never, never>;
  'staff may open every page': Record<never, never>;
  'nothing else exists': Record<never, never>;
  'the person has other sessions': { count: number };
  'the person has a password': { digest: string };
  'the person mistyped the password too often': Record<never, never>;
  'an account can sign in': { account: string; digest: string };
  'an account was disabled': { account: string; digest: string };
  'an account was locked out': { account: string; digest: string };
  'a department exists': { id: number; name: string; parent_id: number };
  'an account exists': AccountGiven;
  'an account was changed by somebody': { id: number; by: string };
  'an account owns things': { id: number; campaigns: number };
  'there is more than an export takes': {
    of:
      | 'personal accounts'
      | 'hosted persons'
      | 'ad accounts'
      | 'hosted accounts'
      | 'hits of rules'
      | 'pixels'
      | 'events of a pixel'
      | 'homepages'
      | 'sites'
      | 'landing pages'
      | 'dramas'
      | 'drama evaluations'
      | 'products'
      | 'materials'
      | 'posts'
      | 'campaigns'
      | 'figures by drama'
      | 'figures by scheme'
      | 'figures by person'
      | 'orders'
      | 'closes'
      | 'schemes'
      | 'publishes'
      | 'accounts'
      | 'roles'
      | 'operations'
      | 'batches'
      | 'items of a batch';
  };
  'a preference was saved': { by: Part; key: string; value: object };
  'a workspace was saved': { by: Part; window: string; state: object };
  'a draft was saved': { by: Part; form: string; subject_id: number | null; version: number | null; values: object };
  'a view exists': ViewGiven;
  'a view was changed by somebody': { id: number; by: string };
  'a role exists': RoleGiven;
  'a role was changed by somebody': { id: number; by: string };
  'a batch was ordered': BatchGiven;
  'a scheduled task exists': { key: string; core: boolean };
  'a scheduled task ran': { id: number; key: string; log: string };
  'a scheduled task failed': { id: number; key: string; message: string };
  'a scheduled task is running': { id: number; key: string };
  'the scheduler is alive': Record<never, never>;
  'an operation was logged': OperationGiven;
  'operations were logged': { by: Part; count: number };
  'a catalogue was built': { catalogue: ContractCatalogue };
  'a request was made': { path: string; body: object };
}

interface AccountGiven {
  id: number;
  account: string;
  name: string;
  version: number;
  /** An existing department. */
  department_id: number;
  /** Existing roles. */
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

interface BatchGiven {
  id: number;
  by: Part;
  /** Accounts to be disabled, in order. A `pending` one never begins during the test. */
  items: readonly {
    id: number;
    /** The account need not exist. */
    target_id: number;
    label: string;
    status: 'pending' | 'running' | 'succeeded' | 'failed' | 'unknown';
    /** With `unknown`: the result is no longer looked up and must be settled by hand. */
    is_for_people?: boolean;
  }[];
}

interface ViewGiven {
  id: number;
  version: number;
  page: string;
  name: string;
  /** An existing account. */
  owner: number;
  shared: 'me' | 'roles' | 'all';
  /** Existing roles. */
  role_ids: readonly number[];
  query: string;
  table: object | null;
}

interface OperationGiven {
  id: number;
  by: Part;
  /** The path of the call. */
  action: string;
  target_type: string;
  target: { id: number; label: string };
  summary: string;
  before: { name: string };
  after: { name: string };
}

export type SituationName = keyof Situations;

/** Each of these starts from an empty database with only the root department. An exchange has exactly one of them, as its first state. */
export const beginnings = [
  'somebody is signed in',
  'the session of somebody has ended',
  'nobody is signed in',
] as const satisfies readonly SituationName[];
export const isBeginning = (name: string): boolean => (beginnings as readonly string[]).includes(name);

export interface State<Name extends SituationName = SituationName> {
  readonly name: Name;
  readonly params: Situations[Name];
}

const state =
  <Name extends SituationName>(name: Name) =>
  (params: Situations[Name]): State<Name> => ({ name, params });

/** The database holds only the root department. */
export const signedInAs = (who: Part) => state('somebody is signed in')({ who });
export const sessionEnded = (who: Part, because: Situations['the session of somebody has ended']['because']) =>
  state('the session of somebody has ended')({ who, because });
export const nobodySignedIn = () => state('nobody is signed in')({});
/** The signed-in person, always `staff`, may open every page that a role can open, without any action. */
export const opensEveryPage = () => state('staff may open every page')({});
/** The exchange needs that nothing else exists, or that the user is exactly as agreed, so it cannot run where people work. */
export const nothingElse = () => state('nothing else exists')({});
export const otherSessions = (count: number) => state('the person has other sessions')({ count });

export const hasPassword = (digest: string) => state('the person has a password')({ digest });
export const mistypedTooOften = () => state('the person mistyped the password too often')({});
export const canSignIn = state('an account can sign in');
export const disabledAccount = state('an account was disabled');
export const lockedOut = state('an account was locked out');

export const departmentExists = state('a department exists');
export const accountExists = state('an account exists');
export const accountChanged = state('an account was changed by somebody');
export const accountOwns = state('an account owns things');
export const tooMany = (of: Situations['there is more than an export takes']['of']) => state('there is more than an export takes')({ of });
export const preferenceSaved = state('a preference was saved');
export const workspaceSaved = state('a workspace was saved');
export const draftSaved = state('a draft was saved');
export const viewExists = state('a view exists');
export const viewChanged = state('a view was changed by somebody');
export const roleExists = state('a role exists');
export const roleChanged = state('a role was changed by somebody');
export const batchOrdered = state('a batch was ordered');
export const taskExists = state('a scheduled task exists');
export const taskRan = state('a scheduled task ran');
export const taskFailed = state('a scheduled task failed');
export const taskRuns = state('a scheduled task is running');
export const schedulerAlive = () => state('the scheduler is alive')({});
export const operationLogged = state('an operation was logged');
export const operationsLogged = state('operations were logged');
/** The signed-in person has changed something by a call of the API, so that the exchange can read it back. */
export const requestMade = (path: string, body: object) => state('a request was made')({ path, body });
export const catalogueBuilt = (catalogue: ContractCatalogue) => state('a catalogue was built')({ catalogue });

export const dramaExists = state('a drama exists');
export const dramaEvaluated = state('a drama is evaluated');
export const evaluationDecided = state('an evaluation of a drama was decided');
export const ruleExists = state('a rule of a hosted account exists');
export const ruleHit = state('a rule hit a campaign');
export const spentEveryHour = state('a campaign spent every hour');
export const productExists = state('a product exists');
export const materialExists = state('a material exists');
export const uploadOpen = state('an upload is open');
export const uploadEnded = state('an upload has ended');
export const noRoom = () => state('there is no room for files')({});
export const materialCopied = state('a material is in an ad account');
export const monthSettled = state('a month of an editor was settled');

export const personGrants = state('a person of the channel grants things');
export const channelFails = (kind: 'auth' | 'throttled' | 'down' | 'rejected') => state('the channel does not answer')({ kind });
export const personalAccountExists = state('a personal account exists');
export const grantEnded = (id: number) => state('the authorisation of a personal account ended')({ id });
export const authorisationBegun = state('an authorisation was begun');
export const authLinkMade = state('an authorisation link was made');
export const adAccountExists = state('an ad account exists');
export const accountHosted = state('an ad account is hosted');
export const assetAssigned = state('an asset was assigned');
export const assetAssignedToDepartment = state('an asset was assigned to a department');
export const assetInBatch = state('an asset is in a batch');
export const assetChanged = state('an asset was changed by somebody');

export const postExists = state('a post exists');

export const schemeExists = state('a scheme exists');
export const unfinishedSchemeExists = state('an unfinished scheme exists');
export const schemeRevised = state('a scheme has a second version');
export const audienceKnown = state('an ad account has an audience');
export const publishPlanned = state('a publish was planned');
export const publishOrdered = state('a publish was ordered');
export const publishFailed = state('a publish has failed');
export const adSetFailed = state('an ad set of a publish has failed');

export const batchTold = state('somebody was told of a batch');
export const authorisationLost = state('an authorisation was lost');
export const alertTargetExists = state('a delivery target exists');

export const campaignExists = state('a campaign with a group and an ad exists');
export const campaignSpent = state('a campaign spent');
export const adTired = state('an ad grew tired');
export const orderPaid = state('an order of a campaign was paid');
export const orderPaidAt = state('an order was paid at another time');
export const payerKnown = (order_id: number) => state('the payer of an order is known')({ order_id });
export const campaignListed = state('a campaign was listed by the channel');
export const campaignPublished = state('a campaign was published from a scheme');
export const campaignCopied = state('a campaign was copied');
export const accountBehind = (id: number) => state('an ad account is behind')({ id });
export const campaignUses = state('the ad of a campaign uses something');
export const campaignEvent = state('something happened to a campaign');
export const campaignScheduled = state('something is scheduled for a campaign');
export const launchesOrdered = state('something was done to launches at once');
export const closingUnknown = state('nobody knows whether a campaign was closed');

export const homepageExists = state('a homepage exists');
export const homepageFull = (id: number) => state('a homepage is full')({ id });
export const pixelExists = state('a pixel exists');
export const pixelShared = state('a pixel is shared');
export const pixelPurchased = state('a pixel received a purchase');
export const siteExists = state('a site exists');
export const landingExists = state('a landing page exists');
