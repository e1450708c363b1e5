import { MatchersV3 } from '@pact-foundation/pact';
import { describe, expect, it } from 'vitest';
import { otherEnvelope, requireLooking } from './looking.ts';

const { eachLike, integer, string } = MatchersV3;

const envelope = {
  code: 0,
  message: string('成功'),
  data: { list: eachLike({ id: integer(3), name: string('某'), hidden: false, remark: null }), next: [] },
};
const other = otherEnvelope(envelope);
/** Answers as expected, at an address that needs no server. */
const expected = `data:application/json,${encodeURIComponent(JSON.stringify({ code: 0, message: '成功', data: { list: [{ id: 3 }] } }))}`;

const answered = async (url: string) => (await (await fetch(url)).json()) as { code: number; data: { list: { id: number }[] } };
const outcomeOf = (use: (url: string) => Promise<void>): Promise<string> =>
  requireLooking({ expected, other }, use).then(
    () => 'accepted',
    (error: Error) => error.message,
  );

describe('an exchange', () => {
  it('is accepted when its test looks at the answer', async () => {
    expect(await outcomeOf(async (url) => expect((await answered(url)).data.list[0]?.id).toBe(3))).toBe('accepted');
  });

  it.each<[string, (url: string) => Promise<void>, string]>([
    ['asserts nothing', async (url) => void (await answered(url)), 'asserts nothing'],
    ['asserts something else', async () => expect(1).toBe(1), 'passes whatever the answer says'],
    [
      'waits for the answer, and asserts something else',
      async (url) => {
        await answered(url);
        expect(1).toBe(1);
      },
      'passes whatever the answer says',
    ],
    [
      'asserts no more than that it was no refusal',
      async (url) => expect((await answered(url)).code).toBe(0),
      'passes whatever the answer says',
    ],
    [
      'asserts no more than that there is an answer',
      async (url) => expect(await answered(url)).toBeDefined(),
      'passes whatever the answer says',
    ],
  ])('is refused when its test %s', async (_name, use, message) => {
    expect(await outcomeOf(use)).toContain(message);
  });
});

describe('what is answered instead', () => {
  it('has the same types and differs in every value', () => {
    expect(JSON.parse(String(other.body))).toEqual({
      code: 0,
      message: '成功~',
      data: { list: [{ id: 4, name: '某~', hidden: true, remark: 'no longer nothing' }], next: [] },
    });
  });

  it('is another refusal when a refusal was expected', () => {
    const refusal = otherEnvelope({ code: 409, message: string('已存在'), data: { reason: 'DUPLICATE' } });
    expect(JSON.parse(String(refusal.body))).toEqual({ code: 410, message: '已存在~', data: { reason: 'DUPLICATE~' } });
  });

  it('is a refusal when nothing is promised, so that a test that does not wait fails', () => {
    expect(JSON.parse(String(otherEnvelope({ code: 0, message: string('成功'), data: {} }).body))).toMatchObject({ code: 500 });
  });
});
