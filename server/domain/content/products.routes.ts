import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import * as products from '#contracts/endpoints/products.ts';
import { type CallContext, defineCall } from '../call.ts';
import { isUniqueViolation } from '../faults.ts';
import { isHttps } from '../https-address.ts';
import { requireUnadvertised } from '../in-use.ts';
import { toListFreshness } from '../insights/index.ts';
import { reasonText } from '../messages.ts';
import { changesBetween, trimmedName, versionConflict } from '../people/index.ts';
import { refuse, refuseField } from '../refusal.ts';
import { COVER_BODY_MAX, coverKey } from './covers.ts';
import { requireListed } from './listed.ts';
import * as repository from './products.repository.ts';
import { isOnDomain } from './products.rules.ts';

export const PRODUCT = 'product';

type Fields = repository.ProductFields;

/** Refuses an address that is not on the domain of the site. */
function requireAddress(url: string, domain: string): void {
  if (!isHttps(url)) throw refuseField('url', 'https');
  if (!isOnDomain(url, domain)) throw refuseField('url', 'siteDomain', { domain });
}

/** A site of e-commerce that the caller may see. Refuses at `site_id`. */
export async function requireSite({ db, caller }: Pick<CallContext, 'db' | 'caller'>, id: number): Promise<repository.KnownSite> {
  const [site] = await repository.sitesOf(db, caller, id);
  if (site === undefined) throw refuseField('site_id', 'exists');
  return site;
}

const duplicate = (error: unknown): never => {
  if (isUniqueViolation(error)) throw refuse('DUPLICATE', { field: 'sku' });
  throw error;
};

async function rowOf(context: CallContext, id: number) {
  const found = await repository.productById(context.db, context.caller, context.now, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  return repository.productAsRow(found, context);
}

async function createProduct(context: CallContext, request: RequestOf<typeof products.createProduct>) {
  const { db, now } = context;
  requireListed('currencies', request.currency, 'currency');
  const site = await requireSite(context, request.site_id);
  const url = request.url.trim();
  requireAddress(url, site.domain);
  const product: Fields = {
    sku: trimmedName(request.sku, 'sku'),
    name: trimmedName(request.name),
    site_id: site.id,
    price: request.price,
    currency: request.currency,
    url,
    status: request.status ?? 'on',
    cover_key: (await coverKey(context, request.cover)) ?? null,
  };
  const id = await repository.insertProduct(db, { ...product, now }).catch(duplicate);
  context.audit({ targetType: PRODUCT, targetId: id, targetLabel: product.sku, summary: product.name, after: product });
  return await rowOf(context, id);
}

/** Writes what differs; answers the row as it is then. */
async function change(context: CallContext, before: repository.LockedProduct, after: Partial<Fields>) {
  const changes = changesBetween<Fields>(before, after);
  if (changes === null) {
    context.unchanged();
    return await rowOf(context, before.id);
  }
  await repository.updateProduct(context.db, before.id, changes.after, context.now).catch(duplicate);
  context.audit({
    targetType: PRODUCT,
    targetId: before.id,
    targetLabel: before.sku,
    summary: Object.keys(changes.after).join(', '),
    ...changes,
  });
  return await rowOf(context, before.id);
}

async function editProduct(context: CallContext, request: RequestOf<typeof products.editProduct>) {
  const { db } = context;
  const before = await repository.lockProduct(db, request.id);
  if (before === undefined) throw refuse('NOT_FOUND');
  if (before.version !== request.version) throw await versionConflict(context, PRODUCT, await rowOf(context, before.id));
  const { id: _id, version: _version, idempotency_key: _key, cover, sku, name, url, ...rest } = request;
  requireListed('currencies', rest.currency, 'currency');
  const given: Partial<Fields> = {
    ...rest,
    ...(sku === undefined ? {} : { sku: trimmedName(sku, 'sku') }),
    ...(name === undefined ? {} : { name: trimmedName(name) }),
    ...(url === undefined ? {} : { url: url.trim() }),
  };
  if (given.url !== undefined || given.site_id !== undefined) {
    const isMoved = given.site_id !== undefined && given.site_id !== before.site_id;
    const domain = isMoved ? (await requireSite(context, given.site_id ?? 0)).domain : await repository.domainOf(db, before.site_id);
    requireAddress(given.url ?? before.url, domain ?? '');
  }
  const key = await coverKey(context, cover);
  return await change(context, before, key === undefined ? given : { ...given, cover_key: key });
}

async function setStatus(context: CallContext, { id, status }: RequestOf<typeof products.setProductStatus>) {
  const before = await repository.lockProduct(context.db, id);
  if (before === undefined) throw refuse('NOT_FOUND');
  return await change(context, before, { status });
}

async function deleteProduct(context: CallContext, { id, reason }: RequestOf<typeof products.deleteProduct>) {
  const { db, now } = context;
  const before = await repository.lockProduct(db, id);
  if (before === undefined) throw refuse('NOT_FOUND');
  await requireUnadvertised(db, 'product', id);
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
        repository.pageOfProducts(db, caller, context.now, { ...request, limit, offset: (page - 1) * limit }),
        repository.freshnessOfSales(db, caller, context.now),
      ]);
      const list = found.map((row) => repository.productAsRow(row, context));
      return { list, total, page, page_size: limit, ...toListFreshness(fresh, context.language) };
    },
  }),
  defineCall({ endpoint: products.productDetail, audit: 'read', handle: (context, { id }) => rowOf(context, id) }),
  defineCall({ endpoint: products.createProduct, audit: 'write', subject: PRODUCT, bodyMax: COVER_BODY_MAX, handle: createProduct }),
  defineCall({ endpoint: products.editProduct, audit: 'write', subject: PRODUCT, bodyMax: COVER_BODY_MAX, handle: editProduct }),
  defineCall({ endpoint: products.setProductStatus, audit: 'write', subject: PRODUCT, handle: setStatus }),
  defineCall({ endpoint: products.deleteProduct, audit: 'write', subject: PRODUCT, handle: deleteProduct }),
  defineCall({
    endpoint: products.simpleProducts,
    audit: 'read',
    async handle({ db, language }, { usable, page = 1, page_size = 20, ...query }) {
      const { list, total } = await repository.simpleProducts(db, { ...query, limit: page_size, offset: (page - 1) * page_size });
      const why = reasonText('CONTENT_OFF', language);
      return { list: list.map((row) => (usable === true && row.status === 'off' ? { ...row, disabled: why } : row)), total };
    },
  }),
];
