import { readFile, stat } from 'node:fs/promises';
import type { ContractCatalogue } from '#contracts/endpoints/contracts.ts';

/** Returns a reader of the built catalogue that reads the file again only after it has changed; null while there is none. */
export function createCatalogueReader(file: string): () => Promise<ContractCatalogue | null> {
  let cached: { stamp: string; catalogue: ContractCatalogue } | undefined;
  return async () => {
    try {
      const { mtimeMs, size } = await stat(file);
      const stamp = `${mtimeMs} ${size}`;
      if (cached?.stamp !== stamp) cached = { stamp, catalogue: JSON.parse(await readFile(file, 'utf8')) };
      return cached.catalogue;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  };
}
