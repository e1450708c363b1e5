import type { Migration } from 'kysely';
import { people } from './0001-people.ts';
import { jobs } from './0002-jobs.ts';
import { firstRows } from './0003-first-rows.ts';
import { batches } from './0004-batches.ts';
import { personal } from './0005-personal.ts';
import { assets } from './0006-assets.ts';
import { content } from './0007-content.ts';
import { assetPages } from './0008-asset-pages.ts';
import { sandbox } from './0009-sandbox.ts';
import { launches } from './0010-launches.ts';
import { facts } from './0011-facts.ts';
import { launchPages } from './0012-launch-pages.ts';
import { batchTrees } from './0013-batch-trees.ts';
import { accountDays } from './0014-account-days.ts';
import { keptRequests } from './0015-kept-requests.ts';
import { feeds } from './0016-feeds.ts';
import { wholeCurrencies } from './0017-whole-currencies.ts';
import { unfinishedPosts } from './0018-unfinished-posts.ts';
import { trueFigures } from './0020-true-figures.ts';
import { passwords } from './0021-passwords.ts';
import { sessionEnds } from './0022-session-ends.ts';
import { vaultCanary } from './0023-vault-canary.ts';
import { dramaPerformance } from './0024-drama-performance.ts';
import { undoneItems } from './0025-undone-items.ts';
import { appeals } from './0026-appeals.ts';
import { videoAnalysis } from './0027-video-analysis.ts';
import { scores } from './0028-scores.ts';
import { materialPerformance } from './0029-performance.ts';
import { landingAnalysis } from './0030-landing-analysis.ts';
import { pixelAnalysis } from './0031-pixel-analysis.ts';
import { orderAnalysis } from './0032-order-analysis.ts';
import { dramaEvaluation } from './0033-drama-evaluation.ts';
import { schemeResults } from './0035-scheme-results.ts';
import { schemePages } from './0036-scheme-pages.ts';
import { performanceMonths } from './0037-performance-months.ts';
import { adminPages } from './0038-admin-pages.ts';
import { adsOfTheCompany } from './0040-ads-of-the-company.ts';
import { hosting } from './0041-hosting.ts';
import { ruleRuns } from './0042-rule-runs.ts';
import { alertDelivery } from './0044-alert-delivery.ts';
import { payerDates } from './0045-payer-dates.ts';
import { titleDays } from './0046-title-days.ts';
import { hoursWithoutDailyMeasures } from './0050-hours-without-daily-measures.ts';
import { checkedPlans } from './0051-checked-plans.ts';
import { promotedApps } from './0052-promoted-apps.ts';
import { personErasures } from './0053-person-erasures.ts';
import { narrowFacts } from './0055-narrow-facts.ts';
import { creatorMonths } from './0056-creator-months.ts';
import { accountDaysApart } from './0057-account-days-apart.ts';
import { campaignNotes } from './0058-campaign-notes.ts';
import { audiences } from './0059-audiences.ts';
import { personHolds } from './0060-person-holds.ts';
import { hoursToldByDay } from './0061-hours-told-by-day.ts';
import { eventsOfRules } from './0062-events-of-rules.ts';
import { partiesOfAds } from './0065-parties-of-ads.ts';
import { sitePush } from './0066-site-push.ts';
import { openingMetrics } from './0067-opening-metrics.ts';
import { businessTimezone } from './0068-business-timezone.ts';
import { companyMidnights } from './0070-company-midnights.ts';

/** Applied in the order of their names; a name never changes once released. */
export const migrations: Record<string, Migration> = {
  '0001-people': people,
  '0002-jobs': jobs,
  '0003-first-rows': firstRows,
  '0004-batches': batches,
  '0005-personal': personal,
  '0006-assets': assets,
  '0007-content': content,
  '0008-asset-pages': assetPages,
  '0009-sandbox': sandbox,
  '0010-launches': launches,
  '0011-facts': facts,
  '0012-launch-pages': launchPages,
  '0013-batch-trees': batchTrees,
  '0014-account-days': accountDays,
  '0015-kept-requests': keptRequests,
  '0016-feeds': feeds,
  '0017-whole-currencies': wholeCurrencies,
  '0018-unfinished-posts': unfinishedPosts,
  '0020-true-figures': trueFigures,
  '0021-passwords': passwords,
  '0022-session-ends': sessionEnds,
  '0023-vault-canary': vaultCanary,
  '0024-drama-performance': dramaPerformance,
  '0025-undone-items': undoneItems,
  '0026-appeals': appeals,
  '0027-video-analysis': videoAnalysis,
  '0028-scores': scores,
  '0029-performance': materialPerformance,
  '0030-landing-analysis': landingAnalysis,
  '0031-pixel-analysis': pixelAnalysis,
  '0032-order-analysis': orderAnalysis,
  '0033-drama-evaluation': dramaEvaluation,
  '0035-scheme-results': schemeResults,
  '0036-scheme-pages': schemePages,
  '0037-performance-months': performanceMonths,
  '0038-admin-pages': adminPages,
  '0040-ads-of-the-company': adsOfTheCompany,
  '0041-hosting': hosting,
  '0042-rule-runs': ruleRuns,
  '0044-alert-delivery': alertDelivery,
  '0045-payer-dates': payerDates,
  '0046-title-days': titleDays,
  '0050-hours-without-daily-measures': hoursWithoutDailyMeasures,
  '0051-checked-plans': checkedPlans,
  '0052-promoted-apps': promotedApps,
  '0053-person-erasures': personErasures,
  '0055-narrow-facts': narrowFacts,
  '0056-creator-months': creatorMonths,
  '0057-account-days-apart': accountDaysApart,
  '0058-campaign-notes': campaignNotes,
  '0059-audiences': audiences,
  '0060-person-holds': personHolds,
  '0061-hours-told-by-day': hoursToldByDay,
  '0062-events-of-rules': eventsOfRules,
  '0065-parties-of-ads': partiesOfAds,
  '0066-site-push': sitePush,
  '0067-opening-metrics': openingMetrics,
  '0068-business-timezone': businessTimezone,
  '0070-company-midnights': companyMidnights,
};
