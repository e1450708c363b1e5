import { asBasisPoints, type DramaRow, type DramaSubject, type DramaValues, dramaDraft } from '#machines/advertising-video/drama-rules.ts';
import type { SaveOutcome, SaveRequest } from '#machines/kernel/form/form-dialog.machine.ts';
import { changedSince } from '#machines/kernel/form/form-values.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { COVER_GONE, pictureOf } from '#src/parts/materials/cover-picture.wiring.ts';
import { createDrama, editDrama } from '#src/services/dramas.service.ts';

type Question = SaveRequest<DramaValues, DramaSubject>;
type Outcome = SaveOutcome<DramaValues, DramaRow, DramaSubject>;

const reading = {
  fields: [
    'code',
    'title',
    'title_en',
    'language',
    'genres',
    'episodes_total',
    'free_episodes',
    'price_model',
    'target_roi',
    'online_at',
    'copyright_until',
    'cover',
  ],
  fieldOf: { DUPLICATE: 'code', FILE_TOO_LARGE: 'cover' },
  latest: (row: DramaRow) => dramaDraft(row),
} as const;

// What has to be there is: a form without it is not sent.
const toRequest = ({ title, title_en, language, genres, price_model, online_at, copyright_until, ...numbers }: DramaValues) => ({
  title: title.trim(),
  title_en: title_en.trim() || null,
  language,
  genres,
  episodes_total: numbers.episodes_total as number,
  free_episodes: numbers.free_episodes as number,
  price_model,
  target_roi_d0_bp: asBasisPoints(numbers.target_roi as number),
  online_at: online_at || null,
  copyright_until: copyright_until || null,
});

/** Sends what was typed, with the cover where one was chosen. */
export async function saveDrama({ values, subject, origin, key }: Question): Promise<Outcome> {
  const picture = await pictureOf(values.cover);
  if (!picture) return { kind: 'refused', faults: COVER_GONE };
  const asked = toRequest(values);
  const asking = subject
    ? editDrama({
        id: subject.id,
        version: subject.version,
        // Changed alone, it could not be held against the number of all of them as it was seen.
        ...changedSince(toRequest(origin), asked),
        ...picture,
        idempotency_key: key,
      })
    : createDrama({ code: values.code.trim(), ...asked, ...picture, idempotency_key: key });
  // A new cover cannot be given back.
  return toSaveOutcome(asking, { ...reading, reopen: picture.cover ? undefined : dramaDraft });
}
