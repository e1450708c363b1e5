import type { AlertTargetRow } from '#contracts/endpoints/alerts.ts';
import {
  type AlertKind,
  type AlertLevel,
  type AlertTargetFormat,
  type alertTargetLanguages,
  signedFormats,
} from '#contracts/vocabulary/alerts.ts';
import type { FieldFaults } from '../../kernel/form/faults.ts';
import { faultsIn, firstFault, pattern, required, requiredChoice, stringMaximum } from '../../kernel/form/field-rules.ts';
import type { Draft } from '../../kernel/form/form-contract.ts';

export type AlertTarget = AlertTargetRow;

export interface TargetValues {
  name: string;
  format: AlertTargetFormat;
  address: string;
  secret: string;
  language: (typeof alertTargetLanguages)[number];
  levels: AlertLevel[];
  /** Empty for all. */
  kinds: AlertKind[];
  isQuiet: boolean;
  quiet_from: string;
  quiet_to: string;
  quiet_errors: boolean;
  enabled: boolean;
}

/** The saved target that is edited. */
export type TargetSubject = Pick<AlertTarget, 'id' | 'name' | 'format' | 'address' | 'secret_set'>;

export const blankTarget: TargetValues = {
  name: '',
  format: 'feishu',
  address: '',
  secret: '',
  language: 'zh',
  levels: ['warn', 'error'],
  kinds: [],
  isQuiet: false,
  quiet_from: '22:00',
  quiet_to: '08:00',
  quiet_errors: true,
  enabled: true,
};

export function targetDraft(target: AlertTarget): Draft<TargetValues, TargetSubject> {
  const { id, name, format, address, secret_set, language, levels, kinds, quiet_from, quiet_to, quiet_errors, enabled } = target;
  return {
    values: {
      name,
      format,
      address: '',
      secret: '',
      language,
      levels,
      kinds,
      isQuiet: quiet_from !== null,
      quiet_from: quiet_from ?? blankTarget.quiet_from,
      quiet_to: quiet_to ?? blankTarget.quiet_to,
      quiet_errors,
      enabled,
    },
    subject: { id, name, format, address, secret_set },
  };
}

export const isSigned = (format: AlertTargetFormat): boolean => signedFormats.includes(format);

/** A new target and another format need an address; otherwise the saved one may stay. */
export const needsAddress = ({ format }: Pick<TargetValues, 'format'>, subject: TargetSubject | undefined): boolean =>
  subject?.format !== format;

const WEB_ADDRESS = /^\s*https?:\/\/[!-~]+\s*$/;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const NO_SPACES = /^[!-~]*$/;

export function checkTarget(values: TargetValues, subject: TargetSubject | undefined): FieldFaults<TargetValues> {
  const { name, address, secret, levels, isQuiet, quiet_from, quiet_to } = values;
  const addressRules = [pattern(WEB_ADDRESS), stringMaximum(1_000)];
  const checkClock = (clock: string) => (isQuiet ? firstFault(clock, required, pattern(CLOCK)) : undefined);
  return faultsIn<TargetValues>({
    name: firstFault(name, required, stringMaximum(60)),
    address: needsAddress(values, subject) ? firstFault(address, required, ...addressRules) : firstFault(address, ...addressRules),
    secret: firstFault(secret.trim(), pattern(NO_SPACES), stringMaximum(200)),
    levels: requiredChoice(levels),
    quiet_from: checkClock(quiet_from),
    quiet_to: checkClock(quiet_to),
  });
}
