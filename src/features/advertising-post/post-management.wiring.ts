import { fromPromise } from 'xstate';
import {
  postBatch,
  postButtons,
  postForm,
  postLandings,
  postManagementMachine,
  postPreview,
  severalForm,
} from '#machines/advertising-post/post-management.machine.ts';
import type { PostBatchParams, PostFilters } from '#machines/advertising-post/post-rules.ts';
import type { BatchRequest } from '#machines/kernel/batch/batch.machine.ts';
import { toBatchOutcome } from '#machines/kernel/batch/batch-outcome.ts';
import { batchProgressWith } from '#machines/kernel/batch/batch-progress-with.ts';
import { draftKeeperWith } from '#machines/kernel/form/draft-keeper-with.ts';
import { homepages, staff } from '#src/parts/assets/pickers.wiring.ts';
import { listPageWith } from '#src/parts/lists/list-page.wiring.ts';
import { dramas, materials, products } from '#src/parts/materials/pickers.wiring.ts';
import { saveFile, waitVisible } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { batchActors } from '#src/services/batch-actors.ts';
import { choiceActors } from '#src/services/choice-actors.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import * as drafts from '#src/services/drafts.service.ts';
import { simpleLandings } from '#src/services/landing-pages.service.ts';
import { deletePosts, exportPosts, listPosts, postDetail, retryPosts, syncPosts } from '#src/services/posts.service.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { savePost, saveSeveral } from './post-save.wiring.ts';

/** Starts the batch of an action. */
function startBatch({ subject, values, key }: BatchRequest<PostBatchParams, PostFilters>) {
  const target = subject.kind === 'rows' ? { ids: subject.ids } : { filter: subject.filter, expected_total: subject.total };
  const reason = values.reason.trim();
  if (values.action === 'delete') return deletePosts({ ...target, reason, idempotency_key: key });
  const call = values.action === 'retry' ? retryPosts : syncPosts;
  return call({ ...target, ...(reason && { reason }), idempotency_key: key });
}

/** Provides posts with all actors. */
export const postManagement = listPageWith(postManagementMachine, {
  path: '/advertising/post',
  rows: listPosts,
  exportCall: exportPosts,
  parts: {
    form: postForm.provide({ actors: { save: fromPromise(({ input }) => savePost(input)), draft: draftKeeperWith(drafts) } }),
    several: severalForm.provide({ actors: { save: fromPromise(({ input }) => saveSeveral(input)) } }),
    batch: postBatch.provide({
      actors: {
        start: fromPromise(({ input }) => toBatchOutcome(startBatch(input), { fields: ['reason'] })),
        progress: batchProgressWith(batchActors({ waitVisible, saveFile, locale: currentLocale, newKey: newRequestKey })),
      },
    }),
    preview: postPreview.provide({ actors: { loadDetail: fromPromise(({ input, signal }) => postDetail(input.subject, signal)) } }),
    homepages,
    landings: postLandings.provide({ actors: choiceActors<object>(simpleLandings) }),
    buttons: postButtons.provide({
      actors: {
        loadOptions: fromPromise(async ({ signal }) => (await listDicts({ names: ['call_to_actions'] }, signal)).call_to_actions ?? []),
      },
    }),
    dramas,
    products,
    materials,
    owners: staff,
  },
});
