import type { Endpoint } from '#contracts/endpoints/endpoint.ts';
import { type Reason, reasonCodes } from '#contracts/endpoints/reasons.ts';
import { STAFF_ROLE } from '#contracts/states/cast.ts';
import { nobodySignedIn, opensEveryPage, type State, sessionEnded, signedInAs } from '#contracts/states/states.ts';
import { type Backend, setUpStates } from './probing.ts';

/** A caller whom a backend must refuse, and how it gets there. */
interface Caller {
  /** `nobody signed in` */
  name: string;
  /** Set up before the calls; the last token they answer with is sent. */
  states: readonly State[];
  /** Changes the token that is sent; null sends none. */
  changeToken?: (token: string) => string | null;
  /** The reason the call is refused with; null when this caller may make it. */
  refusal(call: Pick<Endpoint, 'access' | 'action'>): Reason | null;
}

export interface AccessVerdict {
  /** `roles.list` */
  endpoint: string;
  /** `POST /api/sys-roles/list` */
  call: string;
  /** Number of callers that were tried. */
  probes: number;
  /** One sentence per caller that was not refused as agreed. */
  differences: string[];
}

const always =
  (reason: Reason): Caller['refusal'] =>
  ({ access }) =>
    access === 'public' ? null : reason;

/** Pages that no role can give. */
const isReserved = (page: string): boolean => page.startsWith('/sys/') || page.startsWith('/admin/');

/** Why a member of staff with these pages and without any action may not make a call. */
const staffRefusal =
  (opens: (page: string) => boolean): Caller['refusal'] =>
  ({ access, action }) => {
    if (access === 'superAdmin') return 'ADMIN_ONLY';
    if (access === 'admin') return 'NO_PATH';
    if (typeof access === 'string') return null;
    if (!access.pages.some(opens)) return 'NO_PATH';
    return action === undefined ? null : 'NO_ACTION';
  };

const callers: readonly Caller[] = [
  { name: 'a caller without a token', states: [nobodySignedIn()], changeToken: () => null, refusal: always('NO_TOKEN') },
  {
    name: 'a caller with a token that was never given out',
    states: [signedInAs('admin')],
    changeToken: (token) => [...token].reverse().join(''),
    refusal: always('TOKEN_REVOKED'),
  },
  { name: 'an expired session', states: [sessionEnded('admin', 'expired')], refusal: always('TOKEN_EXPIRED') },
  { name: 'a revoked session', states: [sessionEnded('admin', 'revoked')], refusal: always('TOKEN_REVOKED') },
  { name: 'the session of a disabled person', states: [sessionEnded('admin', 'disabled')], refusal: always('USER_DISABLED') },
  {
    name: 'staff with few pages',
    states: [signedInAs('staff')],
    refusal: staffRefusal((page) => (STAFF_ROLE.paths as readonly string[]).includes(page)),
  },
  {
    name: 'staff with every page and no action',
    states: [signedInAs('staff'), opensEveryPage()],
    refusal: staffRefusal((page) => !isReserved(page)),
  },
  {
    name: 'an ordinary administrator',
    states: [signedInAs('admin')],
    refusal: ({ access }) =>
      access === 'superAdmin'
        ? 'ADMIN_ONLY'
        : typeof access === 'object' && access.pages.every((page) => page.startsWith('/admin/'))
          ? 'NO_PATH'
          : null,
  },
  {
    name: 'a super admin',
    states: [signedInAs('super')],
    refusal: ({ access, action }) => {
      if (typeof access === 'string') return null;
      if (!access.pages.some((page) => page.startsWith('/admin/'))) return 'NO_PATH';
      return action === undefined || action === 'export' ? null : 'NO_ACTION';
    },
  },
];

interface ProbeOptions extends Backend {
  /** Number of callers tried for a call: first the one without a token, then others, which differ between calls. All when absent. */
  mostProbes?: number | undefined;
}

/** Sets the states of a caller up and returns the token to send. */
async function prepareCaller({ states, changeToken }: Caller, backend: Backend): Promise<string | null> {
  const token = await setUpStates(states, backend);
  return changeToken === undefined ? token : changeToken(token);
}

/** What a backend answered to a call that it should have refused; undefined when it refused as agreed. */
async function findDifference({ method, path }: Endpoint, token: string | null, reason: Reason, { url, timeoutMs }: Backend) {
  const base = url.href.replace(/\/$/, '');
  const expected = `${reasonCodes[reason]} ${reason}`;
  try {
    const answer = await fetch(`${base}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      ...(method === 'POST' ? { body: '{}' } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!answer.headers.get('content-type')?.includes('json')) return `answered HTTP ${answer.status} instead of ${expected}`;
    const { code, data } = (await answer.json()) as { code?: unknown; data?: { reason?: unknown } | null };
    if (code === reasonCodes[reason] && data?.reason === reason) return undefined;
    return `answered ${describeAnswer(code, data?.reason, answer.status)} instead of ${expected}`;
  } catch (error) {
    return (error as Error).name === 'TimeoutError'
      ? `gave no answer within ${timeoutMs / 1000} s`
      : `gave no answer: ${(error as Error).message}`;
  }
}

const describeAnswer = (code: unknown, reason: unknown, status: number): string =>
  code === undefined ? `HTTP ${status} without an envelope` : code === 0 ? '0 (success)' : `${String(code)} ${String(reason)}`;

/** The callers who may not make a call, at most so many of them. */
function chooseCallers(call: Endpoint, index: number, most = callers.length): Caller[] {
  const [first, ...others] = callers.filter((caller) => caller.refusal(call) !== null);
  if (first === undefined) return [];
  const from = others.length === 0 ? 0 : index % others.length;
  return [first, ...others.slice(from), ...others.slice(0, from)].slice(0, most);
}

/** Number of requests at the same time. */
const WIDTH = 8;

/**
 * Makes every call as each caller who may not make it, with an empty body: who may call is decided before the body is read. Returns one
 * verdict per call, in the given order.
 */
export async function probeAccess(calls: readonly Endpoint[], { mostProbes, ...backend }: ProbeOptions): Promise<AccessVerdict[]> {
  const refusedOf = calls.map((call, index) => chooseCallers(call, index, mostProbes));
  const verdicts = calls.map((one) => ({
    endpoint: one.name,
    call: `${one.method} /api${one.path}`,
    probes: 0,
    differences: [] as string[],
  }));
  for (const caller of callers) {
    const probes = calls.flatMap((one, index) => {
      const reason = refusedOf[index]?.includes(caller) ? caller.refusal(one) : null;
      const verdict = verdicts[index];
      return reason === null || verdict === undefined ? [] : [{ one, reason, verdict }];
    });
    if (probes.length === 0) continue;
    let token: string | null = null;
    let fault: string | undefined;
    try {
      token = await prepareCaller(caller, backend);
    } catch (error) {
      fault = (error as Error).message;
    }
    const next = probes.values();
    const work = async () => {
      for (const { one, reason, verdict } of next) {
        verdict.probes += 1;
        const difference = fault ?? (await findDifference(one, token, reason, backend));
        if (difference !== undefined) verdict.differences.push(`${caller.name}: ${difference}`);
      }
    };
    await Promise.all(Array.from({ length: WIDTH }, work));
  }
  return verdicts;
}
