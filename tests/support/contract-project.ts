import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Interaction } from '#contracts/sets/interaction.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** A folder with what the contracts of this project need: two of its pacts, the OpenAPI document and a place for decisions. */
export interface ContractProject {
  root: string;
  write(file: string, content: unknown): void;
  read(file: string): string;
  remove(file: string): void;
  /** Changes one interaction of the current pact of roles. */
  change(description: string, change: (interaction: Interaction) => void): void;
}

export function contractProject(): ContractProject {
  const root = mkdtempSync(path.join(os.tmpdir(), 'ad-contracts-'));
  const at = (file: string) => path.join(root, file);
  const read = (file: string) => readFileSync(at(file), 'utf8');
  const write = (file: string, content: unknown) => {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    writeFileSync(at(file), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
  };
  for (const file of ['pacts/current/roles.json', 'pacts/current/dicts.json', 'contracts/openapi.json'])
    cpSync(path.join(ROOT, file), at(file));
  write('package.json', { version: '1.0.0' });
  return {
    root,
    write,
    read,
    remove: (file) => rmSync(at(file), { recursive: true }),
    change: (description, change) => {
      const pact = JSON.parse(read('pacts/current/roles.json')) as { interactions: Interaction[] };
      const found = pact.interactions.find((each) => each.description === description);
      if (!found) throw new Error(`no interaction is called "${description}"`);
      change(found);
      write('pacts/current/roles.json', pact);
    },
  };
}
