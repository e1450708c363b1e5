import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** Limits and thresholds of the server. The table `setting` overrides the defaults, and the options of buildApp override both. */
export interface Limits {
  /** Sliding lifetime of a session in minutes. */
  tokenTtlMinutes: number;
  /** Absolute lifetime of a session in days. */
  tokenMaxDays: number;
  /** Failed sign-ins of one account from one address that lock it. */
  loginFails: number;
  loginLockMinutes: number;
  /** Failed sign-ins from one address over all accounts, within the duration of a lock; known browsers are not counted. */
  loginFailsPerAddress: number;
  /** Password verifications per account, address and minute. */
  loginHashesPerMinute: number;
  /** Sign-ins per address and minute, failed or successful. */
  loginsPerAddressPerMinute: number;
  callsPerSecond: number;
  exportsAtOnce: number;
  /** Concurrent exports of all users, because each holds a database connection. Further ones wait. */
  exportsOfAll: number;
  exportMaxRows: number;
  /** Bytes of an uploaded sheet before unpacking. */
  importMaxBytes: number;
  /** Objects per batch. */
  batchMax: number;
  /** Objects per order that selects by filter. */
  batchFilterMax: number;
  /** Ads per publish or copy. */
  publishMaxAds: number;
  adsPerGroupMax: number;
  groupsPerCampaignMax: number;
  /** Bytes of an uploaded video. */
  uploadMaxVideo: number;
  uploadMaxImage: number;
  /** Bytes per upload request. */
  uploadChunk: number;
  /** Unfinished uploads per user. */
  uploadsOpen: number;
  /** Bytes of all materials together, including unfinished uploads. */
  uploadQuota: number;
  /** Days per report. */
  reportMaxDays: number;
  /** Days per report by hour. */
  reportMaxHourlyDays: number;
  /** Lifetime spend in whole USD from which a material with a good ROI is a hit. */
  hitMinSpendUsd: number;
  /** Lifetime spend in whole USD from which a material with a good ROI has potential. */
  potentialMinSpendUsd: number;
  /** The ROI that products should reach; dramas have targets of their own. */
  ecTargetRoi: number;
  /** Spend in whole USD within its first hours from which an ad has taken off. */
  takeOffSpendUsd: number;
  takeOffHours: number;
  /** Rejected ads of one material that block it. */
  blockingRejections: number;
  /** Days within which these rejections happen. */
  rejectionDays: number;
  /** Previous days that the delivery watch compares with. */
  watchDays: number;
  /** Length in hours of the spend that the delivery watch compares with the same hours of the previous days. */
  watchHours: number;
  /** Usual spend of these hours in whole USD below which spend is not judged. */
  watchMinSpendUsd: number;
  /** Spend has stopped below this percentage of the usual spend. */
  watchStoppedPercent: number;
  /** Spend is racing above this percentage of the usual spend. */
  watchRacingPercent: number;
  /** Hours without orders that the delivery watch judges. */
  watchOrderHours: number;
  /** Spend in whole USD within these hours from which missing orders are reported. */
  watchOrderSpendUsd: number;
  /** Orders that the usual yield of this spend promises, from which their absence is reported. */
  watchExpectedOrders: number;
  /** Days before the end of a copyright from which it is announced. */
  copyrightWarningDays: number;
}

export const defaultLimits: Limits = {
  tokenTtlMinutes: 720,
  tokenMaxDays: 7,
  loginFails: 5,
  loginLockMinutes: 15,
  loginFailsPerAddress: 60,
  loginHashesPerMinute: 10,
  loginsPerAddressPerMinute: 120,
  callsPerSecond: 30,
  exportsAtOnce: 2,
  exportsOfAll: 4,
  exportMaxRows: 200_000,
  importMaxBytes: 2 * 1024 * 1024,
  batchMax: 500,
  batchFilterMax: 5_000,
  publishMaxAds: 500,
  adsPerGroupMax: 50,
  groupsPerCampaignMax: 200,
  uploadMaxVideo: 1024 * 1024 * 1024,
  uploadMaxImage: 30 * 1024 * 1024,
  uploadChunk: 8 * 1024 * 1024,
  uploadsOpen: 200,
  uploadQuota: 2 * 1024 * 1024 * 1024 * 1024,
  reportMaxDays: 186,
  reportMaxHourlyDays: 14,
  hitMinSpendUsd: 1_000,
  potentialMinSpendUsd: 200,
  ecTargetRoi: 1.5,
  takeOffSpendUsd: 50,
  takeOffHours: 72,
  blockingRejections: 3,
  rejectionDays: 7,
  watchDays: 7,
  watchHours: 3,
  watchMinSpendUsd: 20,
  watchStoppedPercent: 10,
  watchRacingPercent: 300,
  watchOrderHours: 12,
  watchOrderSpendUsd: 100,
  watchExpectedOrders: 5,
  copyrightWarningDays: 7,
};

/** Keys of the table `setting`. */
export const settingKeys: Readonly<Record<string, keyof Limits>> = {
  TOKEN_TTL_MINUTES: 'tokenTtlMinutes',
  TOKEN_MAX_DAYS: 'tokenMaxDays',
  LOGIN_FAILS: 'loginFails',
  LOGIN_LOCK_MINUTES: 'loginLockMinutes',
  LOGIN_FAILS_PER_ADDRESS: 'loginFailsPerAddress',
  CALLS_PER_SECOND: 'callsPerSecond',
  EXPORTS_AT_ONCE: 'exportsAtOnce',
  EXPORT_MAX_ROWS: 'exportMaxRows',
  BATCH_MAX: 'batchMax',
  BATCH_FILTER_MAX: 'batchFilterMax',
  PUBLISH_MAX_ADS: 'publishMaxAds',
  ADS_PER_GROUP_MAX: 'adsPerGroupMax',
  GROUPS_PER_CAMPAIGN_MAX: 'groupsPerCampaignMax',
  UPLOAD_MAX_VIDEO: 'uploadMaxVideo',
  UPLOAD_MAX_IMAGE: 'uploadMaxImage',
  UPLOAD_CHUNK: 'uploadChunk',
  UPLOADS_OPEN: 'uploadsOpen',
  UPLOAD_QUOTA: 'uploadQuota',
  REPORT_MAX_DAYS: 'reportMaxDays',
  REPORT_MAX_HOURLY_DAYS: 'reportMaxHourlyDays',
  HIT_MIN_SPEND_USD: 'hitMinSpendUsd',
  POTENTIAL_MIN_SPEND_USD: 'potentialMinSpendUsd',
  EC_TARGET_ROI: 'ecTargetRoi',
  TAKE_OFF_SPEND_USD: 'takeOffSpendUsd',
  TAKE_OFF_HOURS: 'takeOffHours',
  BLOCKING_REJECTIONS: 'blockingRejections',
  REJECTION_DAYS: 'rejectionDays',
  WATCH_DAYS: 'watchDays',
  WATCH_HOURS: 'watchHours',
  WATCH_MIN_SPEND_USD: 'watchMinSpendUsd',
  WATCH_STOPPED_PCT: 'watchStoppedPercent',
  WATCH_RACING_PCT: 'watchRacingPercent',
  WATCH_ORDER_HOURS: 'watchOrderHours',
  WATCH_ORDER_SPEND_USD: 'watchOrderSpendUsd',
  WATCH_EXPECTED_ORDERS: 'watchExpectedOrders',
  COPYRIGHT_WARNING_DAYS: 'copyrightWarningDays',
};

/** Reads the limits: the defaults, overridden by the table `setting`, overridden by the options. */
export async function readLimits(db: Kysely<Database>, overrides: Partial<Limits> = {}): Promise<Limits> {
  const found = await sql<{ key: string; value: unknown }>`select key, value from setting`.execute(db);
  const settings: Partial<Limits> = {};
  for (const { key, value } of found.rows) {
    const name = settingKeys[key];
    if (name !== undefined && typeof value === 'number' && value > 0) settings[name] = value;
  }
  return { ...defaultLimits, ...settings, ...overrides };
}
