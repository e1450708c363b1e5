import { useMemo } from 'react';
import {
  bidStrategyWords,
  budgetLevelWords,
  budgetModeWords,
  objectiveWords,
  optimizationGoalWords,
} from '#contracts/vocabulary/schemes.ts';
import type { SchemeManagement } from '#machines/advertising-publish/scheme-management.machine.ts';
import type { SchemeFields } from '#machines/advertising-publish/scheme-values.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { useInterests } from '#src/parts/launches/index.ts';
import { countHours } from '#src/ui/date/week-hours.ts';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';
import { usePicker } from '#src/ui/pick/use-picker.ts';

type Parts = ReturnType<SchemeManagement['getSnapshot']>['children'];
export type SchemePickers = {
  [Name in 'sites' | 'pixels' | 'homepages' | 'landings' | 'countries' | 'locales' | 'interests' | 'buttons']: NonNullable<Parts[Name]>;
};

const toUniqueIds = (ids: readonly (number | undefined)[]) => [...new Set(ids.filter((id) => id !== undefined))];

/** Labels of all scheme fields. */
export function useSchemeLabels() {
  const t = useText();
  return useMemo(
    (): Record<keyof SchemeFields, string> => ({
      objective: t('publish.scheme.objective'),
      optimization_goal: t('publish.scheme.goal'),
      custom_event_type: t('publish.scheme.event'),
      billing_event: t('publish.scheme.billing'),
      attribution: t('publish.scheme.attribution'),
      budget_level: t('publish.scheme.budgetLevel'),
      budget_mode: t('publish.scheme.budgetMode'),
      budget_usd: t('publish.scheme.budget'),
      bid_strategy: t('publish.scheme.strategy'),
      bid_usd: t('publish.scheme.bid'),
      roas_floor: t('publish.scheme.roasFloor'),
      countries: t('publish.scheme.countries'),
      country_split: t('publish.scheme.countrySplit'),
      age_min: t('publish.scheme.ageMin'),
      age_max: t('publish.scheme.ageMax'),
      genders: t('publish.scheme.genders'),
      locales: t('publish.scheme.locales'),
      os: t('publish.scheme.os'),
      placement_mode: t('publish.scheme.placementMode'),
      placements: t('publish.scheme.placements'),
      interests: t('publish.scheme.interests'),
      exclude_payers: t('publish.scheme.excludePayers'),
      start_mode: t('publish.scheme.startMode'),
      start_at: t('publish.scheme.startAt'),
      end_at: t('publish.scheme.endAt'),
      dayparting: t('publish.scheme.dayparting'),
      campaigns_per_account: t('publish.scheme.campaignsPerAccount'),
      groups_per_campaign: t('publish.scheme.groupsPerCampaign'),
      ads_per_group: t('publish.scheme.adsPerGroup'),
      split_by: t('publish.scheme.splitBy'),
      on_empty: t('publish.scheme.onEmpty'),
      source: t('publish.scheme.source'),
      primary_texts: t('publish.scheme.primaryTexts'),
      headlines: t('publish.scheme.headlines'),
      descriptions: t('publish.scheme.descriptions'),
      call_to_action: t('publish.scheme.callToAction'),
      text_rotation: t('publish.scheme.textRotation'),
      site_id: t('publish.scheme.site'),
      pixel_mode: t('publish.scheme.pixelMode'),
      pixel_id: t('publish.scheme.pixel'),
      homepage_mode: t('publish.scheme.homepageMode'),
      homepage_ids: t('publish.scheme.homepages'),
      landing_mode: t('publish.scheme.landingMode'),
      landing_page_ids: t('publish.scheme.landings'),
      campaign: t('publish.scheme.nameCampaign'),
      ad_group: t('publish.scheme.nameAdGroup'),
      ad: t('publish.scheme.nameAd'),
      initial_status: t('publish.scheme.initialStatus'),
    }),
    [t],
  );
}

/** Formats all scheme fields with their labels. `sides`: versions whose names are needed. */
export function useSchemeWords(pickers: SchemePickers, versions: readonly SchemeFields[]) {
  const t = useText();
  const w = useWords();
  const labels = useSchemeLabels();
  const format = useFormat();
  const country = useDictionary(pickers.countries);
  const locale = useDictionary(pickers.locales);
  const interest = useInterests(pickers.interests);
  const button = useDictionary(pickers.buttons);
  const nameOfSite = usePicker(pickers.sites, { chosen: toUniqueIds(versions.map(({ site_id }) => site_id)) }).nameOf;
  const pixel = usePicker(pickers.pixels, { chosen: toUniqueIds(versions.map(({ pixel_id }) => pixel_id)) }).nameOf;
  const homepage = usePicker(pickers.homepages, { chosen: toUniqueIds(versions.flatMap(({ homepage_ids }) => homepage_ids)) }).nameOf;
  const landing = usePicker(pickers.landings, { chosen: toUniqueIds(versions.flatMap(({ landing_page_ids }) => landing_page_ids)) }).nameOf;

  type NameOf = typeof nameOfSite;
  const named = (nameOf: NameOf, id: number | undefined) => (id === undefined ? '' : (nameOf(id) ?? `#${id}`));
  const list = (nameOf: NameOf, ids: readonly number[]) => ids.map((id) => named(nameOf, id)).join(', ');
  const formatCount = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? '' : format.number(value));
  const formatDollars = (value: number | undefined) =>
    value === undefined || Number.isNaN(value) ? '' : format.money(Math.round(value * 100), 'USD');
  const formatInstant = (value: string) => (value.endsWith('Z') ? format.instant(value) : value);
  const formatYesNo = (value: boolean) => t(value ? 'publish.yes' : 'publish.no');

  const words = (values: SchemeFields): Record<keyof SchemeFields, string> => ({
    objective: w(objectiveWords[values.objective]),
    optimization_goal: w(optimizationGoalWords[values.optimization_goal]),
    custom_event_type: values.custom_event_type ? t(`publish.event.${values.custom_event_type}`) : '',
    billing_event: t(`publish.billing.${values.billing_event}`),
    attribution: t(`publish.attribution.${values.attribution}`),
    budget_level: w(budgetLevelWords[values.budget_level]),
    budget_mode: w(budgetModeWords[values.budget_mode]),
    budget_usd: formatDollars(values.budget_usd),
    bid_strategy: w(bidStrategyWords[values.bid_strategy]),
    bid_usd: formatDollars(values.bid_usd),
    roas_floor: formatCount(values.roas_floor),
    countries: values.countries.map(country.nameOf).join(', '),
    country_split: t(`publish.countrySplit.${values.country_split}`),
    age_min: formatCount(values.age_min),
    age_max: formatCount(values.age_max),
    genders: t(`publish.genders.${values.genders}`),
    locales: values.locales.map(locale.nameOf).join(', '),
    os: t(`publish.os.${values.os}`),
    placement_mode: t(`publish.placementMode.${values.placement_mode}`),
    placements: values.placements.map((one) => t(`publish.placement.${one}`)).join(', '),
    interests: values.interests.map(interest.nameOf).join(', '),
    exclude_payers: formatYesNo(values.exclude_payers),
    start_mode: t(`publish.startMode.${values.start_mode}`),
    start_at: formatInstant(values.start_at),
    end_at: formatInstant(values.end_at),
    dayparting: values.dayparting.length > 0 ? t('ui.hoursOn', { count: countHours(values.dayparting) }) : '',
    campaigns_per_account: formatCount(values.campaigns_per_account),
    groups_per_campaign: formatCount(values.groups_per_campaign),
    ads_per_group: formatCount(values.ads_per_group),
    split_by: t(`publish.splitBy.${values.split_by}`),
    on_empty: t(`publish.onEmpty.${values.on_empty}`),
    source: t(`publish.source.${values.source}`),
    primary_texts: values.primary_texts.join('\n'),
    headlines: values.headlines.join('\n'),
    descriptions: values.descriptions.join('\n'),
    call_to_action: button.nameOf(values.call_to_action),
    text_rotation: t(`publish.textRotation.${values.text_rotation}`),
    site_id: named(nameOfSite, values.site_id),
    pixel_mode: t(`publish.pixelMode.${values.pixel_mode}`),
    pixel_id: named(pixel, values.pixel_id),
    homepage_mode: t(`publish.homepageMode.${values.homepage_mode}`),
    homepage_ids: list(homepage, values.homepage_ids),
    landing_mode: t(`publish.landingMode.${values.landing_mode}`),
    landing_page_ids: list(landing, values.landing_page_ids),
    campaign: values.campaign,
    ad_group: values.ad_group,
    ad: values.ad,
    initial_status: t(`publish.initialStatus.${values.initial_status}`),
  });

  return { labels, words };
}
