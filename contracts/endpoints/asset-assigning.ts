import { type Static, Type } from 'typebox';
import { BatchStart, bulkOptions } from './batches.ts';
import { endpoint } from './endpoint.ts';
import { noted } from './noted.ts';
import { Exact, Id, Ids, Instant, Nullable, OneOf, Ref } from './shapes.ts';

/** Every page whose objects can be assigned. */
const access = { pages: ['/auth/pixel', '/auth/homepage', '/auth/site', '/auth/account', '/auth/personage', '/operation/auth'] } as const;

export const assetTypes = ['personal_account', 'ad_account', 'homepage', 'pixel', 'site'] as const;
export const AssetType = OneOf(assetTypes);
export type AssetType = Static<typeof AssetType>;

export const assignModes = ['replace', 'add', 'remove'] as const;
const People = Type.Array(Id, { maxItems: 100, uniqueItems: true });

export const assignAssets = endpoint({
  name: 'assets.assign',
  method: 'POST',
  path: '/auth-assets/assign',
  summary: { zh: '分配资产', en: 'Assign assets' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({
    asset_type: AssetType,
    ids: Ids,
    mode: noted(OneOf(assignModes), {
      zh: 'replace 改为只有这些，add 增加，remove 去掉。',
      en: 'replace leaves these only, add adds them, remove takes them away.',
    }),
    user_ids: noted(People, {
      zh: '启用的、在提问者可见范围内的人；与 department_ids、primary_user_id 合计至少一个。',
      en: 'Enabled people in the scope of the asker. With department_ids and primary_user_id at least one.',
    }),
    department_ids: noted(People, {
      zh: '部门，含下级；组长限本部门及下级，其他人限本部门。',
      en: 'Departments, with all below them: of a leader the own one and those below, of others the own one.',
    }),
    primary_user_id: noted(Type.Optional(Id), {
      zh: '广告账户的主负责人，同时也被分配；replace 时必填。其他类型不能带。',
      en: 'Who is responsible for ad accounts in the first place, and assigned too; needed with replace. Not for other types.',
    }),
    transfer_campaigns: noted(Type.Optional(Type.Literal(true)), {
      zh: '与 primary_user_id 一起：同时把原主负责人名下和无主的在投广告系列移交给新的主负责人，结果在另一个批次；仅组长与管理员。',
      en: 'With primary_user_id: also transfers the running campaigns of the former primary owner, and those without an owner, to the new one, as another batch; leaders and administrators only.',
    }),
    ...bulkOptions,
  }),
  reply: BatchStart,
});

export const AssignmentRow = Exact({
  user: noted(Nullable(Ref), { zh: '人；分配给部门时为空。', en: 'The person; null where it was a department.' }),
  department: noted(Nullable(Ref), { zh: '部门；分配给人时为空。', en: 'The department; null where it was a person.' }),
  is_primary: Type.Boolean(),
  from_at: Instant,
  to_at: noted(Nullable(Instant), { zh: '至今则为空。', en: 'Null for those of now.' }),
  by: noted(Nullable(Ref), { zh: '谁分配的；系统则为空。', en: 'Who did it; null for the system.' }),
});
export type AssignmentRow = Static<typeof AssignmentRow>;

export const assignHistory = endpoint({
  name: 'assets.assignHistory',
  method: 'POST',
  path: '/auth-assets/assign_history',
  summary: { zh: '分配记录', en: 'Who had an asset, and when' },
  access,
  effect: 'read',
  request: Exact({ asset_type: AssetType, asset_id: Id }),
  reply: Exact({
    list: noted(Type.Array(AssignmentRow), {
      zh: '现在的在前，其余最新的在前，最多 500 条。',
      en: 'Those of now first, then the newest, at most 500.',
    }),
  }),
  reasons: ['NOT_FOUND'],
});
