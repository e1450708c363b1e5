import { useCallback, useMemo } from 'react';
import { placementWords } from '#contracts/rules/breakdowns.ts';
import {
  bidStrategyWords,
  budgetLevelWords,
  budgetModeWords,
  creativeSourceWords,
  objectiveWords,
  optimizationGoalWords,
  specialAdCategoryWords,
} from '#contracts/vocabulary/schemes.ts';
import type { SchemeFields } from '#machines/parts/schemes/scheme-values.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { countHours } from '#src/ui/date/week-hours.ts';

/** What a scheme refers to by id or code. */
export type SchemeReference = 'country' | 'locale' | 'interest' | 'audience' | 'button' | 'site' | 'pixel' | 'homepage' | 'landing';

/** Labels of all scheme fields. */
export function useSchemeLabels() {
  const t = useText();
  return useMemo(
    (): Record<keyof SchemeFields, string> => ({
      objective: t('scheme.objective'),
      optimization_goal: t('scheme.goal'),
      custom_event_type: t('scheme.event'),
      billing_event: t('scheme.billing'),
      attribution: t('scheme.attribution'),
      special_ad_categories: t('scheme.categories'),
      special_ad_countries: t('scheme.categoryCountries'),
      app_id: t('scheme.appId'),
      app_store_url: t('scheme.appStoreUrl'),
      budget_level: t('scheme.budgetLevel'),
      budget_mode: t('scheme.budgetMode'),
      budget_usd: t('scheme.budget'),
      bid_strategy: t('scheme.strategy'),
      bid_usd: t('scheme.bid'),
      roas_floor: t('scheme.roasFloor'),
      countries: t('scheme.countries'),
      country_split: t('scheme.countrySplit'),
      age_min: t('scheme.ageMin'),
      age_max: t('scheme.ageMax'),
      genders: t('scheme.genders'),
      locales: t('scheme.locales'),
      os: t('scheme.os'),
      placement_mode: t('scheme.placementMode'),
      placements: t('scheme.placements'),
      interests: t('scheme.interests'),
      audiences: t('scheme.audiences'),
      excluded_audiences: t('scheme.excludedAudiences'),
      exclude_payers: t('scheme.excludePayers'),
      start_mode: t('scheme.startMode'),
      start_at: t('scheme.startAt'),
      end_at: t('scheme.endAt'),
      dayparting: t('scheme.dayparting'),
      campaigns_per_account: t('scheme.campaignsPerAccount'),
      groups_per_campaign: t('scheme.groupsPerCampaign'),
      ads_per_group: t('scheme.adsPerGroup'),
      split_by: t('scheme.splitBy'),
      on_empty: t('scheme.onEmpty'),
      source: t('scheme.source'),
      primary_texts: t('scheme.primaryTexts'),
      headlines: t('scheme.headlines'),
      descriptions: t('scheme.descriptions'),
      call_to_action: t('scheme.callToAction'),
      text_rotation: t('scheme.textRotation'),
      site_id: t('scheme.site'),
      pixel_mode: t('scheme.pixelMode'),
      pixel_id: t('scheme.pixel'),
      homepage_mode: t('scheme.homepageMode'),
      homepage_ids: t('scheme.homepages'),
      landing_mode: t('scheme.landingMode'),
      landing_page_ids: t('scheme.landings'),
      beneficiary: t('scheme.beneficiary'),
      payer: t('scheme.payer'),
      campaign: t('scheme.nameCampaign'),
      ad_group: t('scheme.nameAdGroup'),
      ad: t('scheme.nameAd'),
      initial_status: t('scheme.initialStatus'),
    }),
    [t],
  );
}

/** Formats all fields of a scheme. `findName` knows the names of what it refers to; what has no name is shown by its number. */
export function useSchemeFormat(findName: (kind: SchemeReference, id: number | string) => string | undefined) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  return useCallback(
    (values: SchemeFields): Record<keyof SchemeFields, string> => {
      const nameOf = (kind: SchemeReference, id: number | string | undefined) =>
        id === undefined ? '' : (findName(kind, id) ?? (typeof id === 'number' ? `#${id}` : id));
      const listNames = (kind: SchemeReference, ids: readonly (number | string)[]) => ids.map((id) => nameOf(kind, id)).join(', ');
      const formatCount = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? '' : format.number(value));
      const formatDollars = (value: number | undefined) =>
        value === undefined || Number.isNaN(value) ? '' : format.money(Math.round(value * 100), 'USD');
      const formatInstant = (value: string) => (value.endsWith('Z') ? format.instant(value) : value);
      const formatYesNo = (value: boolean) => t(value ? 'scheme.yes' : 'scheme.no');

      return {
        objective: w(objectiveWords[values.objective]),
        optimization_goal: w(optimizationGoalWords[values.optimization_goal]),
        custom_event_type: values.custom_event_type ? t(`scheme.event.${values.custom_event_type}`) : '',
        billing_event: t(`scheme.billing.${values.billing_event}`),
        attribution: t(`scheme.attribution.${values.attribution}`),
        special_ad_categories: values.special_ad_categories.map((one) => w(specialAdCategoryWords[one])).join(', '),
        special_ad_countries: listNames('country', values.special_ad_countries),
        app_id: values.app_id,
        app_store_url: values.app_store_url,
        budget_level: w(budgetLevelWords[values.budget_level]),
        budget_mode: w(budgetModeWords[values.budget_mode]),
        budget_usd: formatDollars(values.budget_usd),
        bid_strategy: w(bidStrategyWords[values.bid_strategy]),
        bid_usd: formatDollars(values.bid_usd),
        roas_floor: formatCount(values.roas_floor),
        countries: listNames('country', values.countries),
        country_split: t(`scheme.countrySplit.${values.country_split}`),
        age_min: formatCount(values.age_min),
        age_max: formatCount(values.age_max),
        genders: t(`scheme.genders.${values.genders}`),
        locales: listNames('locale', values.locales),
        os: t(`scheme.os.${values.os}`),
        placement_mode: t(`scheme.placementMode.${values.placement_mode}`),
        placements: values.placements.map((one) => w(placementWords[one])).join(', '),
        interests: listNames('interest', values.interests),
        audiences: listNames('audience', values.audiences),
        excluded_audiences: listNames('audience', values.excluded_audiences),
        exclude_payers: formatYesNo(values.exclude_payers),
        start_mode: t(`scheme.startMode.${values.start_mode}`),
        start_at: formatInstant(values.start_at),
        end_at: formatInstant(values.end_at),
        dayparting: values.dayparting.length > 0 ? t('ui.hoursOn', { count: countHours(values.dayparting) }) : '',
        campaigns_per_account: formatCount(values.campaigns_per_account),
        groups_per_campaign: formatCount(values.groups_per_campaign),
        ads_per_group: formatCount(values.ads_per_group),
        split_by: t(`scheme.splitBy.${values.split_by}`),
        on_empty: t(`scheme.onEmpty.${values.on_empty}`),
        source: w(creativeSourceWords[values.source]),
        primary_texts: values.primary_texts.join('\n'),
        headlines: values.headlines.join('\n'),
        descriptions: values.descriptions.join('\n'),
        call_to_action: nameOf('button', values.call_to_action),
        text_rotation: t(`scheme.textRotation.${values.text_rotation}`),
        site_id: nameOf('site', values.site_id),
        pixel_mode: t(`scheme.pixelMode.${values.pixel_mode}`),
        pixel_id: nameOf('pixel', values.pixel_id),
        homepage_mode: t(`scheme.homepageMode.${values.homepage_mode}`),
        homepage_ids: listNames('homepage', values.homepage_ids),
        landing_mode: t(`scheme.landingMode.${values.landing_mode}`),
        landing_page_ids: listNames('landing', values.landing_page_ids),
        beneficiary: values.beneficiary,
        payer: values.payer,
        campaign: values.campaign,
        ad_group: values.ad_group,
        ad: values.ad,
        initial_status: t(`scheme.initialStatus.${values.initial_status}`),
      };
    },
    [t, w, format, findName],
  );
}
