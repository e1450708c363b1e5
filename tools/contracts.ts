// npm run contracts:… and openapi: the agreement between the console and any backend. Each command loads only what it needs.
import { CommandError, readArguments, Usage } from './command.ts';

type Command = (args: string[]) => Promise<void>;

/** A command without options. */
const plain =
  (name: string, text: string, work: () => Promise<void>): Command =>
  async (args) => {
    readArguments(`npm run ${name}\n  ${text}`, {}, args);
    await work();
  };

const commands: Record<string, Command> = {
  openapi: plain('openapi', 'Writes contracts/openapi.json.', async () => (await import('./contracts/generate.ts')).writeOpenApi()),
  generate: plain('contracts:generate', 'Writes pacts/current from the consumer tests.', async () =>
    (await import('./contracts/generate.ts')).generate(),
  ),
  check: plain('contracts:check', 'Fails unless the sources give the committed contracts.', async () =>
    (await import('./contracts/generate.ts')).check(),
  ),
  product: plain('contracts:product', 'Writes contracts/product.json from our server.', async () =>
    (await import('./contracts/product.ts')).writeProduct(),
  ),
  docs: plain('contracts:docs', 'Builds the catalogue of the contracts in dist/contracts-static.', async () =>
    (await import('./contracts/docs.ts')).docs(),
  ),
  provider: async (args) => await (await import('./contracts/provider.ts')).serveProvider(args),
  verify: async (args) => await (await import('./contracts/verify.ts')).verify(args),
  mutate: async (args) => await (await import('./contracts/mutate.ts')).mutate(args),
  publish: async (args) => await (await import('./contracts/publish.ts')).publish(args),
  'can-i-deploy': async (args) => await (await import('./contracts/can-i-deploy.ts')).canIDeploy(args),
  'publish-results': async (args) => await (await import('./contracts/publish-results.ts')).publishVerification(args),
  compare: async (args) => (await import('./contracts/compare.ts')).compare(args),
  release: async (args) => (await import('./contracts/release.ts')).release(args),
  retire: async (args) => (await import('./contracts/release.ts')).retireRelease(args),
};

async function main([wanted = '', ...args]: string[]): Promise<void> {
  const command = commands[wanted];
  if (wanted === '--help') throw new Usage(`npm run contracts:<command> -- --help; the commands are ${Object.keys(commands).join(', ')}.`);
  if (command === undefined) throw new CommandError(`Say what to do: ${Object.keys(commands).join(', ')}.`);
  await command(args);
}

await main(process.argv.slice(2)).catch((error: Error) => {
  if (error instanceof Usage) {
    process.stdout.write(`${error.message}\n`);
    process.exitCode = 0;
    return;
  }
  process.stderr.write(`✖ ${error.message}\n`);
  // A command may have printed a more precise error.
  process.exitCode ||= 1;
});
