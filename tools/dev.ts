import { type ChildProcess, spawn } from 'node:child_process';

/**
 * npm run dev: the server, started anew when one of its files changes, and the console with hot reload in front of
 * it. The browser opens the console's address; what it asks below /api goes to the server.
 */
const apiPort = process.env['PORT'] ?? '8080';
const consolePort = process.env['DEV_PORT'] ?? '3000';
const env = { ...process.env, PORT: apiPort, DEV_PORT: consolePort, API_ORIGIN: `http://127.0.0.1:${apiPort}` };

const programs: ChildProcess[] = [
  spawn(
    process.execPath,
    ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', '--include', 'contracts/**/*.ts', 'server/main.ts'],
    {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  ),
  spawn(process.execPath, ['node_modules/@rsbuild/core/bin/rsbuild.js', 'dev'], { env, stdio: ['ignore', 'inherit', 'inherit'] }),
];

let isStopping = false;
function stop(code: number): void {
  if (isStopping) return;
  isStopping = true;
  process.exitCode = code;
  for (const program of programs) program.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0));
// One without the other is of no use.
for (const program of programs) program.once('exit', (code) => stop(code ?? 1));
