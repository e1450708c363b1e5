import { randomBytes } from 'node:crypto';
import { guarded, readArguments } from './command.ts';

const USAGE = 'usage: npm run secrets:key -- [--id main]   makes a key for SECRETS_KEYS and shows it once; it is kept nowhere';

await guarded(async () => {
  const { id = 'main' } = readArguments(USAGE, { id: { type: 'string' } });
  process.stdout.write(`${id}:${randomBytes(32).toString('base64')}\n`);
});
