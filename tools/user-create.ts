import { migrateToLatest } from '#server/database/migrate.ts';
import { createAccount } from './accounts.ts';
import { CommandError, guarded, readArguments, required, runCommand } from './command.ts';

const USAGE = `usage: npm run user:create -- --account zhang_san --name 张三 --is-admin 0|1|9
  [--department name-or-id] [--role name]... [--leader] [--platform dj|ec]
  0 staff, 1 admin, 9 super admin (only this command makes one). The password is shown once.`;

function oneOf<T extends string>(value: string, option: string, values: readonly T[]): T {
  const found = values.find((each) => each === value);
  if (found === undefined) throw new CommandError(`--${option} must be one of ${values.join(', ')}.\n${USAGE}`);
  return found;
}

await guarded(async () => {
  const values = readArguments(USAGE, {
    account: { type: 'string' },
    name: { type: 'string' },
    'is-admin': { type: 'string' },
    department: { type: 'string' },
    role: { type: 'string', multiple: true },
    leader: { type: 'boolean' },
    platform: { type: 'string' },
  });
  const given = {
    account: required(values.account, 'account', USAGE),
    name: required(values.name, 'name', USAGE),
    isAdmin: Number(oneOf(required(values['is-admin'], 'is-admin', USAGE), 'is-admin', ['0', '1', '9'])) as 0 | 1 | 9,
    isLeader: values.leader ?? false,
    platform: oneOf(values.platform ?? 'dj', 'platform', ['dj', 'ec']),
    roles: values.role ?? [],
    ...(values.department === undefined ? {} : { department: values.department }),
  };
  await runCommand('user:create', async ({ db, say }) => {
    await migrateToLatest(db);
    const { id, password } = await createAccount(db, given, new Date());
    say(`created account ${given.account} (id ${id}); its password, shown only now:`);
    process.stdout.write(`${password}\n`);
  });
});
