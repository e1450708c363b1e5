// npm run contracts:… and openapi: the agreement between the console and any backend. Each command loads only what it needs.
import { CommandError } from './command.ts';

type Command = (args: string[]) => Promise<void>;

const commands: Record<string, Command> = {
  openapi: async () => (await import('./contracts/generate.ts')).writeOpenApi(),
  generate: async () => await (await import('./contracts/generate.ts')).generate(),
  check: async () => await (await import('./contracts/generate.ts')).check(),
  docs: async () => await (await import('./contracts/docs.ts')).docs(),
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
  if (command === undefined) throw new CommandError(`Say what to do: ${Object.keys(commands).join(', ')}.`);
  await command(args);
}

await main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`✖ ${error.message}\n`);
  // A command may have printed a more precise error.
  process.exitCode ||= 1;
});
