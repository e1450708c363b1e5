import { refuseField } from '../refusal.ts';
import type { DramaFields } from './dramas.repository.ts';
import { requireListed } from './require-listed.ts';

/** Checks the rules that a schema cannot express and refuses at the faulty field. */
export function requireValidDrama(
  drama: Pick<DramaFields, 'language' | 'genres' | 'episodes_total' | 'free_episodes' | 'online_at' | 'copyright_until'>,
): void {
  requireListed('languages', drama.language, 'language');
  requireListed('genres', drama.genres, 'genres');
  if (drama.free_episodes >= drama.episodes_total) {
    throw refuseField('free_episodes', 'maximum', { limit: drama.episodes_total - 1 });
  }
  if (drama.online_at !== null && drama.copyright_until !== null && drama.copyright_until < drama.online_at) {
    throw refuseField('copyright_until', 'beforeOnline');
  }
}
