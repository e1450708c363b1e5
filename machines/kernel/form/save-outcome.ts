import type { FieldFaults } from './faults.ts';
import type { Conflict, Draft, SaveOutcome } from './form-dialog.machine.ts';

/** A refusal as the services throw it. */
interface Refusal {
  message: string;
  reason: string;
  data: Record<string, unknown>;
  /** Set when the form shows the refusal at its fields, so that no notice repeats it. */
  isShownInPlace?: boolean;
}

export const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error &&
  typeof Reflect.get(error, 'reason') === 'string' &&
  Reflect.get(error, 'reason') !== '' &&
  typeof Reflect.get(error, 'data') === 'object';

interface WrongField {
  field: string;
  message: string;
}

const readWrongFields = (data: Record<string, unknown>): WrongField[] =>
  Array.isArray(data.errors)
    ? data.errors.filter((one): one is WrongField => typeof one?.field === 'string' && typeof one?.message === 'string')
    : [];

/** The form field that a path names: the outermost one, `paths` of `paths/0`, `language` of `patch.language`. */
const findShownField = <Field extends string>(path: string, fields: readonly Field[]): Field | undefined =>
  path
    .split(/[.[\]/]+/)
    .map((part) => fields.find((one) => one === part))
    .find((one) => one !== undefined);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export interface OutcomeOptions<Values, Saved, Subject, Row> {
  /** The fields of the form; faults of other fields are shown above the form. */
  fields: readonly (keyof Values & string)[];
  /** The field that each reason refers to. */
  fieldOf?: Partial<Record<string, keyof Values & string>>;
  /** How the latest row fills the form, for edits that can conflict. */
  latest?: (row: Row) => Conflict<Values, Subject>['latest'];
  /** How the saved row fills the form, for edits that another save of the form undoes. */
  reopen?: ((saved: Saved) => Draft<Values, Subject>) | undefined;
}

/**
 * Converts the result of a save: saved, refused at its fields, or in conflict with another user's save. Errors that no form can handle
 * are rethrown.
 */
export async function toSaveOutcome<Values, Saved, Subject, Row>(
  request: Promise<Saved>,
  { fields, fieldOf = {}, latest, reopen }: OutcomeOptions<Values, Saved, Subject, Row>,
): Promise<SaveOutcome<Values, Saved, Subject>> {
  try {
    const saved = await request;
    return { kind: 'saved', saved, reopened: reopen?.(saved) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { reason, message, data } = error;

    if (reason === 'VERSION_CONFLICT' && latest && data.latest) {
      error.isShownInPlace = true;
      return { kind: 'conflict', conflict: { by: textOf(data.by), at: textOf(data.at), latest: latest(data.latest as Row) } };
    }

    const faults: FieldFaults<Values> = {};
    const others: string[] = [];
    const field = fieldOf[reason];
    if (field) faults[field] = { message };
    for (const wrong of readWrongFields(data)) {
      const shown = findShownField(wrong.field, fields);
      if (shown) faults[shown] ??= { field: wrong.field, message: wrong.message };
      else others.push(`${wrong.field}: ${wrong.message}`);
    }
    if (Object.keys(faults).length === 0 && others.length === 0) throw error;
    error.isShownInPlace = true;
    return { kind: 'refused', faults, others };
  }
}
