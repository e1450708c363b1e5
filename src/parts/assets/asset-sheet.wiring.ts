import { fromPromise } from 'xstate';
import { effectiveStatusWords } from '#contracts/vocabulary/launches.ts';
import {
  type SheetAnswer,
  type SheetLine,
  type SheetList,
  type SheetSubject,
  assetSheet as sheetMachine,
} from '#machines/parts/assets/asset-sheet.machine.ts';
import { listAdAccounts } from '#src/services/ad-accounts.service.ts';
import { listHomepages } from '#src/services/homepages.service.ts';
import { listCampaigns } from '#src/services/launches.service.ts';
import { listOpLogs } from '#src/services/oplogs.service.ts';
import { listPixels } from '#src/services/pixels.service.ts';

/** How many lines of each list the sheet shows. */
const MAX_LINES = 5;

interface Answer<Row> {
  list: readonly Row[];
  total: number;
}

const firstLines = async <Row>(answer: Promise<Answer<Row>>, toLine: (row: Row) => SheetLine) => {
  const { list, total } = await answer;
  return { lines: list.slice(0, MAX_LINES).map(toLine), total };
};

type Load = (subject: SheetSubject, signal: AbortSignal) => ReturnType<typeof firstLines>;

const loads: Record<SheetList, Load> = {
  accounts: ({ id }, signal) =>
    firstLines(listAdAccounts({ personal_account_id: id }, signal), (row) => ({
      id: row.id,
      text: row.name,
      note: row.platform_account_id,
    })),
  homepages: ({ id }, signal) =>
    firstLines(listHomepages({ personal_account_id: id }, signal), (row) => ({ id: row.id, text: row.name, note: row.platform_page_id })),
  pixels: ({ asset_type, id }, signal) =>
    firstLines(listPixels(asset_type === 'ad_account' ? { account_id: id } : { personal_account_id: id }, signal), (row) => ({
      id: row.id,
      text: row.name,
      note: row.platform_pixel_id,
    })),
  campaigns: ({ id }, signal) =>
    firstLines(listCampaigns({ ad_account_id: [id] }, signal), (row) => ({
      id: row.id,
      text: row.name,
      note: effectiveStatusWords[row.effective_status],
    })),
  operations: ({ asset_type, id }, signal) =>
    firstLines(listOpLogs({ target: `${asset_type}#${id}` }, signal), (row) => ({
      id: row.id,
      text: row.action_label,
      note: row.account,
      at: row.at,
    })),
};

export const assetSheet = sheetMachine.provide({
  actors: {
    loadDetail: fromPromise(async ({ input: { subject }, signal }): Promise<SheetAnswer> => {
      const found = await Promise.all(subject.lists.map(async (name) => [name, await loads[name](subject, signal)] as const));
      return Object.fromEntries(found);
    }),
  },
});
