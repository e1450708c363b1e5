import { type ChildProcess, spawn } from 'node:child_process';

/**
 * npm run dev: the server, which restarts when one of its files changes, the console with hot reload in front of it, and the visualiser,
 * which rereads machines when they change. The browser opens the address of the console; requests below /api go to the server, those below
 * /visualiser to the visualiser.
 */
const apiPort = process.env['PORT'] ?? '8080';
const consolePort = process.env['DEV_PORT'] ?? '3000';
const visualiserPort = process.env['VISUALISER_PORT'] ?? String(Number(consolePort) + 1);
const galleryFolder = 'dist/visualiser-dev';
const env = {
  ...process.env,
  PORT: apiPort,
  DEV_PORT: consolePort,
  API_ORIGIN: `http://127.0.0.1:${apiPort}`,
  VISUALISER_ORIGIN: `http://127.0.0.1:${visualiserPort}`,
};
const ofVisualiser = { ...env, DEV_PORT: visualiserPort, DEV_BASE: '/visualiser', VISUALISER_DATA: galleryFolder };

const start = (args: readonly string[], given: NodeJS.ProcessEnv = env): ChildProcess =>
  spawn(process.execPath, args, { env: given, stdio: ['ignore', 'inherit', 'inherit'] });
const watch = (...args: string[]) => start(['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', ...args]);
const rsbuild = ['node_modules/@rsbuild/core/bin/rsbuild.js', 'dev'];

const programs: ChildProcess[] = [
  watch('--include', 'contracts/**/*.ts', 'server/main.ts'),
  start(rsbuild),
  start(['--import', 'tsx', 'tools/visualiser.ts', 'gallery', galleryFolder, '--watch']),
  start([...rsbuild, '--config', 'rsbuild.visualiser.config.ts'], ofVisualiser),
];

let isStopping = false;
function stop(code: number): void {
  if (isStopping) return;
  isStopping = true;
  process.exitCode = code;
  for (const program of programs) program.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0));
// Each process is useless without the others.
for (const program of programs) program.once('exit', (code) => stop(code ?? 1));
