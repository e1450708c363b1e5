// The command line of the package. Reads machines in a process of its own, so that a changed module is read again.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Arguments, parseArguments, USAGE, UsageError } from './arguments.ts';
import { DEFAULT_EDITOR, editorBelow } from './editor.ts';
import { type Job, type JobResult, runJob } from './job.ts';
import { addLiveRelay } from './live-relay.ts';
import { CHANGES, LIVE, serveSite } from './serve-site.ts';
import { summarizeError } from './summarize-error.ts';
import { watchFiles } from './watch-files.ts';

/** First argument of the process that reads machines. */
const JOB = '--job';

/** The built page: beside the bundled program, or in the build of this repository. */
const PAGE = [new URL('./site', import.meta.url), new URL('../../dist/visualiser-package/site', import.meta.url)].map((url) =>
  fileURLToPath(url),
);

const findPage = (): string => PAGE.find((folder) => existsSync(folder)) ?? PAGE[0] ?? '';

const say = (text: string) => process.stderr.write(`${text}\n`);

const isResult = (value: unknown): value is JobResult =>
  typeof value === 'object' && value !== null && 'count' in value && 'problems' in value;

/** Runs a job in a process that understands TypeScript. */
function startJob(job: Job): Promise<JobResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--import', import.meta.resolve('tsx'), fileURLToPath(import.meta.url), JOB, JSON.stringify(job)],
      {
        cwd: job.root,
        // What modules print goes to the terminal, and nothing of it into results.
        stdio: ['ignore', 2, 2, 'ipc'],
      },
    );
    let result: JobResult | undefined;
    child.on('message', (message) => {
      if (isResult(message)) result = message;
    });
    child.once('error', reject);
    child.once('close', () => resolve(result ?? { count: 0, problems: [], failure: 'The machines could not be read; see above.' }));
  });
}

async function doJob(text: string): Promise<void> {
  const job = JSON.parse(text) as Job;
  const result = await runJob(job).catch(
    (error: unknown): JobResult => ({ count: 0, problems: [], failure: summarizeError(error, job.root) }),
  );
  // Modules may have left timers and connections behind, which would keep the process alive.
  process.send?.(result, () => process.exit(0));
}

/** Says what was done and what is wrong; returns whether everything is right. */
function report({ count, problems, failure }: JobResult, done: string): boolean {
  for (const { at, message } of problems) say(`✖ ${at}: ${message}`);
  if (failure !== undefined) say(`✖ ${failure}`);
  else say(`▸ ${count} ${count === 1 ? 'machine' : 'machines'}${done}`);
  return failure === undefined && problems.length === 0;
}

function readProjectName(root: string): string {
  try {
    const { name } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { name?: unknown };
    if (typeof name === 'string' && name !== '') return name;
  } catch {
    // A folder without a package.
  }
  return path.basename(root);
}

const USUAL_OUT = { build: 'visualiser', svg: 'machines', md: 'machines.md' } as const;
const KINDS = { build: 'site', svg: 'svg', md: 'md' } as const;

async function serve({ isWatching, port, editor = DEFAULT_EDITOR }: Arguments, job: Omit<Job, 'kind' | 'out'>): Promise<void> {
  const data = mkdtempSync(path.join(tmpdir(), 'machine-visualiser-'));
  process.once('exit', () => rmSync(data, { recursive: true, force: true }));
  const write = () =>
    startJob({
      ...job,
      kind: 'data',
      out: data,
      editor: editorBelow(editor, job.root),
    });
  const first = await write();
  report(first, '');
  if (first.failure !== undefined) {
    process.exitCode = 1;
    return;
  }
  const site = await serveSite(job.page, data, { port, offers: isWatching ? [CHANGES, LIVE] : [LIVE] });
  const relay = addLiveRelay(site.server);
  const stopWatching = isWatching
    ? watchFiles([job.root], async () => {
        report(await write(), ' after a change');
      })
    : () => undefined;
  process.stdout.write(`\n  ${site.address}   (Ctrl+C stops)\n\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stopWatching();
      relay.close();
      void site.close().then(() => process.exit(0));
    });
  }
}

async function run(args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args);
  if (!parsed) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const { command, patterns, out, name, coverage, isDark } = parsed;
  const root = process.cwd();
  const job = {
    root,
    name: name ?? readProjectName(root),
    patterns,
    page: findPage(),
    isDark,
    ...(coverage !== undefined && { coverage: path.resolve(coverage) }),
  };
  if (command === 'serve') {
    await serve(parsed, job);
    return;
  }
  const target = path.resolve(out ?? USUAL_OUT[command]);
  const isRight = report(await startJob({ ...job, kind: KINDS[command], out: target }), ` → ${path.relative(root, target) || '.'}`);
  if (!isRight) process.exitCode = 1;
}

const [first, second] = process.argv.slice(2);
try {
  if (first === JOB && second !== undefined) await doJob(second);
  else await run(process.argv.slice(2));
} catch (error) {
  say(`✖ ${error instanceof UsageError ? `${error.message}\n\n${USAGE}` : summarizeError(error, process.cwd())}`);
  process.exitCode = 1;
}
