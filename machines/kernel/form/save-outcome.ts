import type { FieldFaults } from './faults.ts';
import type { Conflict, SaveOutcome } from './form-dialog.machine.ts';

/** A refusal as the services throw it; anything else is no refusal. */
interface Refusal {
  message: string;
  reason: string;
  data: Record<string, unknown>;
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

const wrongFields = (data: Record<string, unknown>): WrongField[] =>
  Array.isArray(data.errors)
    ? data.errors.filter((one): one is WrongField => typeof one?.field === 'string' && typeof one?.message === 'string')
    : [];

/** The field of the form that a path names: the outermost one, `paths` of `paths/0`, `language` of `patch.language`. */
const shownAt = <Field extends string>(path: string, fields: readonly Field[]): Field | undefined =>
  path
    .split(/[.[\]/]+/)
    .map((part) => fields.find((one) => one === part))
    .find((one) => one !== undefined);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export interface OutcomeReading<Values, Subject, Row> {
  /** The fields the form shows; a wrong field outside of them is shown above the form. */
  fields: readonly (keyof Values & string)[];
  /** Reasons that speak of one field. */
  fieldOf?: Partial<Record<string, keyof Values & string>>;
  /** How the newest row fills the form, where edits can collide. */
  latest?: (row: Row) => Conflict<Values, Subject>['latest'];
}

/** What a save came to: saved, refused at its fields, or overtaken by somebody. What no form can answer is thrown on. */
export async function saveOutcome<Values, Saved, Subject, Row>(
  asking: Promise<Saved>,
  { fields, fieldOf = {}, latest }: OutcomeReading<Values, Subject, Row>,
): Promise<SaveOutcome<Values, Saved, Subject>> {
  try {
    return { kind: 'saved', saved: await asking };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { reason, message, data } = error;

    if (reason === 'VERSION_CONFLICT' && latest && data.latest) {
      return { kind: 'conflict', conflict: { by: textOf(data.by), at: textOf(data.at), latest: latest(data.latest as Row) } };
    }

    const faults: FieldFaults<Values> = {};
    const others: string[] = [];
    const field = fieldOf[reason];
    if (field) faults[field] = { message };
    for (const wrong of wrongFields(data)) {
      const shown = shownAt(wrong.field, fields);
      if (shown) faults[shown] ??= { field: wrong.field, message: wrong.message };
      else others.push(`${wrong.field}: ${wrong.message}`);
    }
    if (Object.keys(faults).length === 0 && others.length === 0) throw error;
    return { kind: 'refused', faults, others };
  }
}
