import { fromPromise } from 'xstate';
import type { materialSortable } from '#contracts/vocabulary/materials.ts';
import {
  type AccountChoice,
  chosenAccounts,
  type MaterialChoiceFilters,
  pixelSharing,
  publishAccounts,
  publishMaterials,
  publishRecall,
} from '#machines/advertising-publish/publish-parts.machine.ts';
import { publishWizardMachine } from '#machines/advertising-publish/publish-wizard.machine.ts';
import { toBatchOutcome } from '#machines/kernel/batch/batch-outcome.ts';
import { batchProgressWith } from '#machines/kernel/batch/batch-progress-with.ts';
import { draftKeeperWith } from '#machines/kernel/form/draft-keeper-with.ts';
import { postPicker } from '#machines/parts/launches/ad-pickers.machine.ts';
import { homepages, pixels } from '#src/parts/assets/pickers.wiring.ts';
import { landings, schemes } from '#src/parts/launches/ad-pickers.wiring.ts';
import { dramas, products } from '#src/parts/materials/pickers.wiring.ts';
import { saveFile, waitVisible } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { accountsToPublish } from '#src/services/ad-accounts.service.ts';
import { batchActors, loadEarlierOrder } from '#src/services/batch-actors.ts';
import { choiceActors } from '#src/services/choice-actors.ts';
import * as drafts from '#src/services/drafts.service.ts';
import { materialsToPublish } from '#src/services/materials.service.ts';
import { pageRequest } from '#src/services/paging.ts';
import { sharePixel } from '#src/services/pixels.service.ts';
import { simplePosts } from '#src/services/posts.service.ts';
import { schemeDetail } from '#src/services/schemes.service.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { publishPlan } from './publish-plan.wiring.ts';

const progress = batchProgressWith(batchActors({ waitVisible, saveFile, locale: currentLocale, newKey: newRequestKey }));

type Field = (typeof materialSortable)[number];

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
          const { list: rows, total } = await materialsToPublish(pageRequest<Field, MaterialChoiceFilters>(input), signal);
          return { rows, total };
        }),
      },
    }),
    posts: postPicker.provide({ actors: choiceActors<object>(simplePosts) }),
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
    recall: publishRecall.provide({
      actors: {
        recall: fromPromise(async ({ input: { subject }, signal }) => {
          const { scheme_id, ad_account_ids = [] } = (await loadEarlierOrder(subject.batchId, signal))?.values ?? {};
          return scheme_id === undefined ? undefined : { scheme_id, ad_account_ids };
        }),
      },
    }),
  },
});
