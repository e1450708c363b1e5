import { withOwnProvider } from '#server/provider-states/own-database.ts';
import { STATES_PATH } from '#server/provider-states/provider-states.ts';
import { CommandError, readArguments } from '../command.ts';

const USAGE = 'npm run contracts:provider -- [--port 4010]';
const HIGHEST_PORT = 65_535;

function portOf(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > HIGHEST_PORT) throw new CommandError(`--port "${text}" is no port.\n${USAGE}`);
  return port;
}

/** Serves the server with provider states, on its own empty database, until it is stopped. */
export async function serveProvider(args: string[]): Promise<void> {
  const { port = '0' } = readArguments(USAGE, { port: { type: 'string' } }, args);
  await withOwnProvider(portOf(port), async ({ url }) => {
    process.stdout.write(`provider ${url}\nstates   ${url}${STATES_PATH}\n`);
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
    });
  });
}
