import type { Plan, PlanNode } from '#machines/advertising-publish/publish-values.ts';
import { samplePlan } from '#machines/advertising-publish/publish-wizard.walks.ts';

export const account = (id: number, label: string, more: object = {}) => ({
  id,
  label,
  sub: String(1000 + id),
  status: '1',
  publish: { currency: 'JPY', timezone_name: 'Asia/Tokyo', cap_left: 90_000, ads_running: 3, pixel_id: 4, pixel_usable: id !== 12 },
  ...more,
});
const node = (place: string, level: PlanNode['level'], more: Partial<PlanNode> = {}): PlanNode => ({
  node: place,
  parent: place.includes('.') ? place.slice(0, place.lastIndexOf('.')) : null,
  level,
  name: `name of ${place}`,
  account: { id: 12, label: 'Tokyo 1' },
  currency: 'JPY',
  timezone_name: 'Asia/Tokyo',
  countries: ['US'],
  creative: null,
  homepage: null,
  landing: null,
  pixel: null,
  start_at: '2026-11-23T15:00:00.000Z',
  end_at: null,
  budget_mode: null,
  budget: null,
  budget_usd: null,
  initial_status: 'ACTIVE',
  left_out: false,
  errors: [],
  warnings: [],
  ...more,
});
const finding = (reason: string, text: string) => ({ reason, text, data: {} });
const campaign = node('c1', 'campaign', { budget_mode: 'daily', budget: 7500, budget_usd: 5000 });
const tree = [
  campaign,
  node('c1.g1', 'ad_group'),
  node('c1.g1.a1', 'ad', { warnings: [finding('MATERIAL_USED', 'Already running there')] }),
  node('c1.g1.a2', 'ad'),
];
export const plan: Plan = { ...samplePlan, tree, warnings: [{ node: 'c1.g1.a1', ...finding('MATERIAL_USED', 'Already running there') }] };
export const faulty: Plan = {
  ...plan,
  tree: tree.map((one) =>
    one.node === 'c1.g1' ? { ...one, errors: [finding('PIXEL_NOT_SHARED', 'Pixel not shared with Tokyo 1')] } : one,
  ),
  errors: [{ node: 'c1.g1', ...finding('PIXEL_NOT_SHARED', 'Pixel not shared with Tokyo 1') }],
};
