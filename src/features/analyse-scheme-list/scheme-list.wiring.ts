import { schemeList } from '#contracts/reports/schemes.ts';
import type { UnfinishedBody } from '#contracts/rules/scheme-body.ts';
import { type SchemeNames, schemeListPage } from '#machines/analyse-scheme-list/scheme-list.machine.ts';
import { reportPageWith } from '#src/parts/report-page/report-page.wiring.ts';
import { toRequestDays, withoutEmpty } from '#src/parts/reports/report-calls.wiring.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import { simpleHomepages } from '#src/services/homepages.service.ts';
import { simpleLandings } from '#src/services/landing-pages.service.ts';
import { simplePixels } from '#src/services/pixels.service.ts';
import {
  compareSchemeVersions,
  exportSchemeFigures,
  querySchemeFigures,
  trendSchemeFigures,
} from '#src/services/scheme-reports.service.ts';
import { simpleSites } from '#src/services/sites.service.ts';

type SimpleList = (request: { ids: number[] }, signal?: AbortSignal) => Promise<{ list: { id: number; label: string }[] }>;

/** Names of objects by id; those that are gone or hidden from the user have none. */
async function loadNames(list: SimpleList, ids: readonly (number | null)[], signal: AbortSignal): Promise<SchemeNames['site']> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return {};
  const { list: found } = await list({ ids: known }, signal);
  return Object.fromEntries(found.map(({ id, label }) => [String(id), { zh: label, en: label }]));
}

const toWords = (entries: readonly { value: string; label_zh: string; label_en: string }[] = []): SchemeNames['country'] =>
  Object.fromEntries(entries.map(({ value, label_zh, label_en }) => [value, { zh: label_zh, en: label_en }]));

/** Names of everything that the bodies refer to. */
async function loadSchemeNames(all: readonly (UnfinishedBody | null)[], signal: AbortSignal): Promise<SchemeNames> {
  const identities = all.flatMap((body) => (body === null ? [] : [body.identity]));
  const [dicts, site, pixel, homepage, landing] = await Promise.all([
    listDicts({ names: ['countries', 'locales', 'interests', 'call_to_actions'] }, signal),
    loadNames(
      simpleSites,
      identities.map((one) => one.site_id),
      signal,
    ),
    loadNames(
      simplePixels,
      identities.map((one) => one.pixel_id),
      signal,
    ),
    loadNames(
      simpleHomepages,
      identities.flatMap((one) => one.homepage_ids),
      signal,
    ),
    loadNames(
      simpleLandings,
      identities.flatMap((one) => one.landing_page_ids),
      signal,
    ),
  ]);
  return {
    country: toWords(dicts.countries),
    locale: toWords(dicts.locales),
    interest: toWords(dicts.interests),
    button: toWords(dicts.call_to_actions),
    site,
    pixel,
    homepage,
    landing,
  };
}

/** Provides the scheme list with all actors. */
export const schemes = reportPageWith(schemeList, schemeListPage, {
  query: querySchemeFigures,
  trend: trendSchemeFigures,
  export: exportSchemeFigures,
  filtersOf: withoutEmpty,
  async rowDetail({ id, path = [], query }, signal) {
    const versions = path.map((version) => Number(version.id));
    const request = { scheme_id: Number(id), versions, ...toRequestDays(query), filters: withoutEmpty(query.filters) };
    const compared = await compareSchemeVersions(request, signal);
    return { ...compared, versions, names: await loadSchemeNames(compared.bodies, signal) };
  },
});
