import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withOwnDatabase } from '#server/provider-states/own-database.ts';
import { describeProduct, formatProduct } from '#server/provider-states/product.ts';

/** What comes with the product beside its calls: menu, dictionaries, limits, lists and exports. */
export const PRODUCT = path.resolve(import.meta.dirname, '../../contracts/product.json');

const currentText = async (): Promise<string> => formatProduct(await withOwnDatabase(describeProduct));

export async function writeProduct(): Promise<void> {
  writeFileSync(PRODUCT, await currentText());
  process.stdout.write('contracts/product.json written\n');
}

/** A difference between the committed document and our server, in words. */
export async function checkProduct(): Promise<string[]> {
  const committed = existsSync(PRODUCT) ? readFileSync(PRODUCT, 'utf8') : '';
  return committed === (await currentText()) ? [] : ['contracts/product.json: changed; run contracts:product'];
}
