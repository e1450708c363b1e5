import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** Our own limits; the table `setting` overrides the defaults, the caller of buildApp overrides both. */
export interface Limits {
  /** Sliding life of a session, minutes. */
  tokenTtlMinutes: number;
  /** Absolute life of a session, days. */
  tokenMaxDays: number;
  /** Failed sign-ins of one account from one address before it is locked. */
  loginFails: number;
  loginLockMinutes: number;
  /** Failed sign-ins from one address, whatever the accounts, within the time of a lock; known browsers are not counted. */
  loginFailsPerAddress: number;
  /** Password verifications per account and address and minute. */
  loginHashesPerMinute: number;
  /** Sign-ins per address and minute, right or wrong. */
  loginsPerAddressPerMinute: number;
  callsPerSecond: number;
  exportsAtOnce: number;
  /** Exports of everybody at once: each holds a connection to the database. More wait. */
  exportsOfAll: number;
  exportMaxRows: number;
  /** Of an uploaded sheet, unpacked it may have more. */
  importMaxBytes: number;
  /** Objects of one batch. */
  batchMax: number;
  /** Objects of one order that names them by a filter. */
  batchFilterMax: number;
  /** Ads of one publish or copy. */
  publishMaxAds: number;
  adsPerGroupMax: number;
  groupsPerCampaignMax: number;
  /** Bytes of an uploaded video. */
  uploadMaxVideo: number;
  uploadMaxImage: number;
  /** Bytes of one request of an upload. */
  uploadChunk: number;
  /** Uploads somebody can have begun and not ended. */
  uploadsOpen: number;
  /** Bytes of all materials together, those being uploaded included. */
  uploadQuota: number;
  /** Days of one report. */
  reportMaxDays: number;
  /** Days of one report by hour. */
  reportMaxHourlyDays: number;
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
};

/** Keys of the table `setting` that hold limits. */
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
};

/** Defaults, then the table `setting`, then what the program was given. */
export async function readLimits(db: Kysely<Database>, given: Partial<Limits> = {}): Promise<Limits> {
  const found = await sql<{ key: string; value: unknown }>`select key, value from setting`.execute(db);
  const kept: Partial<Limits> = {};
  for (const { key, value } of found.rows) {
    const name = settingKeys[key];
    if (name !== undefined && typeof value === 'number' && value > 0) kept[name] = value;
  }
  return { ...defaultLimits, ...kept, ...given };
}
