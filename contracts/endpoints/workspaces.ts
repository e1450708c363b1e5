import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Exact, IdempotencyKey, Instant, JsonObject, Nullable } from './shapes.ts';

/** One window of a browser, named by itself. */
const Window = Type.String({ format: 'uuid' });

export const getWorkspace = endpoint({
  name: 'workspaces.get',
  method: 'POST',
  path: '/sys-workspaces/get',
  summary: { zh: '读取工作区', en: 'Read a workspace' },
  request: Exact({ window: Window }),
  /** Of this window, else of the window of the caller that was saved last; both null when nothing was ever saved. */
  reply: Exact({ state: Nullable(JsonObject), saved_at: Nullable(Instant) }),
});

export const saveWorkspace = endpoint({
  name: 'workspaces.save',
  method: 'POST',
  path: '/sys-workspaces/save',
  summary: { zh: '保存工作区', en: 'Save a workspace' },
  /** `state` has at most 512 KiB as JSON. Of every person the 20 windows saved last are kept. */
  request: Exact({ window: Window, state: JsonObject, idempotency_key: IdempotencyKey }),
  reply: Exact({ saved_at: Instant }),
});
