import { normalizeDomain } from '#contracts/rules/sites.ts';
import { type SiteRow, type SiteSubject, type SiteValues, siteDraft } from '#machines/auth-site/site-rules.ts';
import type { SaveOutcome, SaveRequest } from '#machines/kernel/form/form-dialog.machine.ts';
import { changedSince } from '#machines/kernel/form/form-values.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { createSite, editSite } from '#src/services/sites.service.ts';

const FIELDS = [
  'name',
  'biz',
  'kind',
  'domain',
  'app_url_ios',
  'app_url_android',
  'url_tags',
  'timezone_name',
  'pixel_ids',
  'default_pixel_id',
  'homepage_ids',
  'default_homepage_id',
  'verify_method',
] as const;

const toRequest = (values: SiteValues) => ({
  name: values.name.trim(),
  biz: values.biz,
  kind: values.kind,
  // What is no domain is not sent.
  domain: normalizeDomain(values.domain) ?? values.domain.trim(),
  // Only an app is in a store.
  app_url_ios: (values.kind === 'app' && values.app_url_ios.trim()) || null,
  app_url_android: (values.kind === 'app' && values.app_url_android.trim()) || null,
  url_tags: values.url_tags.trim(),
  timezone_name: values.timezone_name,
  pixel_ids: values.pixel_ids,
  default_pixel_id: values.default_pixel_id ?? null,
  homepage_ids: values.homepage_ids,
  default_homepage_id: values.default_homepage_id ?? null,
  verify_method: values.verify_method,
});

type Request = ReturnType<typeof toRequest>;

/** A default is judged together with what it is one of. */
function withCompany(changes: Partial<Request>, values: Request): Partial<Request> {
  const { pixel_ids, default_pixel_id, homepage_ids, default_homepage_id } = values;
  return {
    ...changes,
    ...(('pixel_ids' in changes || 'default_pixel_id' in changes) && { pixel_ids, default_pixel_id }),
    ...(('homepage_ids' in changes || 'default_homepage_id' in changes) && { homepage_ids, default_homepage_id }),
  };
}

/** Sends what was typed: a new site, or what changed of one. */
export function saveSite({
  values,
  subject,
  origin,
  key,
}: SaveRequest<SiteValues, SiteSubject>): Promise<SaveOutcome<SiteValues, SiteRow, SiteSubject>> {
  const request = toRequest(values);
  const asking = subject
    ? editSite({
        id: subject.id,
        version: subject.version,
        ...withCompany(changedSince(toRequest(origin), request), request),
        idempotency_key: key,
      })
    : createSite({ ...request, idempotency_key: key });
  return toSaveOutcome(asking, {
    fields: FIELDS,
    fieldOf: { DUPLICATE: 'domain' },
    latest: (row: SiteRow) => siteDraft(row),
    reopen: siteDraft,
  });
}
