import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CONSUMER, consumerOf, mergedText, PROVIDER } from '#contracts/sets/merged.ts';
import type { PactSet } from '#contracts/sets/pact-set.ts';
import { type BrokerAccess, BrokerProblem } from './access.ts';
import { runPactBroker } from './pact-cli.ts';
import type { Source } from './source.ts';

export interface Publication extends Source {
  set: PactSet;
  /** Without commas. */
  tags: string[];
  buildUrl: string | null;
  /** Publishes a pact for each resource, with a consumer of its own, instead of one for all. */
  isPerResource?: boolean;
}

/** What is published: the texts of pacts by their consumers. */
const textsOf = ({ set, isPerResource = false }: Publication): [consumer: string, text: string][] =>
  isPerResource
    ? set.pacts.map((pact) => [consumerOf(pact.resource), mergedText({ pacts: [pact] }, consumerOf(pact.resource))])
    : [[CONSUMER, mergedText(set)]];

/**
 * Publishes a set as one pact of one version, because brokers store one pact per consumer, provider and version; or each resource with a
 * consumer of its own. Returns the text to print. Throws `BrokerProblem` when the broker refuses it.
 */
export async function publishPacts(publication: Publication, env: NodeJS.ProcessEnv, access: BrokerAccess): Promise<string> {
  const { set, version, branch, tags, buildUrl } = publication;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ad-publish-'));
  const texts = textsOf(publication);
  const outputs: string[] = [];
  try {
    const more = [...(tags.length === 0 ? [] : [`--tag=${tags.join(',')}`]), ...(buildUrl === null ? [] : [`--build-url=${buildUrl}`])];
    for (const [consumer, text] of texts) {
      const file = path.join(folder, `${consumer}-${PROVIDER}.json`);
      writeFileSync(file, text);
      const args = ['publish', file, `--consumer-app-version=${version}`, `--branch=${branch}`, ...more];
      const { code, output } = await runPactBroker(args, env, access);
      if (code !== 0) {
        throw new BrokerProblem(
          `${output}\nThe broker at ${access.baseUrl} did not take the pact of ${consumer}. The caller is known by ${access.knownBy}.`,
        );
      }
      outputs.push(output);
    }
    const count = set.pacts.reduce((sum, { interactions }) => sum + interactions.length, 0);
    const pacts = texts.length === 1 ? CONSUMER : `${texts.length} pacts of ${CONSUMER}`;
    return `${outputs.join('\n')}\n${count} interactions of ${pacts} ${version}, branch ${branch}, were published to ${access.baseUrl}.`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
