import { CONSUMER, digestOf, PROVIDER, uniqueNames, withoutBrokerMarks } from '#contracts/sets/merged.ts';
import { type BrokerAccess, BrokerProblem } from './access.ts';
import { type BrokerClient, BrokerRefusal, brokerClient, linksOf, type Resource, resolveLink } from './client.ts';
import type { VerificationReport } from './report.ts';

const TOOL = 'ad-console contracts';

export interface Results {
  report: VerificationReport;
  /** The version whose pact was verified. */
  consumerVersion: string;
  providerVersion: string;
  branch: string | null;
  buildUrl: string | null;
}

interface KeptInteraction {
  _id?: string;
  description: string;
}

interface KeptPact extends Resource {
  provider: { name: string };
  interactions: KeptInteraction[];
}

const isPact = (resource: Resource): resource is KeptPact =>
  Array.isArray(resource['interactions']) && (resource['provider'] as { name?: unknown } | undefined)?.name === PROVIDER;

/** Finds the pact by the links of the version that published it. */
async function pactOf(client: BrokerClient, index: Resource, consumerVersion: string): Promise<KeptPact> {
  const unknown = `The broker has no pact of ${CONSUMER} ${consumerVersion} with ${PROVIDER}: publish it first, or name another --consumer-version.`;
  const href = resolveLink(index, 'pb:pacticipant-version', { pacticipant: CONSUMER, version: consumerVersion });
  const version = await client.get(href).catch((error: unknown) => {
    throw error instanceof BrokerRefusal && error.status === 404 ? new BrokerProblem(unknown) : error;
  });
  for (const link of linksOf(version, 'pb:pact-versions')) {
    const pact = await client.get(link.href);
    if (isPact(pact)) return pact;
  }
  throw new BrokerProblem(unknown);
}

type Outcome = VerificationReport['interactions'][number];

function outcomesByName(report: VerificationReport): Map<string, Outcome> {
  const names = uniqueNames(report.interactions);
  return new Map(report.interactions.map((each, at) => [names[at] ?? each.description, each]));
}

/**
 * The broker does not check results: only a report about exactly this pact may be published, and only a report without skipped
 * interactions may say that the pact was kept.
 */
function requireSamePact(report: VerificationReport, outcomes: Map<string, Outcome>, pact: KeptPact, consumerVersion: string): void {
  const kept = new Set(pact.interactions.map(({ description }) => description));
  const strange = [...outcomes.keys()].filter((name) => !kept.has(name));
  const untold = [...kept].filter((name) => !outcomes.has(name));
  const isOther = report.digest !== undefined && report.digest !== digestOf(withoutBrokerMarks(pact));
  if (strange.length > 0 || (isOther && untold.length === 0)) {
    const example = strange[0] === undefined ? '' : `, such as "${strange[0]}"`;
    throw new BrokerProblem(
      `The report is about other interactions than the pact of ${CONSUMER} ${consumerVersion} has${example}: verify the pacts of that version, or name the --consumer-version that was verified.`,
    );
  }
  const left = [...untold, ...[...outcomes].filter(([, { outcome }]) => outcome === 'skipped').map(([name]) => name)];
  if (left.length > 0 && report.counts.failed === 0) {
    throw new BrokerProblem(
      `The report says nothing about ${left.length} of ${kept.size} interactions, such as "${left[0]}": a verification that left some out is not published as passed.`,
    );
  }
}

const testResults = (pact: KeptPact, outcomes: Map<string, Outcome>) =>
  pact.interactions.flatMap(({ _id, description }) => {
    const told = outcomes.get(description);
    if (told === undefined || told.outcome === 'skipped') return [];
    const mismatches = told.differences.map((difference) => ({ description: difference }));
    return [
      {
        ...(_id === undefined ? {} : { interactionId: _id }),
        interactionDescription: description,
        success: told.outcome === 'passed',
        ...(mismatches.length > 0 ? { mismatches } : {}),
      },
    ];
  });

/**
 * Publishes the result of verifying the pact of one console version with one provider version. Returns the text to print.
 * Throws `BrokerProblem` and publishes nothing then.
 */
export async function publishResults(results: Results, access: BrokerAccess): Promise<string> {
  const { report, consumerVersion, providerVersion, branch, buildUrl } = results;
  if (report.provider !== PROVIDER) throw new BrokerProblem(`The report is about ${report.provider}, not about ${PROVIDER}.`);
  const client = brokerClient(access);
  const index = await client.index();
  const pact = await pactOf(client, index, consumerVersion);
  const outcomes = outcomesByName(report);
  requireSamePact(report, outcomes, pact, consumerVersion);
  const success = report.counts.failed === 0;
  const places = { pacticipant: PROVIDER, version: providerVersion, ...(branch === null ? {} : { branch }) };
  const href = resolveLink(pact, 'pb:publish-verification-results');
  // The branch comes first, because the broker looks up results by branch.
  if (branch !== null) await client.put(resolveLink(index, 'pb:pacticipant-branch-version', places), {});
  await client.post(href, {
    success,
    providerApplicationVersion: providerVersion,
    ...(buildUrl === null ? {} : { buildUrl }),
    testResults: testResults(pact, outcomes),
    verifiedBy: { implementation: TOOL },
  });
  const { passed, failed } = report.counts;
  const met = `${PROVIDER} ${providerVersion} ${success ? 'keeps' : 'breaks'} the pact of ${CONSUMER} ${consumerVersion}`;
  return `Published to ${access.baseUrl}: ${met} (${passed} passed, ${failed} failed).`;
}
