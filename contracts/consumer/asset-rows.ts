import { integer, oneOf, string } from './matching.ts';

export const at = '2026-11-20T08:00:00.000Z';

export const refLike = ({ id, label }: { id: number; label: string }) => ({ id: integer(id), label: string(label) });

const me = { kind: 'user', id: 11, label: '林管理' };
export const assignees = [me];
export const assigneeLike = { kind: oneOf('user', ['user', 'department']), id: integer(11), label: string('林管理') };
