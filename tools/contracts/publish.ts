import { brokerAccess } from '#contracts/broker/access.ts';
import { publishPacts } from '#contracts/broker/publish.ts';
import { sourceOf } from '#contracts/broker/source.ts';
import { currentSet } from '#contracts/sets/pact-set.ts';
import { readArguments } from '../command.ts';

const USAGE = `usage: npm run contracts:publish -- [--branch main] [--version commit] [--tag name]... [--build-url https://…] [--allow-dirty]
  [--per-resource]
  Publishes pacts/current to the broker of PACT_BROKER_BASE_URL. Version and branch are those of git, of GIT_COMMIT and
  GIT_BRANCH, or the named ones. --per-resource publishes a pact for each resource, as of consumers such as ad-console-roles, so that
  a backend with some of them can report success.`;

export async function publish(args: string[]): Promise<void> {
  const options = {
    branch: { type: 'string' },
    version: { type: 'string' },
    tag: { type: 'string', multiple: true },
    'build-url': { type: 'string' },
    'allow-dirty': { type: 'boolean' },
    'per-resource': { type: 'boolean' },
  } as const;
  const values = readArguments(USAGE, options, args);
  const access = brokerAccess(process.env);
  const source = sourceOf({ version: values.version, branch: values.branch, allowDirty: values['allow-dirty'] }, process.env);
  const publication = {
    ...source,
    set: currentSet(),
    tags: values.tag ?? [],
    buildUrl: values['build-url'] ?? null,
    isPerResource: values['per-resource'] === true,
  };
  process.stdout.write(`${await publishPacts(publication, process.env, access)}\n`);
}
