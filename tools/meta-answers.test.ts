import { expect, it } from 'vitest';
import { type AnswerFile, addAnswers, compareAnswers } from './meta-answers.ts';

const empty: AnswerFile = { answers: [] };
const answer = (learned: AnswerFile['answers'][number]['learned']) => ({ step: 'tree', version: 'v26.0', at: '2026-11-20', learned });

it('answers keep numbers, decisions and words of the network, and no other text', () => {
  const file = addAnswers(
    empty,
    answer({ 'token.state': 'EAAsecret 林晓雨', 'deleted.status': 'DELETED', 'token.scopes': 7, 'video.title': true }),
  );
  expect(file.answers[0]?.learned).toEqual({ 'token.state': 'OTHER', 'deleted.status': 'DELETED', 'token.scopes': 7, 'video.title': true });
  expect(JSON.stringify(file)).not.toMatch(/EAA|林晓雨/);
});

it('the latest answers are compared with what the connector assumes', () => {
  const first = addAnswers(empty, answer({ 'label.seconds.ad': 12, 'deleted.status': 'gone', 'read.tier': 'limited' }));
  expect(compareAnswers(first)).toEqual([
    '✖ deleted.status is gone; the connector assumes DELETED',
    expect.stringMatching(/^▸ not answered yet: token\.state, .*canary\.test_event/),
  ]);
  const second = addAnswers(first, answer({ 'label.seconds.ad': 301, 'deleted.status': 'DELETED' }));
  expect(compareAnswers(second)[0]).toBe('✖ label.seconds.ad is 301; the connector assumes at most 300');
  const third = addAnswers(second, answer({ 'label.seconds.ad': 'never' }));
  expect(compareAnswers(third)[0]).toBe('✖ label.seconds.ad is never; the connector assumes at most 300');
});
