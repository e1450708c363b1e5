import { readFile, stat } from 'node:fs/promises';
import type { ContractCatalogue } from '#contracts/endpoints/contracts.ts';

/** Answers the catalogue in a file as it was built, null while there is none. Read again only once the file is another. */
export function catalogueIn(file: string): () => Promise<ContractCatalogue | null> {
  let known: { mark: string; catalogue: ContractCatalogue } | undefined;
  return async () => {
    try {
      const { mtimeMs, size } = await stat(file);
      const mark = `${mtimeMs} ${size}`;
      if (known?.mark !== mark) known = { mark, catalogue: JSON.parse(await readFile(file, 'utf8')) };
      return known.catalogue;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  };
}
