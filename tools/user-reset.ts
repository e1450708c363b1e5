import { resetAccount } from './accounts.ts';
import { guarded, readArguments, required, runCommand } from './command.ts';

const USAGE = 'usage: npm run user:reset -- --account zhang_san   gives a new password and ends all sessions of the account';

await guarded(async () => {
  const account = required(readArguments(USAGE, { account: { type: 'string' } }).account, 'account', USAGE);
  await runCommand('user:reset', async ({ db, say }) => {
    const { password, ended } = await resetAccount(db, account, new Date());
    say(`ended ${ended} sessions of ${account}; the new password, shown only now:`);
    process.stdout.write(`${password}\n`);
  });
});
