import { createRequire } from 'node:module';
import path from 'node:path';

type Resolve = (id: string) => string;

const PACKAGE = '@pact-foundation/pact-cli';

/** Its packages of the platforms lie beside it, or below it. */
const besideTheCli: Resolve = (id) => {
  const cli = createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`);
  return createRequire(cli).resolve(id);
};

/** The `pact` program of this platform. npm leaves it out where optional packages are left out. */
export function pactBinary(resolve: Resolve = besideTheCli): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `${PACKAGE}-${os}-${process.arch}`;
  try {
    return path.join(path.dirname(resolve(`${name}/package.json`)), 'standalone', os === 'windows' ? 'pact.exe' : 'pact');
  } catch {
    throw new Error(
      `The pact program for this machine is not installed: package ${name} is missing. Install with optional packages (npm ci without --omit=optional).`,
    );
  }
}
