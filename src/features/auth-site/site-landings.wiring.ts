import { fromPromise } from 'xstate';
import type { landingSortable } from '#contracts/vocabulary/landing-pages.ts';
import {
  type GenerationValues,
  generatesEpisodes,
  hasStartEpisode,
  isForced,
  type LandingBatchParams,
  type LandingFilters,
  type LandingRow,
  type LandingSubject,
  type LandingValues,
  landingDraft,
} from '#machines/auth-site/landing-rules.ts';
import {
  type Begun,
  landingBatch,
  landingDeletion,
  landingExport,
  landingForm,
  landingGeneration,
  landingList,
  landingSwitch,
  landingTableView,
  siteLandings,
} from '#machines/auth-site/site-landings.machine.ts';
import { countryChoice, landingProducts, languageChoice, type ProductNarrowing } from '#machines/auth-site/site-pickers.machine.ts';
import type { BatchRequest } from '#machines/kernel/batch/batch.machine.ts';
import { toBatchOutcome } from '#machines/kernel/batch/batch-outcome.ts';
import { draftKeeperWith } from '#machines/kernel/form/draft-keeper-with.ts';
import type { SaveOutcome, SaveRequest } from '#machines/kernel/form/form-dialog.machine.ts';
import { changedSince } from '#machines/kernel/form/form-values.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import type { ExportSubject } from '#machines/kernel/list/export.machine.ts';
import type { ListQuery } from '#machines/kernel/list/list-query.ts';
import { tableViewWith } from '#machines/kernel/list/table-view-with.ts';
import { assetProgress } from '#src/parts/assets/assets.wiring.ts';
import { dramas } from '#src/parts/materials/pickers.wiring.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { choiceActors } from '#src/services/choice-actors.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import * as drafts from '#src/services/drafts.service.ts';
import { exportActors } from '#src/services/export-actors.ts';
import {
  createLanding,
  createLandings,
  deleteLanding,
  editLanding,
  exportLandings,
  listLandings,
  setLandingStatuses,
} from '#src/services/landing-pages.service.ts';
import { exportRequest, pageRequest } from '#src/services/paging.ts';
import * as prefs from '#src/services/prefs.service.ts';
import { simpleProducts } from '#src/services/products.service.ts';

/** Beside the table of the sites. */
const TABLE = '/auth/site:landings';

type Field = (typeof landingSortable)[number];

const FIELDS = ['content_id', 'title', 'slug', 'template', 'start_episode', 'language', 'country', 'ab_group', 'status'] as const;

/** A form without content or language is not sent. */
const toRequest = (values: LandingValues) => ({
  content_id: values.content_id as number,
  title: values.title.trim(),
  slug: values.slug,
  template: values.template,
  start_episode: hasStartEpisode(values) ? (values.start_episode ?? null) : null,
  language: values.language as string,
  country: values.country ?? null,
  ab_group: values.ab_group.trim() || null,
  status: values.status,
});

function saveLanding({
  values,
  subject,
  origin,
  key,
}: SaveRequest<LandingValues, LandingSubject>): Promise<SaveOutcome<LandingValues, LandingRow, LandingSubject>> {
  const request = toRequest(values);
  const asking = subject
    ? editLanding({ id: subject.id, version: subject.version, ...changedSince(toRequest(origin), request), idempotency_key: key })
    : createLanding({
        ...request,
        site_id: values.site_id,
        status: request.status === 'online' ? 'online' : 'draft',
        idempotency_key: key,
      });
  return toSaveOutcome(asking, {
    fields: FIELDS,
    fieldOf: { DUPLICATE: 'slug', SITE_OFF: 'status' },
    latest: (row: LandingRow) => landingDraft(row),
    reopen: landingDraft,
  });
}

const generate = (values: GenerationValues, key: string): Promise<Begun> =>
  createLandings({
    site_id: values.site_id,
    content_ids: values.content_ids,
    languages: values.languages,
    templates: values.templates,
    start_episode: generatesEpisodes(values) ? (values.start_episode ?? null) : null,
    country: values.country ?? null,
    ab_group: values.ab_group.trim() || null,
    status: values.status,
    idempotency_key: key,
  }).then(({ batch_id, siblings = [] }) => ({ batchIds: [batch_id, ...siblings] }));

function beginStatus({ subject, values, key }: BatchRequest<LandingBatchParams, LandingFilters>) {
  const which = subject.kind === 'rows' ? { ids: subject.ids } : { filter: subject.filter, expected_total: subject.total };
  const reason = values.reason.trim();
  return setLandingStatuses({
    ...which,
    status: values.status,
    ...(isForced(values) && { force: true }),
    ...(reason && { reason }),
    idempotency_key: key,
  });
}

/** The landing pages of a site, with everything they need from the outside world. */
export const landings = siteLandings.provide({
  actors: {
    list: landingList.provide({
      actors: {
        loadRows: fromPromise(async ({ input, signal }) => {
          const { list: rows, total } = await listLandings(pageRequest<Field, typeof input.filters>(input), signal);
          return { rows, total };
        }),
      },
    }),
    form: landingForm.provide({ actors: { save: fromPromise(({ input }) => saveLanding(input)), draft: draftKeeperWith(drafts) } }),
    generation: landingGeneration.provide({
      actors: {
        save: fromPromise(({ input: { values, key } }) =>
          toSaveOutcome(generate(values, key), {
            fields: ['content_ids', 'languages', 'templates', 'start_episode', 'country', 'ab_group', 'status'],
            fieldOf: { SITE_OFF: 'status' },
          }),
        ),
      },
    }),
    batch: landingBatch.provide({
      actors: {
        start: fromPromise(({ input }) => toBatchOutcome(beginStatus(input), { fields: ['status', 'reason'] })),
        progress: assetProgress,
      },
    }),
    landingSwitch: landingSwitch.provide({
      actors: {
        run: fromPromise(({ input: { subject } }) =>
          editLanding({
            id: subject.row.id,
            version: subject.row.version,
            status: subject.status,
            // The question named these ads, and the confirmation was typed.
            ...(subject.status === 'offline' && subject.row.ads_running > 0 && { force: true as const }),
          }),
        ),
      },
    }),
    deletion: landingDeletion.provide({ actors: { run: fromPromise(({ input: { subject } }) => deleteLanding({ id: subject.id })) } }),
    export: landingExport.provide({
      actors: exportActors({
        call: exportLandings,
        toRequest: ({ query, columns }: ExportSubject<ListQuery<LandingFilters>>) =>
          exportRequest<Field, LandingFilters>(query, [...columns], currentLocale()),
        save: saveFile,
      }),
    }),
    tableView: tableViewWith(landingTableView, TABLE, prefs),
    dramas,
    products: landingProducts.provide({ actors: choiceActors<ProductNarrowing>(simpleProducts) }),
    languages: languageChoice.provide({
      actors: { loadOptions: fromPromise(async ({ signal }) => (await listDicts({ names: ['languages'] }, signal)).languages ?? []) },
    }),
    countries: countryChoice.provide({
      actors: { loadOptions: fromPromise(async ({ signal }) => (await listDicts({ names: ['countries'] }, signal)).countries ?? []) },
    }),
  },
});
