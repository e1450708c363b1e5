/** A demo user. Without a role the user can sign in but opens no page. */
export interface DemoPerson {
  account: string;
  name: string;
  department?: string;
  role?: '优化师' | '素材师' | '组长' | '托管运营' | '数据分析';
  isAdmin?: 1 | 9;
  isLeader?: boolean;
  platform?: 'dj' | 'ec';
  timezone?: string;
  remark?: string;
  disabled?: boolean;
  deleted?: boolean;
}

/** Departments below the root 公司, parents before children. */
export const demoDepartments = [
  { name: '投放一部', parent: '公司', sort: 10 },
  { name: '英语组', parent: '投放一部', sort: 11 },
  { name: '西语组', parent: '投放一部', sort: 12 },
  { name: '投放二部(电商)', parent: '公司', sort: 20 },
  { name: '素材部', parent: '公司', sort: 30 },
  { name: '托管部', parent: '公司', sort: 40 },
] as const;

export const demoPeople: readonly DemoPerson[] = [
  { account: 'super', name: '超级管理员', isAdmin: 9 },
  { account: 'admin', name: '林管理', department: '公司', isAdmin: 1, remark: '普通管理员' },
  { account: 'lead_a', name: '王立', department: '投放一部', role: '组长', isLeader: true },
  { account: 'lead_b', name: '李青', department: '素材部', role: '组长', isLeader: true },
  { account: 'opt_01', name: '陈一鸣', department: '英语组', role: '优化师' },
  { account: 'opt_02', name: '赵二萍', department: '英语组', role: '优化师' },
  { account: 'opt_03', name: '张三丰', department: '英语组', role: '优化师', timezone: 'America/Los_Angeles' },
  { account: 'opt_04', name: '周思远', department: '英语组', role: '优化师' },
  { account: 'opt_05', name: '吴小五', department: '西语组', role: '优化师' },
  { account: 'opt_06', name: '郑柳', department: '西语组', role: '优化师', timezone: 'Europe/London' },
  { account: 'opt_07', name: '孙琦', department: '西语组', role: '优化师' },
  { account: 'opt_08', name: '钱芭', department: '西语组', role: '优化师' },
  { account: 'opt_09', name: '冯玖', department: '投放一部', role: '优化师' },
  { account: 'opt_ec', name: '何电', department: '投放二部(电商)', role: '优化师', platform: 'ec' },
  { account: 'edit_01', name: '许剪', department: '素材部', role: '素材师' },
  { account: 'edit_02', name: '韩影', department: '素材部', role: '素材师' },
  { account: 'edit_03', name: '杨帧', department: '素材部', role: '素材师' },
  { account: 'host_01', name: '朱托', department: '托管部', role: '托管运营', platform: 'ec' },
  { account: 'ana_01', name: '秦析', department: '公司', role: '数据分析' },
  { account: 'noaccess', name: '尤无', department: '公司', remark: '没有角色' },
  { account: 'left_01', name: '姜停', department: '西语组', role: '优化师', disabled: true, remark: '已停用' },
  { account: 'gone_01', name: '沈别', department: '英语组', role: '优化师', deleted: true },
];
