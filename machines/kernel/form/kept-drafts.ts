import { fromPromise } from 'xstate';
import { type DraftContent, type DraftPlace, draftKeeper } from './draft-keeper.machine.ts';

interface WirePlace {
  form: string;
  subject_id?: number;
}

/** Calls that keep drafts, as the service has them. */
interface DraftCalls {
  getDraft(
    asked: WirePlace,
    signal?: AbortSignal,
  ): Promise<{ draft: { values: Record<string, unknown>; version: number | null; saved_at: string } | null }>;
  saveDraft(asked: WirePlace & { version?: number; values: Record<string, unknown> }, signal?: AbortSignal): Promise<{ saved_at: string }>;
  deleteDraft(asked: WirePlace, signal?: AbortSignal): Promise<unknown>;
}

const placeOf = ({ form, subjectId }: DraftPlace): WirePlace => ({ form, ...(subjectId !== undefined && { subject_id: subjectId }) });

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A draft as it was kept; what another release kept in another form is none. */
const contentOf = ({ values, origin, withheld }: Record<string, unknown>): DraftContent | undefined =>
  isRecord(values) && isRecord(origin) ? { values, origin, withheld: withheld === true } : undefined;

/** The keeper of drafts with these calls. */
export const draftsWith = (calls: DraftCalls) =>
  draftKeeper.provide({
    actors: {
      loadDraft: fromPromise(async ({ input, signal }) => {
        const { draft } = await calls.getDraft(placeOf(input), signal);
        const content = draft ? contentOf(draft.values) : undefined;
        return draft && content ? { content, version: draft.version, savedAt: draft.saved_at } : undefined;
      }),
      keepDraft: fromPromise(async ({ input, signal }) => {
        const { version, content } = input;
        const asked = { ...placeOf(input), ...(version !== undefined && { version }), values: { ...content } };
        return { savedAt: (await calls.saveDraft(asked, signal)).saved_at };
      }),
      dropDraft: fromPromise(({ input, signal }) => calls.deleteDraft(placeOf(input), signal)),
    },
  });
