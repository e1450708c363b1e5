import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CONSUMER, mergedText, PROVIDER } from '#contracts/sets/merged.ts';
import type { PactSet } from '#contracts/sets/pact-set.ts';
import { type BrokerAccess, BrokerProblem } from './access.ts';
import { runPactBroker } from './pact-cli.ts';
import type { Source } from './source.ts';

export interface Publication extends Source {
  set: PactSet;
  /** Without commas. */
  tags: string[];
  buildUrl: string | null;
}

/**
 * Publishes a set as one pact of one version, because brokers store one pact per consumer, provider and version. Returns the text to
 * print. Throws `BrokerProblem` when the broker refuses it.
 */
export async function publishPacts(
  { set, version, branch, tags, buildUrl }: Publication,
  env: NodeJS.ProcessEnv,
  access: BrokerAccess,
): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ad-publish-'));
  try {
    const file = path.join(folder, `${CONSUMER}-${PROVIDER}.json`);
    writeFileSync(file, mergedText(set));
    const more = [...(tags.length === 0 ? [] : [`--tag=${tags.join(',')}`]), ...(buildUrl === null ? [] : [`--build-url=${buildUrl}`])];
    const args = ['publish', file, `--consumer-app-version=${version}`, `--branch=${branch}`, ...more];
    const { code, output } = await runPactBroker(args, env, access);
    if (code !== 0)
      throw new BrokerProblem(
        `${output}\nThe broker at ${access.baseUrl} did not take the pacts. The caller is known by ${access.knownBy}.`,
      );
    const count = set.pacts.reduce((sum, { interactions }) => sum + interactions.length, 0);
    return `${output}\n${count} interactions of ${CONSUMER} ${version}, branch ${branch}, were published to ${access.baseUrl}.`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
