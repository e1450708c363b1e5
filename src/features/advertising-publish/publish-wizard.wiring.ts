import { fromPromise } from 'xstate';
import type { materialSortable } from '#contracts/vocabulary/materials.ts';
import type { postSortable } from '#contracts/vocabulary/posts.ts';
import {
  type AccountChoice,
  chosenAccounts,
  type MaterialChoiceFilters,
  type PostChoiceFilters,
  pixelSharing,
  publishAccounts,
  publishMaterials,
  publishPosts,
  publishRedo,
} from '#machines/advertising-publish/publish-parts.machine.ts';
import { publishWizardMachine } from '#machines/advertising-publish/publish-wizard.machine.ts';
import { toBatchOutcome } from '#machines/kernel/batch/batch-outcome.ts';
import { batchProgressWith } from '#machines/kernel/batch/batch-progress-with.ts';
import { draftKeeperWith } from '#machines/kernel/form/draft-keeper-with.ts';
import { materialGlance, materialPreview } from '#machines/parts/materials/material-parts.machine.ts';
import { homepages, pixels } from '#src/parts/assets/pickers.wiring.ts';
import { landings, schemes } from '#src/parts/launches/ad-pickers.wiring.ts';
import { dramas, products, tags } from '#src/parts/materials/pickers.wiring.ts';
import { getBusinessToday } from '#src/parts/reports/days.wiring.ts';
import { saveFile, waitVisible } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { accountsToPublish } from '#src/services/ad-accounts.service.ts';
import { batchActors, loadEarlierOrder } from '#src/services/batch-actors.ts';
import * as drafts from '#src/services/drafts.service.ts';
import { materialsToPublish, materialUrl } from '#src/services/materials.service.ts';
import { pageRequest } from '#src/services/paging.ts';
import { sharePixel } from '#src/services/pixels.service.ts';
import { listPosts } from '#src/services/posts.service.ts';
import { schemeDetail } from '#src/services/schemes.service.ts';
import { toPresetRange } from '#src/ui/date/date-presets.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { accountGroups } from './account-groups.wiring.ts';
import { remedy } from './failure-remedy.wiring.ts';
import { publishPlan } from './publish-plan.wiring.ts';

const progress = batchProgressWith(batchActors({ waitVisible, saveFile, locale: currentLocale, newKey: newRequestKey }));

type Field = (typeof materialSortable)[number] | 'spend' | 'roi_d0';
type PostField = (typeof postSortable)[number];

const loadPlayAddress = async ({ id }: { id: number }, signal: AbortSignal) => ({
  url: (await materialUrl({ id, kind: 'play' }, signal)).url,
});

/** Facts that were not loaded. */
const NO_FACTS: Omit<AccountChoice, 'id' | 'label' | 'sub' | 'status' | 'disabled'> = {
  currency: '',
  timezone_name: '',
  cap_left: null,
  ads_running: 0,
  pixel_id: null,
  pixel_usable: null,
};

type AccountRow = Awaited<ReturnType<typeof accountsToPublish>>['list'][number];
const accountOf = ({ publish, ...row }: AccountRow): AccountChoice => ({ ...row, ...(publish ?? NO_FACTS) });

/** Provides the publish wizard with all actors. */
export const publishWizard = publishWizardMachine.provide({
  actors: {
    draft: draftKeeperWith(drafts),
    loadScheme: fromPromise(({ input: { id, version }, signal }) =>
      schemeDetail({ id, ...(version !== undefined && { scheme_version: version }) }, signal),
    ),
    plan: publishPlan,
    schemes,
    accounts: publishAccounts.provide({
      actors: {
        loadRows: fromPromise(async ({ input: { filters, page, pageSize }, signal }) => {
          const { list, total } = await accountsToPublish(
            {
              ...(filters.keyword !== undefined && { keyword: filters.keyword }),
              ...(filters.channel !== undefined && { channel: filters.channel }),
              to_publish: true,
              page,
              page_size: pageSize,
            },
            signal,
          );
          return { rows: list.map(accountOf), total };
        }),
      },
    }),
    groups: accountGroups,
    chosen: chosenAccounts.provide({
      actors: {
        loadDetail: fromPromise(async ({ input: { subject }, signal }) => {
          const { ids, pixel_id, site_id } = subject;
          const { list } = await accountsToPublish(
            {
              ids,
              ...(pixel_id !== undefined && { pixel_id }),
              ...(site_id !== undefined && { pixel_of_site_id: site_id }),
              to_publish: true,
              page_size: 50,
            },
            signal,
          );
          return list.map(accountOf);
        }),
      },
    }),
    dramas,
    products,
    materials: publishMaterials.provide({
      actors: {
        loadRows: fromPromise(async ({ input, signal }) => {
          const { from, to } = toPresetRange('last30', getBusinessToday());
          const request = { ...pageRequest<Field, MaterialChoiceFilters>(input), data_from: from, data_to: to };
          const { list: rows, total } = await materialsToPublish(request, signal);
          return { rows, total };
        }),
      },
    }),
    posts: publishPosts.provide({
      actors: {
        loadRows: fromPromise(async ({ input, signal }) => {
          const { list: rows, total } = await listPosts(pageRequest<PostField, PostChoiceFilters>(input), signal);
          return { rows, total };
        }),
      },
    }),
    glance: materialGlance.provide({
      actors: { loadDetail: fromPromise(({ input, signal }) => loadPlayAddress(input.subject, signal)) },
    }),
    preview: materialPreview.provide({
      actors: { loadDetail: fromPromise(({ input, signal }) => loadPlayAddress(input.subject, signal)) },
    }),
    tags,
    landings,
    homepages,
    pixels,
    sharing: pixelSharing.provide({
      actors: {
        start: fromPromise(({ input: { subject, values, key } }) => {
          const reason = values.reason.trim();
          return toBatchOutcome(
            sharePixel({
              // The form requires a pixel before it can be sent.
              pixel_id: values.pixel_id as number,
              ad_account_ids: subject.kind === 'rows' ? subject.ids : [],
              ...(reason && { reason }),
              idempotency_key: key,
            }),
            { fields: ['pixel_id', 'reason'] },
          );
        }),
        progress,
      },
    }),
    progress,
    remedy,
    redo: publishRedo.provide({
      actors: {
        loadOrder: fromPromise(async ({ input: { subject }, signal }) => {
          const { scheme_id, ad_account_ids = [] } = (await loadEarlierOrder(subject.batchId, signal))?.values ?? {};
          return scheme_id === undefined ? undefined : { scheme_id, ad_account_ids };
        }),
      },
    }),
  },
});
