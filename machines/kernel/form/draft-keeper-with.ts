import { fromPromise } from 'xstate';
import { type DraftContent, type DraftKey, draftKeeper } from './draft-keeper.machine.ts';

interface WireKey {
  form: string;
  subject_id?: number;
}

/** The service calls that store drafts. */
interface DraftCalls {
  getDraft(
    asked: WireKey,
    signal?: AbortSignal,
  ): Promise<{ draft: { values: Record<string, unknown>; version: number | null; saved_at: string } | null }>;
  saveDraft(asked: WireKey & { version?: number; values: Record<string, unknown> }, signal?: AbortSignal): Promise<{ saved_at: string }>;
  deleteDraft(asked: WireKey, signal?: AbortSignal): Promise<unknown>;
}

const toWireKey = ({ form, subjectId }: DraftKey): WireKey => ({ form, ...(subjectId !== undefined && { subject_id: subjectId }) });

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The content of a stored draft; undefined if another release stored it in another form. */
const readContent = ({ values, origin, withheld }: Record<string, unknown>): DraftContent | undefined =>
  isRecord(values) && isRecord(origin) ? { values, origin, withheld: withheld === true } : undefined;

/** The draft keeper with these calls. */
export const draftKeeperWith = (calls: DraftCalls) =>
  draftKeeper.provide({
    actors: {
      loadDraft: fromPromise(async ({ input, signal }) => {
        const { draft } = await calls.getDraft(toWireKey(input), signal);
        const content = draft ? readContent(draft.values) : undefined;
        return draft && content ? { content, version: draft.version, savedAt: draft.saved_at } : undefined;
      }),
      saveDraft: fromPromise(async ({ input, signal }) => {
        const { version, content } = input;
        const request = { ...toWireKey(input), ...(version !== undefined && { version }), values: { ...content } };
        return { savedAt: (await calls.saveDraft(request, signal)).saved_at };
      }),
      deleteDraft: fromPromise(({ input, signal }) => calls.deleteDraft(toWireKey(input), signal)),
    },
  });
