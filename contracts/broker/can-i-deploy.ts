import { type BrokerAccess, BrokerProblem } from './access.ts';
import { runPactBroker } from './pact-cli.ts';

interface Party {
  name: string;
  version?: { number: string } | null;
}

/** The broker's answer about versions that would run together. */
interface Matrix {
  summary: { deployable: boolean | null; reason?: string };
  notices?: { text: string }[];
  matrix: { consumer: Party; provider: Party; verificationResult?: { success: boolean } | null }[];
}

export interface Deployment {
  pacticipant: string;
  version: string;
  environment: string;
}

const partyText = ({ name, version }: Party): string => `${name} ${version?.number ?? 'of no version'}`;

function matrixOf(text: string): Matrix | null {
  try {
    const answer = JSON.parse(text) as Partial<Matrix>;
    return answer.summary !== undefined && Array.isArray(answer.matrix) ? (answer as Matrix) : null;
  } catch {
    return null;
  }
}

/**
 * Whether the broker has a passed verification for every pair of versions that would run together. Throws `BrokerProblem` when the
 * broker cannot be asked.
 */
export async function canDeploy(
  { pacticipant, version, environment }: Deployment,
  env: NodeJS.ProcessEnv,
  access: BrokerAccess,
): Promise<{ isDeployable: boolean; words: string }> {
  const asked = ['--pacticipant', pacticipant, '--version', version, '--to-environment', environment, '--output', 'json'];
  const { code, out, output } = await runPactBroker(['can-i-deploy', ...asked], env, access);
  const answer = code === 0 ? matrixOf(out) : null;
  if (answer === null) {
    throw new BrokerProblem(
      `${output}\nThe broker at ${access.baseUrl} did not say whether this can be deployed. The caller is known by ${access.knownBy}.`,
    );
  }
  // With JSON output the program exits with 0 whatever the answer is.
  const isDeployable = answer.summary.deployable === true;
  const open = answer.matrix
    .filter(({ verificationResult }) => verificationResult?.success !== true)
    .map(({ consumer, provider, verificationResult }) => {
      const outcome = verificationResult ? 'the verification failed' : 'not verified';
      return `  ${partyText(consumer)} with ${partyText(provider)}: ${outcome}`;
    });
  const reason = answer.summary.reason ?? (answer.notices ?? []).map(({ text }) => text).join('\n');
  const verdict = `${isDeployable ? 'Yes' : 'No'}: ${pacticipant} ${version} ${isDeployable ? 'can' : 'cannot'} go to ${environment}.`;
  return { isDeployable, words: [verdict, reason, ...open].filter((line) => line !== '').join('\n') };
}
