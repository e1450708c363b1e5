import { readObject, writeObject } from './storage.ts';

export const SETTINGS_KEY = 'setting-storage';

export interface Settings {
  isDark: boolean;
  locale: 'zh-cn' | 'en';
  /** Whether machine activity is recorded. Absent means no. */
  records?: true;
}

const DEFAULTS: Settings = { isDark: false, locale: 'zh-cn' };

export const toSettings = (stored: Record<string, unknown> | undefined): Settings => ({
  isDark: typeof stored?.isDark === 'boolean' ? stored.isDark : DEFAULTS.isDark,
  locale: stored?.locale === 'en' || stored?.locale === 'zh-cn' ? stored.locale : DEFAULTS.locale,
  ...(stored?.records === true && { records: true }),
});

export const readSettings = (): Settings => toSettings(readObject(SETTINGS_KEY));

/** Whether the user ever chose settings. */
export const hasSettings = (): boolean => readObject(SETTINGS_KEY) !== undefined;

/** Undefined removes a setting. */
export const changeSettings = (change: { [Name in keyof Settings]?: Settings[Name] | undefined }): void =>
  writeObject(SETTINGS_KEY, { ...readSettings(), ...change });
