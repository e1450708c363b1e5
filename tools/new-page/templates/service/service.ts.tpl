import { call, fileCall } from './call.ts';

const row = { id: true, version: true, name: true, remark: true, created_at: true, updated_at: true } as const;

export const list{{Things}} = call('{{api}}/list', { list: [row], total: true });
export const create{{Thing}} = call('{{api}}/create', row);
export const edit{{Thing}} = call('{{api}}/edit', row);
export const delete{{Thing}} = call('{{api}}/delete', {});
export const export{{Things}} = fileCall('{{api}}/export');
