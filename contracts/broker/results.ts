import { CONSUMER, consumerOf, digestOf, PROVIDER, uniqueNames, withoutBrokerMarks } from '#contracts/sets/merged.ts';
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
  /** Publishes a result for the pact of each resource in the report, as `contracts:publish -- --per-resource` published them. */
  isPerResource?: boolean;
}

/** What a report says about one pact. */
interface PactReport {
  consumer: string;
  digest: string | undefined;
  interactions: VerificationReport['interactions'];
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
async function pactOf(client: BrokerClient, index: Resource, consumer: string, consumerVersion: string): Promise<KeptPact> {
  const unknown = `The broker has no pact of ${consumer} ${consumerVersion} with ${PROVIDER}: publish it first, or name another --consumer-version.`;
  const href = resolveLink(index, 'pb:pacticipant-version', { pacticipant: consumer, version: consumerVersion });
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

function outcomesByName({ interactions }: PactReport): Map<string, Outcome> {
  const names = uniqueNames(interactions);
  return new Map(interactions.map((each, at) => [names[at] ?? each.description, each]));
}

const countOf = ({ interactions }: PactReport, outcome: Outcome['outcome']): number =>
  interactions.filter((each) => each.outcome === outcome).length;

/**
 * The broker does not check results: only a report about exactly this pact may be published, and only a report without skipped
 * interactions may say that the pact was kept.
 */
function requireSamePact(report: PactReport, outcomes: Map<string, Outcome>, pact: KeptPact, consumerVersion: string): void {
  const { consumer, digest } = report;
  const kept = new Set(pact.interactions.map(({ description }) => description));
  const strange = [...outcomes.keys()].filter((name) => !kept.has(name));
  const untold = [...kept].filter((name) => !outcomes.has(name));
  const isOther = digest !== undefined && digest !== digestOf(withoutBrokerMarks(pact, consumer));
  if (strange.length > 0 || (isOther && untold.length === 0)) {
    const example = strange[0] === undefined ? '' : `, such as "${strange[0]}"`;
    throw new BrokerProblem(
      `The report is about other interactions than the pact of ${consumer} ${consumerVersion} has${example}: verify the pacts of that version, or name the --consumer-version that was verified.`,
    );
  }
  const left = [...untold, ...[...outcomes].filter(([, { outcome }]) => outcome === 'skipped').map(([name]) => name)];
  if (left.length > 0 && countOf(report, 'failed') === 0) {
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

/** The parts of a report that are about one pact each. */
function splitReport({ digest, digests, interactions }: VerificationReport, isPerResource: boolean): PactReport[] {
  if (!isPerResource) return [{ consumer: CONSUMER, digest, interactions }];
  return [...new Set(interactions.map(({ resource }) => resource))].map((resource) => ({
    consumer: consumerOf(resource),
    digest: digests?.[resource],
    interactions: interactions.filter((each) => each.resource === resource),
  }));
}

async function publishResult(
  part: PactReport,
  { consumerVersion, providerVersion, buildUrl }: Results,
  { client, index }: { client: BrokerClient; index: Resource },
): Promise<string> {
  const { consumer } = part;
  const pact = await pactOf(client, index, consumer, consumerVersion);
  const outcomes = outcomesByName(part);
  requireSamePact(part, outcomes, pact, consumerVersion);
  const [passed, failed] = [countOf(part, 'passed'), countOf(part, 'failed')];
  await client.post(resolveLink(pact, 'pb:publish-verification-results'), {
    success: failed === 0,
    providerApplicationVersion: providerVersion,
    ...(buildUrl === null ? {} : { buildUrl }),
    testResults: testResults(pact, outcomes),
    verifiedBy: { implementation: TOOL },
  });
  const verb = failed === 0 ? 'keeps' : 'breaks';
  return `${PROVIDER} ${providerVersion} ${verb} the pact of ${consumer} ${consumerVersion} (${passed} passed, ${failed} failed).`;
}

/**
 * Publishes the result of verifying the pact of one console version with one provider version, or of each resource in the report. Returns
 * the text to print. Throws `BrokerProblem`, and then publishes nothing more.
 */
export async function publishResults(results: Results, access: BrokerAccess): Promise<string> {
  const { report, providerVersion, branch, isPerResource = false } = results;
  if (report.provider !== PROVIDER) throw new BrokerProblem(`The report is about ${report.provider}, not about ${PROVIDER}.`);
  const client = brokerClient(access);
  const index = await client.index();
  const places = { pacticipant: PROVIDER, version: providerVersion, ...(branch === null ? {} : { branch }) };
  const published: string[] = [];
  for (const part of splitReport(report, isPerResource)) {
    // The branch comes first, because the broker looks up results by branch.
    if (branch !== null && published.length === 0) await client.put(resolveLink(index, 'pb:pacticipant-branch-version', places), {});
    published.push(await publishResult(part, results, { client, index }));
  }
  return `Published to ${access.baseUrl}: ${published.join('\n')}`;
}
