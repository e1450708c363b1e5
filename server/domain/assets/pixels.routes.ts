import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { ApiPath } from '#contracts/endpoints/index.ts';
import * as pixels from '#contracts/endpoints/pixels.ts';
import { type CallContext, defineCall } from '../call.ts';
import { changesBetween, versionConflict } from '../people/index.ts';
import { Refusal, refuse } from '../refusal.ts';
import { resolveSelection } from '../selection.ts';
import { requireLockedAsset } from './asset-access.ts';
import { orderBind, orderStatus, orderUnbind } from './asset-orders.ts';
import { discoverKind } from './discover.ts';
import { discoverForImport } from './discovered-assets.ts';
import { CAPI_TOKEN_PLACE, pixelKind } from './pixel.kind.ts';
import { sendTestEvent } from './pixels.events.ts';
import * as repository from './pixels.repository.ts';
import { describeServed, findCapiFault } from './pixels.rules.ts';
import { setAssetSites } from './site-relations.ts';

const PIXEL = 'pixel';

async function requireRow(context: CallContext, id: number) {
  const row = await repository.findPixelRow(context.db, context, id);
  if (row === undefined) throw refuse('NOT_FOUND');
  return row;
}

async function edit(context: CallContext, request: RequestOf<typeof pixels.editPixel>) {
  const { db, caller, now, vault } = context;
  await context.batches.requireFree(db, PIXEL, request.id);
  const pixel = await requireLockedAsset(db, caller, PIXEL, request.id);
  if (pixel.version !== request.version) throw await versionConflict(context, PIXEL, await requireRow(context, pixel.id));
  const current = await repository.loadCapiSettings(db, pixel.id);
  const before = { capi_enabled: current.capi_enabled, test_event_code: current.test_event_code };
  const after = {
    capi_enabled: request.capi_enabled ?? before.capi_enabled,
    test_event_code: request.test_event_code === undefined ? before.test_event_code : request.test_event_code?.trim() || null,
  };
  const { capi_token: token } = request;
  const fault = findCapiFault({ enabled: after.capi_enabled, hasToken: token !== undefined || current.capi_token_enc !== null });
  if (fault !== null) throw new Refusal('VALIDATION', { faults: [fault] });
  const changes = changesBetween(before, after);
  if (changes === null && token === undefined) {
    context.unchanged();
    return await requireRow(context, pixel.id);
  }
  const sealed = token === undefined ? {} : { capi_token_enc: vault.seal(token, CAPI_TOKEN_PLACE) };
  await repository.updatePixel(db, pixel.id, { ...changes?.after, ...sealed }, now);
  context.audit({
    targetType: PIXEL,
    targetId: pixel.id,
    targetLabel: pixel.name,
    summary: { codes: [...Object.keys(changes?.after ?? {}), ...(token === undefined ? [] : ['capi_token'])] },
    before: changes?.before,
    after: { ...changes?.after, ...(token === undefined ? {} : { capi_token: '***' }) },
  });
  return await requireRow(context, pixel.id);
}

async function bindSites(context: CallContext, { pixel_id, site_ids }: RequestOf<typeof pixels.bindPixelSites>) {
  const { db, caller } = context;
  await context.batches.requireFree(db, PIXEL, pixel_id);
  const pixel = await requireLockedAsset(db, caller, PIXEL, pixel_id);
  const change = await setAssetSites(context, PIXEL, pixel.id, { siteIds: site_ids });
  if (change === null) context.unchanged();
  else context.audit({ targetType: PIXEL, targetId: pixel.id, targetLabel: pixel.name, summary: { codes: ['site_ids'] }, ...change });
  return await requireRow(context, pixel.id);
}

const selectIds = (
  context: CallContext,
  selection: { ids?: number[] | undefined; filter?: repository.PixelFilter | undefined; expected_total?: number | undefined },
) =>
  resolveSelection(context, selection, {
    count: (filter: repository.PixelFilter) => repository.countPixels(context.db, context, filter),
    pick: (filter, max) => repository.selectPixelIds(context.db, context, filter, max),
  });

const toOrderOptions = (action: ApiPath, { reason, idempotency_key }: { reason?: string; idempotency_key?: string }) => ({
  action,
  origin: '/auth/pixel',
  reason,
  idempotency_key,
});

const toSelections = ({ platform_ids }: { platform_ids: string[] }) => [{ kind: pixelKind, platform_ids }];

export const pixelCalls = [
  defineCall({
    endpoint: pixels.listPixels,
    audit: 'read',
    async handle(context, request) {
      const page = request.page ?? 1;
      const limit = request.page_size ?? 20;
      const [total, list] = await Promise.all([
        repository.countPixels(context.db, context, request),
        repository.loadPixelPage(context.db, context, { ...request, limit, offset: (page - 1) * limit }),
      ]);
      return { list, total, page, page_size: limit };
    },
  }),
  defineCall({
    endpoint: pixels.simplePixels,
    audit: 'read',
    async handle(context, request) {
      const { language } = context;
      const limit = request.page_size ?? 20;
      const page = { limit, offset: ((request.page ?? 1) - 1) * limit };
      const { list, total } = await repository.loadSimplePixels(context.db, context, { ...request, ...page });
      const OBSTACLE_TEXTS = {
        unavailable: { zh: '像素在平台上不可用', en: 'The pixel is not available on the platform' },
        disabled: { zh: '像素已停用', en: 'The pixel is disabled' },
      };
      return {
        list: list.map(({ serves, ...found }) => {
          const row = request.use === undefined ? found : { ...found, sub: `${found.sub} · ${describeServed(serves, language)}` };
          const text = OBSTACLE_TEXTS[row.status as keyof typeof OBSTACLE_TEXTS]?.[language];
          return text === undefined ? row : { ...row, disabled: text };
        }),
        total,
      };
    },
  }),
  defineCall({
    endpoint: pixels.discoverPixels,
    audit: 'read',
    handle: async (context, { personal_account_id }) => ({ list: await discoverKind(context, pixelKind, personal_account_id) }),
  }),
  defineCall({
    endpoint: pixels.bindPixels,
    audit: 'write',
    subject: PIXEL,
    prepare: (context, request) => discoverForImport(context, request.personal_account_id, toSelections(request)),
    handle: (context, request, found) => {
      const { personal_account_id, switch_authoriser, ...rest } = request;
      // Pixels have no business line.
      const bound = { personal_account_id, biz: 'dj', switch_authoriser } as const;
      return orderBind(context, toOrderOptions(pixels.bindPixels.path, rest), bound, toSelections(request), found);
    },
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
  defineCall({ endpoint: pixels.editPixel, audit: 'write', subject: PIXEL, handle: edit }),
  defineCall({
    endpoint: pixels.pixelShares,
    audit: 'read',
    async handle(context, { pixel_id }) {
      await requireRow(context, pixel_id);
      return { list: await repository.loadShares(context.db, context.caller, pixel_id) };
    },
  }),
  defineCall({ endpoint: pixels.bindPixelSites, audit: 'write', subject: PIXEL, handle: bindSites }),
  defineCall({ endpoint: pixels.sendTestEvent, audit: 'own', subject: PIXEL, handle: sendTestEvent }),
  defineCall({
    endpoint: pixels.setPixelStatuses,
    audit: 'write',
    subject: PIXEL,
    handle: async (context, request) =>
      orderStatus(
        context,
        toOrderOptions(pixels.setPixelStatuses.path, request),
        pixelKind,
        await selectIds(context, request),
        request.enabled,
      ),
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
  defineCall({
    endpoint: pixels.unbindPixels,
    audit: 'write',
    subject: PIXEL,
    handle: async (context, request) =>
      orderUnbind(context, toOrderOptions(pixels.unbindPixels.path, request), pixelKind, await selectIds(context, request)),
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
];
