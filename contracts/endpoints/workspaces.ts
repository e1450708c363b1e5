import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { noted } from './noted.ts';
import { Exact, IdempotencyKey, Instant, JsonObject, Nullable } from './shapes.ts';

const Window = noted(Type.String({ format: 'uuid' }), {
  zh: '一个浏览器窗口，由它自己命名。',
  en: 'One window of a browser, named by itself.',
});

export const getWorkspace = endpoint({
  name: 'workspaces.get',
  method: 'POST',
  path: '/sys-workspaces/get',
  summary: { zh: '读取工作区', en: 'Read a workspace' },
  access: 'signedIn',
  effect: 'read',
  request: Exact({ window: Window }),
  reply: Exact({
    state: noted(Nullable(JsonObject), {
      zh: '这个窗口的；没有则取提问者最近保存的窗口的；从未保存过则为空。内容由控制台自定。',
      en: 'Of this window, else of the window of the caller that was saved last; null when nothing was ever saved. Only the console reads it.',
    }),
    saved_at: noted(Nullable(Instant), { zh: '与 state 同时为空。', en: 'Null together with state.' }),
  }),
});

export const saveWorkspace = endpoint({
  name: 'workspaces.save',
  method: 'POST',
  path: '/sys-workspaces/save',
  summary: { zh: '保存工作区', en: 'Save a workspace' },
  access: 'signedIn',
  effect: 'write',
  request: Exact({
    window: Window,
    state: noted(JsonObject, {
      zh: 'JSON 最大 512 KiB。每人保留最近保存的 20 个窗口。',
      en: 'At most 512 KiB as JSON. Of every person the 20 windows saved last are kept.',
    }),
    idempotency_key: IdempotencyKey,
  }),
  reply: Exact({ saved_at: Instant }),
});
