import type { SaveOutcome, SaveRequest } from '#machines/kernel/form/form-dialog.machine.ts';
import { changedSince } from '#machines/kernel/form/form-values.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { type MaterialRow, type MaterialSubject, type MaterialValues, materialDraft } from '#machines/parts/materials/material-rules.ts';
import { editMaterial, materialDetail, setMaterialCover } from '#src/services/materials.service.ts';
import { forgetChosenFile } from '#src/ui/form/chosen-files.ts';
import { COVER_GONE, pictureOf } from './cover-picture.wiring.ts';

type Question = SaveRequest<MaterialValues, MaterialSubject>;
type Outcome = SaveOutcome<MaterialValues, MaterialRow, MaterialSubject>;

const reading = {
  fields: ['title', 'content_id', 'language', 'creator_user_id', 'tags', 'visibility', 'parent_material_id', 'cover'],
  fieldOf: { FILE_TOO_LARGE: 'cover' },
  latest: (row: MaterialRow) => materialDraft(row),
} as const;

/** Names on the wire, where the form has others: what the server says of them stands at the field. */
const ASKED_AS: Record<string, string> = { drama_id: 'content_id', product_id: 'content_id' };

const toRequest = (biz: MaterialSubject['biz'], { title, content_id, language, creator_user_id, ...rest }: MaterialValues) => ({
  title: title.trim(),
  // A form without a content or a creator is not sent.
  ...(biz === 'dj' ? { drama_id: content_id as number } : { product_id: content_id as number }),
  language,
  creator_user_id: creator_user_id as number,
  tags: rest.tags,
  visibility: rest.visibility,
  parent_material_id: rest.parent_material_id ?? null,
});

async function save(subject: MaterialSubject, { values, origin, key }: Question, content: string | undefined): Promise<MaterialRow> {
  const { id, version, biz } = subject;
  const changes = changedSince(toRequest(biz, origin), toRequest(biz, values));
  const isEdited = Object.keys(changes).length > 0;
  // Asked again under the same key after a lost answer, the edit has one effect, and says the version the cover goes on.
  const edited = isEdited ? await editMaterial({ id, version, ...changes, idempotency_key: key }) : undefined;
  if (content === undefined) return edited ?? (await materialDetail({ id }));
  const covered = await setMaterialCover({ id, version: edited?.version ?? version, cover: { content } });
  forgetChosenFile(values.cover);
  return covered;
}

/** Server refusals that speak of the drama or the product speak of one field here. */
const inOurWords = (error: unknown): never => {
  const data: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'data') : undefined;
  const errors: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'errors') : undefined;
  if (Array.isArray(errors)) for (const one of errors) if (ASKED_AS[one?.field]) one.field = ASKED_AS[one.field];
  throw error;
};

/** Sends what was typed, and then the cover where one was chosen. */
export async function saveMaterial(question: Question): Promise<Outcome> {
  const { subject, values } = question;
  if (!subject) throw new Error('a material is made by its upload');
  const picture = await pictureOf(values.cover);
  if (!picture) return { kind: 'refused', faults: COVER_GONE };
  // A new cover cannot be given back.
  const reopen = picture.cover ? undefined : materialDraft;
  return toSaveOutcome(save(subject, question, picture.cover?.content).catch(inOurWords), { ...reading, reopen });
}
