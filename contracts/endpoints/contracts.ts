import { type Static, Type } from 'typebox';
import { roleActions } from '../vocabulary/roles.ts';
import { endpoint } from './endpoint.ts';
import { noted } from './noted.ts';
import { Count, Exact, Nothing, Nullable, OneOf } from './shapes.ts';

const Texts = Exact({ zh: Type.String(), en: Type.String() });
const Schema = noted(Type.Unknown(), {
  zh: 'JSON Schema 2020-12，与 OpenAPI 3.1 相同。',
  en: 'JSON Schema 2020-12, as in OpenAPI 3.1.',
});
const Code = noted(Type.Integer(), { zh: '信封里的 code。', en: 'Of the envelope.' });
const Names = Type.Array(Type.String());
const Verdict = OneOf(['breaks', 'safe'] as const);

const Example = Exact({
  description: noted(Type.String(), { zh: '约定的名称，在一个调用里唯一。', en: 'Name of the exchange, unique within its call.' }),
  states: noted(Type.Array(Exact({ name: Type.String(), params: Type.Record(Type.String(), Type.Unknown()) })), {
    zh: '提问之前依次进入的状态。',
    en: 'What is set up before it is asked, in this order.',
  }),
  request: noted(Type.Unknown(), { zh: '请求体；没有则为空。', en: 'The body that is sent; null without one.' }),
  answer: noted(Nullable(Exact({ code: Code, message: Type.String(), data: Type.Unknown() })), {
    zh: '信封；应答是文件时为空。',
    en: 'The envelope; null where a file is the answer.',
  }),
});

const Use = Exact({
  service: noted(Type.String(), { zh: '控制台里的函数。', en: 'The function of the console.' }),
  page: noted(Nullable(Exact({ path: Type.String(), title: Texts })), {
    zh: '用它的页面；为空则是控制台的外壳。',
    en: 'The page that uses it; null: the shell of the console.',
  }),
  machines: noted(Names, { zh: '用它的状态机。', en: 'The state machines that use it.' }),
});

const Call = Exact({
  name: Type.String(),
  resource: noted(Type.String(), { zh: '名称里点号之前的部分。', en: 'What stands before the dot of the name.' }),
  method: OneOf(['GET', 'POST'] as const),
  path: noted(Type.String(), { zh: '包含 /api。', en: 'With /api.' }),
  summary: Texts,
  access: noted(Type.Union([OneOf(['public', 'signedIn', 'anyPage', 'admin', 'superAdmin'] as const), Exact({ pages: Names })]), {
    zh: '谁可以调用：所有人，登录者，有任一页面的人，管理员，超级管理员，或有其中任一页面的人。',
    en: 'Who may call: everybody, whoever is logged in, whoever has any page, administrators, super admins, or whoever has one of the pages.',
  }),
  action: noted(Nullable(OneOf(roleActions)), { zh: '在页面上还需要的操作权限。', en: 'What is needed on the page as well.' }),
  effect: noted(OneOf(['read', 'write'] as const), {
    zh: 'read 不改变别人能看到的任何东西。',
    en: 'read changes nothing that anybody else could see.',
  }),
  answer: OneOf(['envelope', 'spreadsheet'] as const),
  request: Schema,
  reply: Schema,
  reasons: Exact({
    own: noted(Names, { zh: '这个调用自己的错误原因。', en: 'Refusals of its own.' }),
    common: noted(Names, {
      zh: '由谁可以调用、由请求体而来的错误原因，以及任何调用都可能的。',
      en: 'Refusals that follow from who may call and from the body, and those of any call.',
    }),
  }),
  promised: noted(Names, {
    zh: '控制台读取的应答字段，如 list[].id；后端至少要给出这些。',
    en: 'Fields of the reply that the console reads, as list[].id; a backend owes at least these.',
  }),
  examples: Type.Array(Example),
  uses: Type.Array(Use),
});

const ReasonEntry = Exact({
  reason: Type.String(),
  code: Code,
  meaning: Texts,
  data: noted(Type.Record(Type.String(), Schema), { zh: '错误的 data 里另外的键。', en: 'Further keys of the data of the error.' }),
  answeredBy: noted(OneOf(['any', 'calls', 'results'] as const), {
    zh: 'any 任何调用，calls 只有所列的调用，results 只出现在批次的结果里。',
    en: 'any: every call. calls: those listed. results: it stands in results of batches only.',
  }),
  calls: noted(Names, { zh: '声明它的调用。', en: 'The calls that declare it.' }),
});

const StateEntry = Exact({
  name: Type.String(),
  meaning: Texts,
  beginsAnew: noted(Type.Boolean(), {
    zh: '从空的世界开始；每个约定的第一个状态必定如此。',
    en: 'It begins from an empty world; each exchange has exactly one such state, first.',
  }),
  params: Type.Array(Exact({ name: Type.String(), type: Type.String(), meaning: Texts })),
  examples: noted(Type.Array(Type.Record(Type.String(), Type.Unknown())), {
    zh: '约定里给出的各种参数。',
    en: 'The different parameters the pacts give.',
  }),
  exchanges: noted(Count, { zh: '需要它的约定数。', en: 'Exchanges that need it.' }),
});

const Change = Exact({
  call: Type.String(),
  words: Texts,
  consoles: noted(Verdict, { zh: '仍打开着的旧控制台是否会坏。', en: 'Whether it breaks consoles of before that are still open.' }),
  backends: noted(Verdict, { zh: '保持不变的后端是否会坏。', en: 'Whether it breaks backends that stay as they were.' }),
});

export const ContractCatalogue = Exact({
  version: noted(Type.String(), { zh: '产品的版本。', en: 'Of the product.' }),
  calls: Type.Array(Call),
  reasons: Type.Array(ReasonEntry),
  states: Type.Array(StateEntry),
  releases: noted(Type.Array(Exact({ version: Nullable(Type.String()), date: Nullable(Type.String()), changes: Type.Array(Change) })), {
    zh: '新的在前；version 与 date 为空的是尚未发布的。',
    en: 'Newest first; version and date are null for what is not released yet.',
  }),
});
export type ContractCatalogue = Static<typeof ContractCatalogue>;

export const loadCatalogue = endpoint({
  name: 'contracts.catalogue',
  method: 'POST',
  path: '/sys-contracts/catalogue',
  summary: { zh: '合约目录', en: 'Catalogue of the contracts' },
  access: 'admin',
  effect: 'read',
  request: Nothing,
  reply: noted(ContractCatalogue, {
    zh: '与所运行的控制台一起构建的目录，原样给出。',
    en: 'The catalogue that was built together with the console, as it is.',
  }),
  reasons: ['NOT_FOUND'],
});
