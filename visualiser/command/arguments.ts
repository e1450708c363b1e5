import { parseArgs } from 'node:util';

export const COMMANDS = ['build', 'svg', 'md'] as const;

export type Command = (typeof COMMANDS)[number] | 'serve';

export interface Arguments {
  command: Command;
  /** Files, or patterns of files. */
  patterns: readonly string[];
  /** Whether the page is updated when a source changes. */
  isWatching: boolean;
  /** A folder, or a file for Markdown; undefined for the usual one. */
  out: string | undefined;
  name: string | undefined;
  /** Undefined for the usual one, or another if it is taken. */
  port: number | undefined;
  editor: string | undefined;
  coverage: string | undefined;
  isDark: boolean;
}

export const USAGE = `machine-visualiser <files> [--watch | build | svg | md] [options]
  Shows the XState 5 machines that modules export: 'src/**/*.machine.ts' in quotes, or paths of files.

  (no command)   serves the page on this computer
  --watch        serves it, and updates it when a source changes
  build          writes the page to a folder that needs no server (--out, visualiser by default)
  svg            writes a drawing of every machine to a folder (--out, machines by default)
  md             writes all machines to one Markdown file with Mermaid diagrams (--out, machines.md by default)

  --out <path>       where to write
  --name <text>      name of the project; that of its package.json by default
  --port <number>    port of the page; 4710 by default, or another if that is taken
  --editor <url>     opens a source: an address with {file} and {line}; vscode://file/{file}:{line} by default
  --coverage <file>  a report of what tests reached, for the page
  --dark             drawings in dark colours
  --help             shows this text`;

export class UsageError extends Error {}

const OPTIONS = {
  watch: { type: 'boolean' },
  out: { type: 'string' },
  name: { type: 'string' },
  port: { type: 'string' },
  editor: { type: 'string' },
  coverage: { type: 'string' },
  dark: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

function parsePort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (text.trim() === '' || !Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UsageError(`--port must be a number from 0 to 65535, not "${text}".`);
  }
  return port;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
}

/** Undefined if help is wanted. Throws `UsageError`. */
export function parseArguments(args: readonly string[]): Arguments | undefined {
  const { values, positionals } = parse(args);
  if (values.help === true) return undefined;
  // The command may stand before or after the files.
  const command = COMMANDS.find((one) => positionals[0] === one || positionals.at(-1) === one);
  const patterns = command === undefined ? positionals : positionals.toSpliced(positionals[0] === command ? 0 : -1, 1);
  if (patterns.length === 0) throw new UsageError('Name the files with machines.');
  const isWatching = values.watch === true;
  if (isWatching && command !== undefined) throw new UsageError(`--watch serves the page; it does not go with "${command}".`);
  return {
    command: command ?? 'serve',
    patterns,
    isWatching,
    out: values.out,
    name: values.name,
    port: parsePort(values.port),
    editor: values.editor,
    coverage: values.coverage,
    isDark: values.dark === true,
  };
}
