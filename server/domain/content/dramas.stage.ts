import { canMoveStage, stagesAfter } from '#contracts/rules/drama-evaluation.ts';
import { type DramaStageName, dramaStageWords } from '#contracts/vocabulary/dramas.ts';
import type { CallContext } from '../call.ts';
import { refuse } from '../refusal.ts';
import { type LockedDrama, updateDrama } from './dramas.repository.ts';
import { DRAMA } from './dramas.routes.ts';

/** Moves a locked drama to a stage. Refuses with STAGE_ORDER, which names the allowed ones, where its stage does not lead there. */
export async function moveDramaStage(
  { db, now, language, audit }: Pick<CallContext, 'db' | 'now' | 'language' | 'audit'>,
  { id, code, stage }: Pick<LockedDrama, 'id' | 'code' | 'stage'>,
  to: DramaStageName,
): Promise<void> {
  if (!canMoveStage(stage, to)) {
    const allowed = stagesAfter(stage);
    const names = allowed.map((one) => dramaStageWords[one][language]).join(language === 'zh' ? '、' : ', ');
    throw refuse('STAGE_ORDER', { allowed: [...allowed] }, { allowed: names });
  }
  if (stage === to) return;
  await updateDrama(db, id, { stage: to }, now);
  audit({ targetType: DRAMA, targetId: id, targetLabel: code, summary: { codes: ['stage'] }, before: { stage }, after: { stage: to } });
}
