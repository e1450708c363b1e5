import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import * as products from '#contracts/endpoints/products.ts';
import { isHttps } from '#contracts/rules/https-address.ts';
import { type CallContext, defineCall } from '../call.ts';
import { isUniqueViolation } from '../faults.ts';
import { requireContentUnused } from '../in-use.ts';
import { toListFreshness } from '../insights/index.ts';
import { reasonText } from '../messages.ts';
import { changesBetween, trimmedName, versionConflict } from '../people/index.ts';
import { refuse, refuseField } from '../refusal.ts';
import { MAX_COVER_BODY_BYTES, storeCover } from './covers.ts';
import * as repository from './products.repository.ts';
import { isOnDomain } from './products.rules.ts';
import { requireListed } from './require-listed.ts';

export const PRODUCT = 'product';

type Fields = repository.ProductFields;

/** Refuses a URL that is not on the domain of the site. */
function requireUrlOnDomain(url: string, domain: string): void {
  if (!isHttps(url)) throw refuseField('url', 'https');
  if (!isOnDomain(url, domain)) throw refuseField('url', 'siteDomain', { domain });
}

/** Finds an e-commerce site that the caller may see; refuses at `site_id` otherwise. */
export async function requireSite({ db, caller }: Pick<CallContext, 'db' | 'caller'>, id: number): Promise<repository.EcommerceSite> {
  const [site] = await repository.loadSites(db, caller, id);
  if (site === undefined) throw refuseField('site_id', 'exists');
  return site;
}

const refuseDuplicateSku = (error: unknown): never => {
  if (isUniqueViolation(error)) throw refuse('DUPLICATE', { field: 'sku' });
  throw error;
};

async function requireProduct(context: CallContext, id: number) {
  const found = await repository.findProduct(context.db, context.caller, context.now, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  return repository.toProductRow(found, context);
}

async function createProduct(context: CallContext, request: RequestOf<typeof products.createProduct>) {
  const { db, now } = context;
  requireListed('currencies', request.currency, 'currency');
  const site = await requireSite(context, request.site_id);
  const url = request.url.trim();
  requireUrlOnDomain(url, site.domain);
  const product: Fields = {
    sku: trimmedName(request.sku, 'sku'),
    name: trimmedName(request.name),
    site_id: site.id,
    price: request.price,
    currency: request.currency,
    url,
    status: request.status ?? 'on',
    cover_key: (await storeCover(context, request.cover)) ?? null,
  };
  const id = await repository.insertProduct(db, { ...product, now }).catch(refuseDuplicateSku);
  context.audit({ targetType: PRODUCT, targetId: id, targetLabel: product.sku, summary: product.name, after: product });
  return await requireProduct(context, id);
}

/** Writes the fields that differ and returns the row as it is afterwards. */
async function applyChanges(context: CallContext, before: repository.LockedProduct, after: Partial<Fields>) {
  const changes = changesBetween<Fields>(before, after);
  if (changes === null) {
    context.unchanged();
    return await requireProduct(context, before.id);
  }
  await repository.updateProduct(context.db, before.id, changes.after, context.now).catch(refuseDuplicateSku);
  context.audit({
    targetType: PRODUCT,
    targetId: before.id,
    targetLabel: before.sku,
    summary: { codes: Object.keys(changes.after) },
    ...changes,
  });
  return await requireProduct(context, before.id);
}

async function editProduct(context: CallContext, request: RequestOf<typeof products.editProduct>) {
  const { db } = context;
  const before = await repository.lockProduct(db, request.id);
  if (before === undefined) throw refuse('NOT_FOUND');
  if (before.version !== request.version) throw await versionConflict(context, PRODUCT, await requireProduct(context, before.id));
  const { id: _id, version: _version, idempotency_key: _key, cover, sku, name, url, ...rest } = request;
  requireListed('currencies', rest.currency, 'currency');
  const fields: Partial<Fields> = {
    ...rest,
    ...(sku === undefined ? {} : { sku: trimmedName(sku, 'sku') }),
    ...(name === undefined ? {} : { name: trimmedName(name) }),
    ...(url === undefined ? {} : { url: url.trim() }),
  };
  if (fields.url !== undefined || fields.site_id !== undefined) {
    const isMoved = fields.site_id !== undefined && fields.site_id !== before.site_id;
    const domain = isMoved ? (await requireSite(context, fields.site_id ?? 0)).domain : await repository.findDomain(db, before.site_id);
    requireUrlOnDomain(fields.url ?? before.url, domain ?? '');
  }
  const key = await storeCover(context, cover);
  return await applyChanges(context, before, key === undefined ? fields : { ...fields, cover_key: key });
}

async function setStatus(context: CallContext, { id, status }: RequestOf<typeof products.setProductStatus>) {
  const before = await repository.lockProduct(context.db, id);
  if (before === undefined) throw refuse('NOT_FOUND');
  return await applyChanges(context, before, { status });
}

async function deleteProduct(context: CallContext, { id, reason }: RequestOf<typeof products.deleteProduct>) {
  const { db, now } = context;
  const before = await repository.lockProduct(db, id);
  if (before === undefined) throw refuse('NOT_FOUND');
  await requireContentUnused(db, 'product', id);
  await repository.updateProduct(db, id, { deleted_at: now }, now);
  context.audit({ targetType: PRODUCT, targetId: id, targetLabel: before.sku, summary: reason.trim(), before: { name: before.name } });
  return {};
}

export const productCalls = [
  defineCall({
    endpoint: products.listProducts,
    audit: 'read',
    async handle(context, request) {
      const { db, caller } = context;
      const page = request.page ?? 1;
      const limit = request.page_size ?? 20;
      const [total, found, fresh] = await Promise.all([
        repository.countProducts(db, request),
        repository.loadProductPage(db, caller, context.now, { ...request, limit, offset: (page - 1) * limit }),
        repository.loadSalesFreshness(db, caller, context.now),
      ]);
      const list = found.map((row) => repository.toProductRow(row, context));
      return { list, total, page, page_size: limit, ...toListFreshness(fresh, context.language) };
    },
  }),
  defineCall({ endpoint: products.productDetail, audit: 'read', handle: (context, { id }) => requireProduct(context, id) }),
  defineCall({ endpoint: products.createProduct, audit: 'write', subject: PRODUCT, bodyMax: MAX_COVER_BODY_BYTES, handle: createProduct }),
  defineCall({ endpoint: products.editProduct, audit: 'write', subject: PRODUCT, bodyMax: MAX_COVER_BODY_BYTES, handle: editProduct }),
  defineCall({ endpoint: products.setProductStatus, audit: 'write', subject: PRODUCT, handle: setStatus }),
  defineCall({ endpoint: products.deleteProduct, audit: 'write', subject: PRODUCT, handle: deleteProduct }),
  defineCall({
    endpoint: products.simpleProducts,
    audit: 'read',
    async handle({ db, language }, { usable, page = 1, page_size = 20, ...query }) {
      const { list, total } = await repository.loadSimpleProducts(db, { ...query, limit: page_size, offset: (page - 1) * page_size });
      const offText = reasonText('CONTENT_OFF', language);
      return { list: list.map((row) => (usable === true && row.status === 'off' ? { ...row, disabled: offText } : row)), total };
    },
  }),
];
