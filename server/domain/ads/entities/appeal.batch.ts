import { appealAds } from '#contracts/endpoints/ad-entities.ts';
import { Refusal, refuse } from '../../refusal.ts';
import { createPushedType, type OrderSource } from './pushed-type.ts';
import { changeObstacle } from './status.rules.ts';

const NOT_REJECTED = { zh: '广告没有被拒绝，不需要申诉', en: 'The ad is not rejected' };
const DECIDED = { zh: '平台已驳回申诉，不能再次申诉', en: 'The platform denied the appeal; it cannot be appealed again' };

/** Appeals the rejection of ads. The channel accepts the appeal now and decides later; the synchronisation brings its decision. */
export const appealBatch = createPushedType<OrderSource>({
  type: 'appeal',
  orderedBy: [appealAds],
  async decide({ db, entity, isSent }) {
    const { review, appeal } = await db.selectFrom('ad').select(['review', 'appeal']).where('id', '=', entity.id).executeTakeFirstOrThrow();
    const obstacle = changeObstacle(entity.status);
    if (obstacle !== null) return obstacle;
    // The synchronisation may have seen the appeal, or even its decision, before the lost answer is looked up.
    if (isSent && appeal !== null) return refuse('NO_CHANGE');
    if (review !== 'rejected') return new Refusal('STATE_CHANGED', { text: NOT_REJECTED });
    if (appeal === 'pending') return refuse('NO_CHANGE');
    if (appeal === 'denied') return new Refusal('STATE_CHANGED', { text: DECIDED });
    return {
      patch: { appeal: 'pending' },
      before: { appeal },
      after: { appeal: 'pending' },
      columns: { appeal: 'pending' },
      event: 'appeal',
    };
  },
});
