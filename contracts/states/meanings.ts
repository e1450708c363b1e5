import type { Words } from '#contracts/vocabulary/vocabulary.ts';
import { authorisingMeanings } from './authorising-situations.ts';
import { cast, ROOT_DEPARTMENT, STAFF_ROLE } from './cast.ts';
import { contentMeanings } from './content-situations.ts';
import { homeMeanings } from './home-situations.ts';
import { launchMeanings } from './launch-situations.ts';
import { postMeanings } from './posts-situations.ts';
import { publishMeanings } from './publish-situations.ts';
import { ruleMeanings } from './rule-situations.ts';
import { siteMeanings } from './site-situations.ts';
import type { SituationName, Situations } from './states.ts';
import { uploadMeanings } from './upload-situations.ts';

/** Describes every provider state for a reader who writes a backend and does not know this code. */
export type Meanings = {
  readonly [N in SituationName]: {
    readonly meaning: Words;
    readonly params: { readonly [P in keyof Situations[N]]: Words };
  };
};

const { admin, staff } = cast;
const superAdmin = cast.super;

const who: Words = {
  zh:
    `admin：编号 ${admin.id}，登录名 ${admin.account}，姓名 ${admin.name}，is_admin 1，属于根部门，没有角色，没有备注，从未登录过；能打开员工的全部页面，有全部操作权限。` +
    `super：编号 ${superAdmin.id}，登录名 ${superAdmin.account}，姓名 ${superAdmin.name}，is_admin 9，没有部门、角色和备注，从未登录过；只能打开超级管理员的页面，操作只有 export。` +
    `staff：编号 ${staff.id}，登录名 ${staff.account}，姓名 ${staff.name}，is_admin 0，不是组长，属于根部门，有备注，登录过；唯一的角色编号 ${STAFF_ROLE.id}，名为 ${STAFF_ROLE.name}，有备注，打开 ${STAFF_ROLE.paths.join(' 和 ')}，不给任何操作权限。` +
    '三者都是启用的，都不是组长，业务线 dj，时区 Asia/Shanghai。只建被点到的那一个。',
  en:
    `admin: id ${admin.id}, account ${admin.account}, name ${admin.name}, is_admin 1, of the root department, without role or remark, never signed in before; opens every page of the staff and has every action. ` +
    `super: id ${superAdmin.id}, account ${superAdmin.account}, name ${superAdmin.name}, is_admin 9, without department, role or remark, never signed in before; opens the pages of super admins only, and has the action export only. ` +
    `staff: id ${staff.id}, account ${staff.account}, name ${staff.name}, is_admin 0, of the root department, with a remark, has signed in before; the only role has id ${STAFF_ROLE.id}, is called ${STAFF_ROLE.name}, has a remark, opens ${STAFF_ROLE.paths.join(' and ')} and allows no action. ` +
    'All are enabled, no leaders, of business line dj and timezone Asia/Shanghai. Only the one that is named exists.',
};

/** The start of the three states that an exchange can begin with. */
const EMPTY: Words = {
  zh: `先清空一切，只留菜单、字典等随产品而来的数据；根部门在：编号 ${ROOT_DEPARTMENT.id}，名为 ${ROOT_DEPARTMENT.name}，没有下级。之前的操作日志也清空。`,
  en: `Everything is emptied first but what comes with the product, such as the menu; the root department is there: id ${ROOT_DEPARTMENT.id}, called ${ROOT_DEPARTMENT.name}, with nothing below it. The operation log is emptied too.`,
};
const anew = (zh: string, en: string): Words => ({ zh: `${EMPTY.zh}${zh}`, en: `${EMPTY.en} ${en}` });

const digest: Words = {
  zh: '密码的 MD5（小写十六进制），也就是登录请求里 pwd 的值。',
  en: 'MD5 of the password, lower-case hex: what a login sends as pwd.',
};
const account: Words = { zh: '登录名。', en: 'What the person signs in with.' };
const signInAccount = (zh: string, en: string): Words => ({
  zh: `有一个普通员工账号，属于根部门，没有角色，密码的 MD5 是 digest。${zh}`,
  en: `There is an account of a member of staff, in the root department, without a role, whose password has the MD5 digest. ${en}`,
});
const by: Words = {
  zh: '这个人：admin、super 或 staff，是第一个状态里的那一个。',
  en: 'Whose: admin, super or staff, the one of the first state.',
};
const changedBy = (zh: string, en: string) => ({
  meaning: {
    zh: `${zh}最后是被别人修改的，操作日志里有一条这样的记录。对象本身不变，version 仍是建立时给的值；请求会送来更小的 version。`,
    en: `${en} was last changed by somebody else, and the operation log says so. The object stays as it was set up, with its version; the request will send an earlier one.`,
  },
  params: {
    id: { zh: '对象的编号，前面的状态已建立。', en: 'Of the object, which an earlier state has set up.' },
    by: { zh: '修改者的登录名；冲突的应答用它作 by。', en: 'Account of whoever changed it; the conflict answers with it as by.' },
  },
});
const version: Words = { zh: '乐观锁的版本。', en: 'Of the optimistic lock.' };

/** The descriptions of all states; the type requires that none is missing. */
export const meanings: Meanings = {
  ...authorisingMeanings,
  ...contentMeanings,
  ...homeMeanings,
  ...launchMeanings,
  ...postMeanings,
  ...publishMeanings,
  ...ruleMeanings,
  ...siteMeanings,
  ...uploadMeanings,
  'somebody is signed in': {
    meaning: anew(
      '有一个人登录着。应答 {"token": "…"}，验证程序把它放进 Authorization: Bearer。',
      'One person is signed in. Answers {"token": "…"}, which the verifier puts into Authorization: Bearer.',
    ),
    params: { who },
  },
  'the session of somebody has ended': {
    meaning: anew(
      '有一个人登录过，但这次登录已不再有效。应答里的 token 就是这个不再有效的令牌。',
      'One person was signed in, and that session is no longer good. The token it answers with is the one that is no longer good.',
    ),
    params: {
      who,
      because: {
        zh: 'expired：已过期，应以 TOKEN_EXPIRED 拒绝。revoked：已被结束，TOKEN_REVOKED。disabled：令牌未过期，但账号已停用，USER_DISABLED。',
        en: 'expired: it ran out, to be refused with TOKEN_EXPIRED. revoked: it was ended, TOKEN_REVOKED. disabled: the token is good and the account is disabled, USER_DISABLED.',
      },
    },
  },
  'nobody is signed in': {
    meaning: anew(
      '没有任何账号登录。不应答令牌；请求不带 Authorization。',
      'There is no session and no account. It answers no token; the request has no Authorization.',
    ),
    params: {},
  },
  'staff may open every page': {
    meaning: {
      zh: '登录着的人（总是 staff）的角色打开角色可以打开的全部页面（/sys 与 /admin 之外），仍然没有任何操作权限。',
      en: 'The role of the signed-in person, always staff, opens every page that a role may open (all but those under /sys and /admin). It still allows no action.',
    },
    params: {},
  },
  'nothing else exists': {
    meaning: {
      zh: '除前面的状态所列之外，什么都没有，登录的人也与约定的分毫不差。从空的世界开始的后端不必做任何事；有人在用的环境里没有这个状态。',
      en: 'There is nothing but what the states before it name, and who is logged in is as agreed to the letter. A backend that began from an empty world has nothing to do; an environment that people use cannot be in it.',
    },
    params: {},
  },
  'the person has other sessions': {
    meaning: {
      zh: '登录着的人（总是 staff）在别处还有这么多有效的登录。',
      en: 'Whoever is logged in, always staff, has so many good sessions elsewhere.',
    },
    params: { count: { zh: '除提问的这一次之外的登录数。', en: 'Sessions besides the one that asks.' } },
  },
  'the person has a password': {
    meaning: {
      zh: '登录着的人（总是 staff）的密码是这个，由系统生成；没有失败的登录。',
      en: 'This is the password of whoever is logged in, always staff; the server made it, and no login has failed.',
    },
    params: { digest: { zh: '密码的 MD5。', en: 'MD5 of the password.' } },
  },
  'the person mistyped the password too often': {
    meaning: {
      zh: '登录着的人（总是 staff）在提问的这一次登录里修改密码，现在的密码刚刚输错了太多次（我们是 15 分钟内 5 次），此时正确的密码也以 LOGIN_LOCKED 拒绝。',
      en: 'Whoever is logged in, always staff, tried to change the password in the session that asks and has just been wrong about the present one too often (5 times within 15 minutes with us), so that even the right one is refused with LOGIN_LOCKED.',
    },
    params: {},
  },
  'an account can sign in': {
    meaning: signInAccount('账号启用，没有失败的登录。', 'It is enabled, and no sign-in has failed.'),
    params: { account, digest },
  },
  'an account was disabled': {
    meaning: signInAccount('账号已停用。', 'It is disabled.'),
    params: { account, digest },
  },
  'an account was locked out': {
    meaning: signInAccount(
      '账号启用，但从验证程序的地址刚刚失败了太多次（我们是 15 分钟内 5 次），此时正确的密码也以 LOGIN_LOCKED 拒绝。',
      'It is enabled, and too many sign-ins from the address of the verifier have just failed (5 within 15 minutes with us), so that even the right password is refused with LOGIN_LOCKED.',
    ),
    params: { account, digest },
  },
  'a department exists': {
    meaning: {
      zh: '部门树里有这个部门，没有成员、组长和下级，sort 为 0。',
      en: 'The tree has this department, without people, leaders or departments below it; sort is 0.',
    },
    params: {
      id: { zh: '编号，由约定指定。', en: 'Its id, which the contract chooses.' },
      name: { zh: '名称。', en: 'Its name.' },
      parent_id: { zh: '上级部门，已存在。', en: 'The department above it, which exists.' },
    },
  },
  'an account exists': {
    meaning: {
      zh: '有一个启用的普通员工账号：is_admin 0，业务线 dj，时区 Asia/Shanghai，有备注（非空文字），登录过（login_at 不为空），名下没有对象。密码是什么不重要。',
      en: 'There is an enabled account of a member of staff: is_admin 0, business line dj, timezone Asia/Shanghai, with a remark (some text), logged in before (login_at is not null), owning nothing. Whatever password it has.',
    },
    params: {
      id: { zh: '编号，由约定指定。', en: 'Its id, which the contract chooses.' },
      account,
      name: { zh: '姓名。', en: 'Name of the person.' },
      version,
      department_id: { zh: '所属部门，已存在。', en: 'Its department, which exists.' },
      role_ids: { zh: '角色，都已存在；可以没有。', en: 'Its roles, which exist; there may be none.' },
      is_leader: { zh: '1 为所属部门的组长。', en: '1 is a leader of the department.' },
    },
  },
  'an account was changed by somebody': changedBy('账号', 'The account'),
  'an account owns things': {
    meaning: {
      zh: '账号名下有广告系列：/sys-users/owned 以 {"counts": {"campaigns": n}} 应答；没有交接人时不能删除，有交接人时转给他。',
      en: 'The account owns campaigns: /sys-users/owned answers {"counts": {"campaigns": n}}; it is not deleted without a successor, and with one they go to the successor.',
    },
    params: {
      id: { zh: '账号，前面的状态已建立。', en: 'The account, which an earlier state has set up.' },
      campaigns: { zh: '未删除的广告系列数。', en: 'How many living campaigns.' },
    },
  },
  'there is more than an export takes': {
    meaning: {
      zh: '要导出的行比一个文件允许的多。验证时把上限调小（我们是 50 行）并建 51 行即可，不必真的建二十万行。',
      en: 'There are more rows than a file may have. Lower the limit while verifying (50 rows with us) and make 51 of them rather than 200,000.',
    },
    params: {
      of: {
        zh: '后面没有说明的，是该列表的行，归 admin 所有或由其创建。accounts：根部门的账号。roles：角色。operations:admin 的操作日志。batches:admin 的批次。publishes：admin 的发布任务。items of a batch：编号 81 的批次（由 admin 下单）的结果。hosted accounts：2026-11-01 起托管。hits of rules：admin 的规则的命中。events of a pixel：编号 81 的像素收到的事件。figures by drama：今天有数据的剧目，各有一条视频，负责人为 admin。',
        en: 'What is not explained here are rows of that list, owned or made by admin. accounts: in the root department. roles. operations: of admin, in the log. batches: of admin. publishes: batches of admin that publish ads. items of a batch: results of the batch 81, ordered by admin. hosted accounts: hosted since 2026-11-01. hits of rules: of a rule of admin. events of a pixel: received by the pixel 81. figures by drama: dramas with figures of today, with one video each, owned by admin.',
      },
    },
  },
  'a preference was saved': {
    meaning: { zh: '这个人保存过一项偏好。', en: 'The person has saved a preference.' },
    params: {
      by,
      key: { zh: '偏好的键。', en: 'Its key.' },
      value: { zh: '偏好的值，任意 JSON。', en: 'Its value, any JSON.' },
    },
  },
  'a workspace was saved': {
    meaning: { zh: '这个人刚刚保存过一个浏览器窗口的工作区。', en: 'The person has just saved the workspace of a window of a browser.' },
    params: {
      by,
      window: { zh: '窗口的 uuid。', en: 'The uuid of the window.' },
      state: { zh: '工作区，任意 JSON 对象。', en: 'The workspace, any JSON object.' },
    },
  },
  'a draft was saved': {
    meaning: { zh: '这个人刚刚保存过一个表单的草稿。', en: 'The person has just saved the draft of a form.' },
    params: {
      by,
      form: { zh: '表单的名字。', en: 'Name of the form.' },
      subject_id: { zh: '正在编辑的对象；新建时为 null。', en: 'What was being changed; null where something new was made.' },
      version: { zh: '当时对象的版本；新建时为 null。', en: 'Version of it at that time; null where something new was made.' },
      values: { zh: '表单的值，任意 JSON 对象。', en: 'Values of the form, any JSON object.' },
    },
  },
  'a view exists': {
    meaning: { zh: '有一个保存的视图，不是任何人的默认视图。', en: 'There is a saved view; nobody has it as the default.' },
    params: {
      id: { zh: '编号，由约定指定。', en: 'Its id, which the contract chooses.' },
      version,
      page: { zh: '所属页面的路径。', en: 'Path of the page it belongs to.' },
      name: { zh: '名称。', en: 'Its name.' },
      owner: { zh: '所有者的编号，账号已存在。', en: 'Id of its owner, an account that exists.' },
      shared: {
        zh: 'me 只给自己，roles 给有其中任一角色的人，all 给能打开该页面的所有人。',
        en: 'me: its owner only. roles: whoever has one of the roles. all: everybody who may open the page.',
      },
      role_ids: {
        zh: '共享给的角色，都已存在；shared 不是 roles 时为空。',
        en: 'The roles it is shared with, which exist; empty unless shared is roles.',
      },
      query: { zh: '列表的查询串，带问号，或为空。', en: 'The query string of the list, with its question mark, or empty.' },
      table: { zh: '表格的样子 {shown, widths, density}，或 null。', en: 'How the table looks, {shown, widths, density}, or null.' },
    },
  },
  'a view was changed by somebody': changedBy('视图', 'The view'),
  'a role exists': {
    meaning: {
      zh: '有一个角色，有备注（非空文字），还没有人拥有它。',
      en: 'There is a role, with a remark (some text), which nobody has yet.',
    },
    params: {
      id: { zh: '编号，由约定指定。', en: 'Its id, which the contract chooses.' },
      name: { zh: '名称。', en: 'Its name.' },
      version,
      paths: { zh: '它打开的页面。', en: 'Pages it opens.' },
      actions: { zh: '它允许的操作。', en: 'What it allows on them.' },
      is_builtin: { zh: '是否内置；内置的不可删除。', en: 'Came with the product, and is not deleted.' },
    },
  },
  'a role was changed by somebody': changedBy('角色', 'The role'),
  'a batch was ordered': {
    meaning: {
      zh:
        '有一个停用账号的批次(type user_status,origin /sys/accounts)，一分钟前下单并开始。各项计数、状态由结果得出：还有 pending 或 running 的为 running，全部成功为 succeeded，没有成功的为 failed，否则 partial。' +
        '结果里：succeeded 的 before 为 {"status":"enabled"}、after 为 {"status":"disabled"};failed 的 code 404、reason NOT_FOUND，可以重试；unknown 的 code 513、reason PLATFORM_UNKNOWN,platform_code 1、platform_subcode 99。' +
        '验证期间不能有任何东西去执行它：running 的由别人占着，pending 的不会开始。',
      en:
        'There is a batch that disables accounts (type user_status, origin /sys/accounts), ordered and begun a minute ago. Counts and status follow from its results: running while one is pending or running, succeeded where all succeeded, failed where none did, partial otherwise. ' +
        'Of the results, succeeded ones have before {"status":"enabled"} and after {"status":"disabled"}; failed ones code 404 and reason NOT_FOUND and may be retried; unknown ones code 513 and reason PLATFORM_UNKNOWN, platform_code 1 and platform_subcode 99. ' +
        'Nothing may carry it out meanwhile: running ones are held by somebody else, pending ones do not begin.',
    },
    params: {
      id: { zh: '批次的编号，由约定指定。', en: 'Id of the batch, which the contract chooses.' },
      by,
      items: {
        zh: '结果，按顺序：id 结果的编号，target_id 账号的编号（不必存在）,label 账号的名称，status 结果的状态；is_for_people 为真的 unknown 不会再自动查询，等人工确认。',
        en: 'Its results, in their order: id of the result, target_id of the account (which need not exist), label its name, status of the result; an unknown one with is_for_people is no longer looked up and waits to be settled by hand.',
      },
    },
  },
  'a scheduled task exists': {
    meaning: {
      zh: '有一个定时任务：启用，可以立即执行，cron 为 20 19 * * *(UTC)，超时 1800 秒，下次执行在将来，从未执行过。名称不重要。没有调度器的心跳。',
      en: 'There is a scheduled task: enabled, may be run by hand, cron 20 19 * * * in UTC, time limit 1800 s, next run in the future, never run yet. Whatever its names are. The scheduler has given no sign of life.',
    },
    params: {
      key: { zh: '任务的键。立即执行时真的会运行它，内容不重要。', en: 'Its key. It may be run for real; what it does is of no matter.' },
      core: { zh: '是否核心任务；核心任务不可停用。', en: 'A core task, which is not switched off.' },
    },
  },
  'a scheduled task ran': {
    meaning: {
      zh: '任务半小时前由 super 手动执行，一分钟后成功结束：读取 14 行，产出 14 行，有一句结果。它是最近一次执行。',
      en: 'The task was run by hand by super half an hour ago and succeeded a minute later: 14 rows in, 14 rows out, with a message. It is the last run.',
    },
    params: {
      id: { zh: '这次执行的编号，由约定指定。', en: 'Id of the run, which the contract chooses.' },
      key: { zh: '任务，前面的状态已建立。', en: 'The task, which an earlier state has set up.' },
      log: { zh: '这次执行的日志全文。', en: 'The whole log of the run.' },
    },
  },
  'a scheduled task failed': {
    meaning: {
      zh: '任务半小时前按计划执行，一分钟后失败。它是最近一次执行。',
      en: 'The schedule ran the task half an hour ago and it failed a minute later. It is the last run.',
    },
    params: {
      id: { zh: '这次执行的编号，由约定指定。', en: 'Id of the run, which the contract chooses.' },
      key: { zh: '任务，前面的状态已建立。', en: 'The task, which an earlier state has set up.' },
      message: { zh: '失败的原因。', en: 'Why it failed.' },
    },
  },
  'a scheduled task is running': {
    meaning: {
      zh: '任务一分钟前按计划开始执行，还没有结束；日志为空，验证期间不会结束。',
      en: 'The schedule began a run of the task a minute ago, which goes on and does not end meanwhile; its log is empty.',
    },
    params: {
      id: { zh: '这次执行的编号，由约定指定。', en: 'Id of the run, which the contract chooses.' },
      key: { zh: '任务，前面的状态已建立。', en: 'The task, which an earlier state has set up.' },
    },
  },
  'the scheduler is alive': {
    meaning: { zh: '调度器刚刚有过心跳。', en: 'The scheduler has just given a sign of life.' },
    params: {},
  },
  'an operation was logged': {
    meaning: {
      zh: '操作日志里刚刚有了一条成功的记录（code 0，用时与地址不重要）。',
      en: 'The operation log has just got a line of success (code 0, whatever duration and address).',
    },
    params: {
      id: { zh: '记录的编号，由约定指定。', en: 'Id of the line, which the contract chooses.' },
      by,
      action: { zh: '调用的路径。', en: 'Path of the call.' },
      target_type: { zh: '对象的类型。', en: 'Type of the object.' },
      target: { zh: '对象的编号和名称；不必存在。', en: 'Id and name of the object, which need not exist.' },
      summary: { zh: '摘要。', en: 'Its summary.' },
      before: { zh: '改动的字段原来的值。', en: 'The changed fields as they were.' },
      after: { zh: '改动的字段后来的值。', en: 'The changed fields as they became.' },
    },
  },
  'operations were logged': {
    meaning: {
      zh: '操作日志里有这么多条成功登录的记录，各隔一分钟，最新的在一分钟前。',
      en: 'The operation log has so many lines of logins that succeeded, a minute apart, the newest a minute ago.',
    },
    params: {
      by,
      count: { zh: '记录数，比一页多。', en: 'How many, more than a page.' },
    },
  },
  'a catalogue was built': {
    meaning: {
      zh: '服务端有这一份合约目录可给，原样给出。没有这个状态时还没有目录，以 NOT_FOUND 应答。',
      en: 'The server has this catalogue to give, and gives it as it is. Without this state there is none yet, and NOT_FOUND is the answer.',
    },
    params: {
      catalogue: {
        zh: '目录，与 npm run contracts:docs 写出的 catalogue.json 同样的形状。',
        en: 'The catalogue, in the shape of the catalogue.json that npm run contracts:docs writes.',
      },
    },
  },
  'a request was made': {
    meaning: {
      zh: '登录的人已用 POST 发出这个请求并得到成功的应答（code 0），它引起的一切（批次、素材处理、任务）也都已结束。实现方式：以前一个状态的令牌向自己的 API 发送这个请求，不成功就让状态失败。之后的请求读回它的结果。',
      en: 'The signed-in person has sent this request by POST and got an answer of success (code 0), and everything it began (batches, processing of creatives, tasks) has ended. To set it up, send the request to your own API with the token of the earlier state, and let the state fail where the answer is not a success. The exchange reads back what the request changed.',
    },
    params: {
      path: { zh: '调用的路径，含 /api。', en: 'Path of the call, with /api.' },
      body: { zh: '请求体。', en: 'Body of the request.' },
    },
  },
};
