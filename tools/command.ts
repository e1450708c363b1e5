import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ConfigError, readDataDir, readPostgresUrl } from '#server/config.ts';
import { type Connection, connectDatabase } from '#server/database/connect.ts';
import { DatabaseProblem } from '#server/database/embedded/problem.ts';
import { VaultProblem } from '#server/domain/vault.ts';
import { openForCommand } from '#server/open-database.ts';

/** A wrong argument or a refusal; its message is all the reader needs. */
export class CommandError extends Error {}

/** The reader asked how a command is used; the message says it. */
export class Usage extends Error {}

export interface CommandContext {
  db: Connection['db'];
  /** For commands that need their own connection. */
  directUrl: string;
  /** The folder of the embedded database and its backups. */
  dataDir: string;
  say(text: string): void;
}

type Options = NonNullable<ParseArgsConfig['options']>;

/** Reads `--name value` arguments; `--help` is a `Usage`, an unknown or half given one is a `CommandError` that shows the usage. */
export function readArguments<const O extends Options>(usage: string, options: O, args: string[] = process.argv.slice(2)) {
  if (args.includes('--help')) throw new Usage(usage);
  try {
    return parseArgs({ args, options, allowPositionals: false, strict: true }).values;
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${usage}`);
  }
}

/** The value, or a `CommandError` that names the missing option. */
export function required(value: string | undefined, option: string, usage: string): string {
  if (value === undefined || value.trim() === '') throw new CommandError(`--${option} is missing.\n${usage}`);
  return value.trim();
}

const say = (text: string) => process.stderr.write(`▸ ${text}\n`);

/**
 * Runs a command on the database of DATABASE_URL, on that of the server running on DATA_DIR, or on the embedded one
 * started just for it. Faults are shown in one line and end the program with exit code 1.
 */
export async function runCommand(name: string, work: (context: CommandContext) => Promise<void>): Promise<void> {
  await guarded(async () => {
    const dataDir = readDataDir(process.env);
    const given = {
      dataDir,
      databaseUrl: readPostgresUrl(process.env, 'DATABASE_URL'),
      directUrl: readPostgresUrl(process.env, 'DATABASE_DIRECT_URL'),
    };
    const database = await openForCommand(given, name, say);
    try {
      const { db, close } = connectDatabase({ url: database.directUrl, max: 2, statementTimeout: 600_000 });
      try {
        await work({ db, directUrl: database.directUrl, dataDir, say });
      } finally {
        await close();
      }
    } finally {
      await database.stop();
    }
  });
}

export async function guarded(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Usage) {
      process.stdout.write(`${error.message}\n`);
      process.exitCode = 0;
      return;
    }
    process.stderr.write(`✖ ${explain(error)}\n`);
    process.exitCode = 1;
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isPlain =
    [CommandError, ConfigError, DatabaseProblem, VaultProblem].some((known) => error instanceof known) || error.name === 'BadBackup';
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return `The database does not answer (${error.message || code}).`;
  return isPlain ? error.message : (error.stack ?? error.message);
}
