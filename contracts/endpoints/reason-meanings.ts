import { type TSchema, Type } from 'typebox';
import type { Words } from '../vocabulary/vocabulary.ts';
import { noted } from './noted.ts';
import type { Reason } from './reasons.ts';
import { Count, Currency, Exact, Id, Instant, Money, Nullable } from './shapes.ts';

/** Explains a reason to backend developers: when to answer with it, and which further keys `data` has. */
export interface ReasonMeaning {
  readonly meaning: Words;
  /** Further keys of `data`. */
  readonly data?: Readonly<Record<string, TSchema>>;
}

const field = noted(Type.String(), {
  zh: '请求里与之冲突的字段；控制台把说明显示在那里。',
  en: 'The field of the request that is to blame; the console shows the message there.',
});

export const reasonMeanings: { readonly [R in Reason]: ReasonMeaning } = {
  NO_TOKEN: {
    meaning: {
      zh: '没有 Authorization 请求头，或它不是 Bearer 加令牌。控制台回到登录页。',
      en: 'There is no Authorization header, or it is not Bearer and a token. The console goes to the login page.',
    },
  },
  TOKEN_EXPIRED: {
    meaning: {
      zh: '登录已过期：太久没有调用，或超过了一次登录的最长时间。控制台回到登录页。',
      en: 'The session ended by time: nothing was asked for too long, or it reached its longest life. The console goes to the login page.',
    },
  },
  TOKEN_REVOKED: {
    meaning: {
      zh: '令牌不认识，或登录已被结束：退出、在别处结束、重置密码、账号被删除。控制台回到登录页。',
      en: 'The token is not known, or its session was ended: by logging out, from elsewhere, by a new password, by deleting the account. The console goes to the login page.',
    },
  },
  USER_DISABLED: {
    meaning: {
      zh: '令牌有效，但账号已停用。控制台回到登录页。',
      en: 'The token is good and the account is disabled. The console goes to the login page.',
    },
  },
  INTERNAL: {
    meaning: {
      zh: '服务端自己的故障。能预见的情况都不应以此应答。',
      en: 'A fault of the server itself. Nothing that can be foreseen is answered with it.',
    },
  },
  VALIDATION: {
    meaning: {
      zh: '请求有错误的字段：一次列出全部，包括不认识的字段。不合规则的值也用它，如不存在的部门。',
      en: 'The request has wrong fields: all are named at once, unknown ones too. Values that break a rule count, such as a department that does not exist.',
    },
  },
  NO_PATH: {
    meaning: {
      zh: '提问者不能打开这个调用所属的任何页面。先于请求内容的检查。',
      en: 'The caller may open none of the pages that the call belongs to. It is asked before the body is looked at.',
    },
  },
  NO_ACTION: {
    meaning: {
      zh: '提问者可以打开页面，但没有这个操作的权限。',
      en: 'The caller may open the page and lacks the action that the call needs.',
    },
  },
  NOT_OWNER: {
    meaning: {
      zh: '对象提问者看得到，但只有负责人或管理员可以这样做；或者要重置别人的密码而不是普通管理员。',
      en: 'The caller sees the object, and only its owner or an administrator may do this; or asks for the password of somebody else without being an ordinary admin.',
    },
  },
  ADMIN_ONLY: {
    meaning: { zh: '只有超级管理员可以调用。', en: 'Only super admins may make the call.' },
  },
  NOT_FOUND: {
    meaning: {
      zh: '对象不存在、已删除，或提问者看不到；应答不能让人分辨是哪一种。',
      en: 'The object does not exist, was deleted, or is out of the sight of the caller; the answer never tells which.',
    },
  },
  VERSION_CONFLICT: {
    meaning: {
      zh: '编辑时送来的 version 不是现在的：别人在此期间改过。什么都不写入。',
      en: 'The version sent with an edit is not the one of now: somebody changed the object meanwhile. Nothing is written.',
    },
    data: {
      by: noted(Type.String(), {
        zh: '最后修改者的登录名；不知道时为 ?。',
        en: 'Account of whoever changed it last; ? where nobody knows.',
      }),
      at: noted(Instant, { zh: '最后修改的时刻，UTC。', en: 'When it was changed last, in UTC.' }),
      latest: noted(Type.Unknown(), {
        zh: '现在的对象，形状与该调用成功时的应答相同。',
        en: 'The object as it is now, in the shape of the reply of the call.',
      }),
    },
  },
  DUPLICATE: {
    meaning: { zh: '同一范围内已有同名的对象。', en: 'There is one of that name already, in the same place.' },
    data: { field },
  },
  ACCOUNT_TAKEN: {
    meaning: {
      zh: '登录名已被使用，已删除的账号也算，不区分大小写。',
      en: 'The account name is taken, by deleted accounts too, whatever the case.',
    },
    data: { field },
  },
  SELECTION_CHANGED: {
    meaning: {
      zh: '按筛选条件选择时，现在符合的数量与 expected_total 不同。什么都不执行。',
      en: 'By the filter now match more or fewer objects than expected_total says. Nothing is done.',
    },
    data: { total: noted(Count, { zh: '现在符合的数量。', en: 'How many match now.' }) },
  },
  AMOUNT_CHANGED: {
    meaning: {
      zh: '下单的人看到的预算或出价，在此期间被改过。什么都不执行。',
      en: 'A budget or bid is not the one that was seen when the change was ordered. Nothing is done.',
    },
    data: {
      changed: noted(
        Type.Array(
          Exact({
            id: Id,
            label: noted(Type.String(), { zh: '对象的名称。', en: 'Name of the object.' }),
            currency: Currency,
            amount: noted(Nullable(Money), { zh: '现在的金额。', en: 'The amount it has now.' }),
            by: noted(Nullable(Type.String()), {
              zh: '最后改它的人的姓名；不是人改的或不知道时为空。',
              en: 'Name of the person who changed it last; null where no person did, or it is not known.',
            }),
            at: noted(Nullable(Instant), { zh: '最后一次改动的时刻，UTC。', en: 'When it was changed last, in UTC.' }),
          }),
        ),
        { zh: '与看到的不同的对象。', en: 'The objects whose amount is another one.' },
      ),
    },
  },
  EXPORT_TOO_LARGE: {
    meaning: {
      zh: '要导出的行数超过上限（我们的服务端默认 200000）。',
      en: 'The export would have more rows than a file may hold (200,000 on our server).',
    },
    data: {
      count: noted(Count, { zh: '会导出的行数。', en: 'Rows it would have.', unit: 'rows' }),
      max: noted(Count, { zh: '最多允许的行数。', en: 'Rows it may have.', unit: 'rows' }),
    },
  },
  FILE_TOO_LARGE: {
    meaning: { zh: '上传的文件超过上限。', en: 'The uploaded file is larger than it may be.' },
    data: {
      max: noted(Type.String(), { zh: '上限的文字，如 2 MiB。', en: 'The limit in words, such as 2 MiB.' }),
      size: noted(Count, { zh: '上传的文件的大小。', en: 'Size of the uploaded file.', unit: 'bytes' }),
    },
  },
  HANDOVER_REQUIRED: {
    meaning: {
      zh: '被删除的账号名下还有对象，而请求没有给出交接人。',
      en: 'The account to be deleted owns something, and the request names nobody to take it over.',
    },
    data: {
      counts: noted(Type.Record(Type.String(), Count), { zh: '名下对象的数量，按类型。', en: 'How many objects it owns, by type.' }),
    },
  },
  SELF_FORBIDDEN: {
    meaning: { zh: '不能停用、删除自己，也不能取消自己的管理员身份。', en: 'Nobody disables, deletes or demotes themselves.' },
  },
  LAST_ADMIN: {
    meaning: {
      zh: '这样做之后将没有启用中的普通管理员。',
      en: 'No enabled ordinary admin would be left.',
    },
  },
  DEPT_CYCLE: { meaning: { zh: '部门不能移到自己或自己的下级之下。', en: 'A department cannot go under itself or one below it.' } },
  DEPT_TOO_DEEP: {
    meaning: {
      zh: '部门树将超过 5 级；移动时连同其下级一起算。',
      en: 'The tree would be deeper than 5; what moves brings along what is below it.',
    },
  },
  DEPT_NOT_EMPTY: {
    meaning: { zh: '部门还有下级或未删除的成员。', en: 'The department has others below it, or people who are not deleted.' },
  },
  DEPT_ROOT: { meaning: { zh: '根部门不能移动或删除。', en: 'The root department is neither moved nor deleted.' } },
  ROLE_BUILTIN: { meaning: { zh: '内置角色不能删除。', en: 'Roles that came with the product are not deleted.' } },
  ROLE_IN_USE: {
    meaning: { zh: '还有人拥有这个角色。', en: 'Somebody has the role.' },
    data: { count: noted(Count, { zh: '拥有它的人数。', en: 'How many people have it.' }) },
  },
  ROLE_PATH_RESERVED: {
    meaning: {
      zh: '所给的页面里有不能授予角色的：保留页面，或不存在的页面。',
      en: 'Among the pages are some that roles cannot open: reserved ones, or none at all.',
    },
    data: { field, paths: noted(Type.Array(Type.String()), { zh: '这些页面。', en: 'Those pages.' }) },
  },
  CRON_RUNNING: {
    meaning: { zh: '任务正在执行，不能再次开始。', en: 'The task runs already and is not begun again.' },
    data: { run_id: noted(Id, { zh: '正在进行的执行。', en: 'The run under way.' }) },
  },
  CRON_CORE: { meaning: { zh: '核心任务不能停用。', en: 'Core tasks are not switched off.' } },
  SITE_OFF: {
    meaning: {
      zh: '落地页所属的站点已停用，不能上线。',
      en: 'The site of the landing page is off, so the page cannot go online.',
    },
  },
  SITE_IN_USE: {
    meaning: { zh: '还有商品属于这个站点，不能删除。', en: 'Products belong to the site, so it is not deleted.' },
    data: { count: noted(Count, { zh: '属于它的商品数。', en: 'Products that belong to it.' }) },
  },
  IDENTITY_MISMATCH: {
    meaning: {
      zh: '重新授权时登录的不是原来那个人；什么都没有改动。',
      en: 'Somebody else authorised than the person it was asked of; nothing was changed.',
    },
    data: {
      expected: noted(Type.String(), { zh: '应当是谁。', en: 'Who it should have been.' }),
      actual: noted(Type.String(), { zh: '实际是谁。', en: 'Who it was.' }),
    },
  },
  HOMEPAGE_UNUSABLE: {
    meaning: {
      zh: '主页现在不能发帖：状态不正常，或授权者缺少权限。什么都不写入。',
      en: 'The Page takes no posts now: its status, or a task that its authorising person lacks. Nothing is written.',
    },
    data: {
      field,
      status: noted(Type.String(), { zh: '主页的状态，或缺少的权限。', en: 'Status of the Page, or the task that is missing.' }),
      homepage: noted(Type.String(), { zh: '主页名称。', en: 'Name of the Page.' }),
    },
  },
  IMMUTABLE_FIELD: {
    meaning: {
      zh: '对象已在平台上，这个字段不能再改。什么都不写入。',
      en: 'The object is on the platform, where this field cannot change any more. Nothing is written.',
    },
    data: { field },
  },
  STATE_READY: {
    meaning: { zh: '帖子已经在平台上，不会再创建一次。', en: 'The post is on the platform already and is not created again.' },
  },
  NO_CHANGE: {
    meaning: {
      zh: '批次里的对象本来就是要求的样子，跳过。',
      en: 'An object of a batch was already as it should become; it is skipped.',
    },
  },
  STATE_CHANGED: {
    meaning: {
      zh: '对象已不在可以这样做的状态：如没有可重试的失败项、没有可撤销的改动、要恢复的对象之后又被改过，或结果已经确认。',
      en: 'The object is no longer in a state that allows this: nothing failed is left to retry, nothing is left to undo, the object to restore was changed again, or the result was settled.',
    },
  },
  OUTCOME_UNKNOWN: {
    meaning: {
      zh: '已发出的请求结果未知，因此不能重试；还在自动查询时也不能人工确认。',
      en: 'What came of a request that was sent is not known, so it is not repeated; while it is still being looked up, it is not settled by hand either.',
    },
  },
  PARENT_FAILED: {
    meaning: {
      zh: '批次里的上级对象没有创建成功，这一个没有执行。',
      en: 'In a batch, the object above this one was not made, so this one was not begun.',
    },
  },
  MATERIAL_NOT_READY: {
    meaning: {
      zh: '素材还没有处理好，或处理失败、已归档、已封禁，因此不能使用，也没有可看的文件。',
      en: 'The creative is not processed yet, or failed, archived or blocked: it cannot be used, or has no file to look at.',
    },
  },
  CREATIVE_OVERFLOW: {
    meaning: { zh: '创意比方案结构里的位置多。', en: 'There are more creatives than the structure of the scheme has places.' },
    data: {
      n: noted(Count, { zh: '创意数。', en: 'Creatives.' }),
      slots: noted(Count, { zh: '位置数。', en: 'Places.' }),
    },
  },
  PIXEL_NOT_SHARED: {
    meaning: { zh: '像素不属于广告账户，也没有共享给它。', en: 'The pixel is neither owned by the ad account nor shared with it.' },
    data: { account: noted(Type.String(), { zh: '账户的名称。', en: 'Name of the account.' }) },
  },
  SCHEME_NOT_ENABLED: {
    meaning: { zh: '只有启用的方案可以发布。', en: 'Only an enabled scheme can be published.' },
  },
  ROUND_OPEN: {
    meaning: {
      zh: '该剧已有进行中的评估，先作出决策才能再发起。',
      en: 'A round of the drama is open; it has to be decided before another is opened.',
    },
    data: {
      id: noted(Id, { zh: '进行中的评估。', en: 'The open evaluation.' }),
      round: noted(Type.Integer({ minimum: 1 }), { zh: '它是第几轮。', en: 'Its number among the rounds of the drama.' }),
    },
  },
  STAGE_ORDER: {
    meaning: { zh: '剧目不能从现在的阶段直接转到所要的阶段。', en: 'The drama cannot go from its stage to the one that was asked for.' },
    data: {
      allowed: noted(Type.Array(Type.String()), { zh: '现在可以转到的阶段。', en: 'The stages that may follow the one it is in.' }),
    },
  },
  RULE_NO_EFFECT: {
    meaning: {
      zh: '规则没有托管账户，或不是试运行而全部账户都关闭了自动级别：启用也不会做任何事。',
      en: 'The rule covers no account, or is live while none of its accounts lets rules act: turned on, it would do nothing.',
    },
  },
  STATE_ENDED: {
    meaning: { zh: '已经结束，不能再修改。', en: 'It has ended and cannot be changed any more.' },
  },
  CONTENT_OFF: {
    meaning: {
      zh: '剧目或商品已下架，或剧目的版权已到期：不能上架，也不能再用于投放。',
      en: 'The drama or product is off, or the copyright of the drama is over: it cannot be switched on or advertised any more.',
    },
  },
  CONTENT_IN_USE: {
    meaning: { zh: '剧目或商品有在投广告，不能删除。', en: 'Ads for the drama or product are under way, so it stays.' },
    data: { count: noted(Count, { zh: '在投广告数。', en: 'Ads under way.' }) },
  },
  MATERIAL_IN_USE: {
    meaning: { zh: '还有未删除的广告使用这个素材，不能删除。', en: 'Ads that were not deleted show the creative, so it stays.' },
    data: { count: noted(Count, { zh: '使用它的广告数。', en: 'Ads that show it.' }) },
  },
  POST_IN_USE: {
    meaning: { zh: '有在投广告使用这个帖子，不能删除。', en: 'Ads under way promote the post, so it stays.' },
    data: { count: noted(Count, { zh: '在投广告数。', en: 'Ads under way.' }) },
  },
  LANDING_IN_USE: {
    meaning: {
      zh: '有在投广告通向这个落地页，或站点上的落地页：不能停用或删除，除非带 force 下线。',
      en: 'Ads under way lead to the landing page, or to one of the site: it is not switched off or deleted, but may be taken offline with force.',
    },
    data: { count: noted(Count, { zh: '在投广告数。', en: 'Ads under way.' }) },
  },
  ASSET_IN_USE: {
    meaning: {
      zh: '有在投的广告系列使用这个资产，不能解绑、取消共享或删除。',
      en: 'Campaigns under way use the asset, so it is not unbound, taken back or deleted.',
    },
    data: { count: noted(Count, { zh: '在投的广告系列数。', en: 'Campaigns under way.' }) },
  },
  STATE_MUST_PAUSE: {
    meaning: {
      zh: '投放中的对象不能归档，也不能不带 force 就删除。',
      en: 'What is open is not archived, nor deleted without force.',
    },
  },
  STATE_ARCHIVED: {
    meaning: { zh: '已归档的对象只能删除。', en: 'What was archived can only be deleted.' },
  },
  STATE_DELETED: {
    meaning: { zh: '已删除的对象不能再改。', en: 'What was deleted changes no more.' },
  },
  PARENT_GONE: {
    meaning: { zh: '上级已删除或归档，因此不能开启。', en: 'What it is in was deleted or archived, so it is not opened.' },
  },
  NOTHING_MADE: {
    meaning: {
      zh: '成功结果上的提示：其中的广告都没有创建成功，因此已自动删除，或按方案保留为空。',
      en: 'A warning on what succeeded: none of its ads could be made, so it was removed again, or kept empty as the scheme says.',
    },
  },
  PARENT_PAUSED: {
    meaning: {
      zh: '成功结果上的提示：上级已暂停，所以开启后仍不会投放。',
      en: 'A warning on what succeeded: what it is in is paused, so it does not deliver though it was opened.',
    },
  },
  ACCOUNT_NOT_DELIVERABLE: {
    meaning: {
      zh: '广告账户现在不能投放，因此不能开启。',
      en: 'The ad account cannot deliver now, so nothing in it is opened.',
    },
    data: {
      account_status: noted(Type.Integer(), { zh: '账户状态，平台的编号。', en: 'Status of the account, as the platform numbers it.' }),
      disable_reason: noted(Type.Integer(), {
        zh: '停用原因，平台的编号；0 为没有。',
        en: 'Why it is disabled, as the platform numbers it; 0 is no reason.',
      }),
      undeliverable_reason: noted(Type.String(), {
        zh: '为什么不可投放，与账户行的同名字段相同。',
        en: 'Why it cannot deliver, as in the field of that name of an ad account.',
      }),
    },
  },
  AD_DISAPPROVED: {
    meaning: { zh: '广告没有通过平台的审核。', en: 'The ad did not pass the review of the platform.' },
    data: { policy: noted(Type.String(), { zh: '违反的政策。', en: 'The policies it breaks.' }) },
  },
  LANDING_OFFLINE: {
    meaning: { zh: '广告的落地页没有上线。', en: 'The landing page of the ad is not online.' },
  },
  PAGE_AD_LIMIT: {
    meaning: {
      zh: '广告的主页上投放中与审核中的广告已经到上限。',
      en: 'On the Page of the ad run, or wait for review, as many ads as it may have.',
    },
    data: {
      used: noted(Count, { zh: '现有的广告数。', en: 'How many it has.' }),
      limit: noted(Count, { zh: '最多的广告数。', en: 'How many it may have.' }),
    },
  },
  SCHEDULE_ENDED: {
    meaning: { zh: '对象或其上级的结束时间已过。', en: 'Its end, or that of what it is in, has passed.' },
  },
  BUDGET_LEVEL_MISMATCH: {
    meaning: {
      zh: '预算在另一级：系列有预算时组没有，反之亦然。',
      en: 'The budget is on the other level: where the campaign has one its groups have none, and the reverse.',
    },
    data: { level: noted(Type.String(), { zh: '预算所在的层级。', en: 'The level the budget is on.' }) },
  },
  BUDGET_TOO_LOW: {
    meaning: {
      zh: '低于账户的最低日预算；出价受限的策略为其五倍。',
      en: 'Less than the smallest daily budget of the account, five times that where the strategy limits bids.',
    },
    data: { min: noted(Type.String(), { zh: '最低金额，带币种。', en: 'The least, with its currency.' }) },
  },
  BUDGET_TOO_HIGH: {
    meaning: { zh: '高于一百万美元的等值金额。', en: 'More than the equivalent of a million US dollars.' },
    data: { max: noted(Type.String(), { zh: '最高金额，带币种。', en: 'The most, with its currency.' }) },
  },
  BUDGET_BELOW_SPENT: {
    meaning: { zh: '总预算低于已消耗的 110%。', en: 'A lifetime budget of less than 110 % of what was spent.' },
    data: { min: noted(Type.String(), { zh: '最低金额，带币种。', en: 'The least, with its currency.' }) },
  },
  BID_NOT_ALLOWED: {
    meaning: { zh: '广告系列的出价策略没有出价。', en: 'The bid strategy of the campaign has no bid.' },
  },
  BUDGET_CHANGE_LIMIT: {
    meaning: {
      zh: '同一对象的预算一小时内最多改四次。',
      en: 'The budget of one object is changed four times within an hour at most.',
    },
    data: {
      retry_at: noted(Type.String(), {
        zh: '什么时候可以再改，读者时区。',
        en: 'When it may be changed again, on the clock of the reader.',
      }),
    },
  },
  DUPLICATE_MATERIAL: {
    meaning: {
      zh: '同一业务线里已有内容相同的素材。提问者看得到它时带上它，看不到时只说已存在。',
      en: 'The business line has a creative of the same content. It is told where the caller may see it; otherwise only that it exists.',
    },
    data: {
      material: noted(Type.Optional(Exact({ id: Id, code: Type.String(), title: Type.String(), status: Type.String() })), {
        zh: '已有的素材；看不到时不出现。',
        en: 'The creative there is; absent where the caller may not see it.',
      }),
    },
  },
  UPLOAD_CLOSED: {
    meaning: {
      zh: '上传已经结束：完成、失败、取消或超过 24 小时。要再传，从 init 重新开始。',
      en: 'The upload has ended: finished, failed, canceled, or older than 24 hours. Begin again with init.',
    },
  },
  STORAGE_FULL: {
    meaning: {
      zh: '存储空间不足，或已到公司的上限；腾出空间后可以继续。接收字节的地址也用它，HTTP 状态 507。',
      en: 'There is no room, or the quota of the company is used up; it goes on once there is. The address for the bytes says so too, with HTTP status 507.',
    },
  },
  ENTITY_BUSY: {
    meaning: {
      zh: '一个未结束的批次正要处理这个对象。',
      en: 'A batch that has not ended is about to change the object.',
    },
    data: { batch_id: noted(Id, { zh: '那个批次。', en: 'That batch.' }) },
  },
  TOO_MANY_REQUESTS: {
    meaning: {
      zh: '超过我们自己的限制：每人每秒的调用数、同时的导出数，或每个地址的登录次数。',
      en: 'Beyond our own limits: calls per second and exports at once of one person, or logins from one address.',
    },
  },
  PLATFORM_REJECTED: {
    meaning: { zh: '平台拒绝了请求，没有任何改动。', en: 'The platform refused the request; nothing was changed.' },
  },
  PLATFORM_LIMIT: { meaning: { zh: '平台限流，稍后自动重试。', en: 'The platform throttles; it is tried again later by itself.' } },
  PLATFORM_AUTH: {
    meaning: { zh: '平台的授权失效，需要重新授权。', en: 'The platform no longer accepts our authorisation, which has to be given anew.' },
  },
  PLATFORM_UNKNOWN: {
    meaning: {
      zh: '请求已发给平台，结果未知：先查询，查不到时等人工确认。',
      en: 'The request was sent to the platform and its outcome is not known: it is looked up first, then waits to be settled by hand.',
    },
  },
  PLATFORM_DOWN: { meaning: { zh: '平台连不上，请求没有发出。', en: 'The platform cannot be reached; the request was not sent.' } },
  LOGIN_BAD: {
    meaning: {
      zh: '账号不存在，或密码不对；应答不能让人分辨是哪一种。',
      en: 'There is no such account, or the password is wrong; the answer never tells which.',
    },
  },
  LOGIN_DISABLED: {
    meaning: {
      zh: '密码正确，但账号已停用。',
      en: 'The password is right and the account is disabled.',
    },
  },
  LOGIN_LOCKED: {
    meaning: {
      zh: '同一账号从同一地址 15 分钟内失败 5 次：15 分钟内正确的密码也不行。',
      en: 'Five failures of one account from one address within 15 minutes: for 15 minutes not even the right password helps.',
    },
    data: { minutes_left: noted(Type.Integer({ minimum: 1 }), { zh: '还要等多少分钟。', en: 'How much longer.', unit: 'min' }) },
  },
};
