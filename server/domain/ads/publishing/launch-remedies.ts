import type { BatchRemedy } from '#contracts/vocabulary/batches.ts';
import type { ItemFailure } from '../../batches/index.ts';
import type { LaunchItem } from './launch-items.ts';

/** The channel does not know the object, or the person may not use it: code 100, subcode 33. */
const isMissingObject = ({ platformCode, platformSubcode }: ItemFailure<LaunchItem>): boolean =>
  platformCode === '100' && platformSubcode === '33';

/** The channel's minimum for budgets: code 100, subcode 1885272. */
const isBelowMinimum = ({ platformCode, platformSubcode }: ItemFailure<LaunchItem>): boolean =>
  platformCode === '100' && platformSubcode === '1885272';

/**
 * What can be changed in an item that failed like this. The page of a post cannot be changed, nor can the pixel of an ad, because its ad
 * set exists with it already.
 */
export function findLaunchRemedy(failure: ItemFailure<LaunchItem>): BatchRemedy | null {
  const { reason, itemParams } = failure;
  switch (itemParams.step) {
    case 'ad': {
      const isAboutPage = reason === 'HOMEPAGE_UNUSABLE' || reason === 'PAGE_AD_LIMIT' || isMissingObject(failure);
      return isAboutPage && itemParams.node.post_id === null ? 'homepage' : null;
    }
    case 'ad_group':
      if ((reason === 'PIXEL_NOT_SHARED' || isMissingObject(failure)) && itemParams.node.pixel_id !== null) return 'pixel';
      return hasBudgetFault(failure) && itemParams.node.budget_mode !== null ? 'budget' : null;
    case 'campaign':
      return hasBudgetFault(failure) && itemParams.node.budget_mode !== null ? 'budget' : null;
    case 'upload':
    case 'replaced':
    case 'launch':
      return null;
  }
}

const hasBudgetFault = (failure: ItemFailure<LaunchItem>): boolean =>
  failure.reason === 'BUDGET_TOO_LOW' || failure.reason === 'BUDGET_TOO_HIGH' || isBelowMinimum(failure);
