import { readConfig } from '#server/config.ts';
import { rotateSecrets } from '#server/domain/assets/index.ts';
import { openVault } from '#server/open-vault.ts';
import { guarded, readArguments, runCommand } from './command.ts';

const USAGE = `usage: npm run secrets:rotate   seals every secret anew with the first key of SECRETS_KEYS
  1. make a key (npm run secrets:key -- --id <new>) and put it first: SECRETS_KEYS=<new>:...,<old>:... for every server
  2. run this command with the same SECRETS_KEYS
  3. take the old key away`;

await guarded(async () => {
  readArguments(USAGE, {});
  const config = readConfig(process.env);
  await runCommand('secrets:rotate', async ({ db, say }) => {
    const { total, renewed } = await rotateSecrets(db, await openVault(db, config));
    say(`${renewed} of ${total} secrets were sealed anew; the others were sealed by that key already`);
  });
});
