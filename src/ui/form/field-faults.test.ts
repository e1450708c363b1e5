import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { FIELD_RULES, FIELD_TYPES } from '#machines/kernel/form/field-rules.ts';
import type { MessageId } from '#src/locale/locales.ts';
import en from '#src/locale/messages/en.json' with { type: 'json' };
import zh from '#src/locale/messages/zh-cn.json' with { type: 'json' };
import { faultText, ruleTexts } from './field-faults.ts';

const speaker = (locale: string, messages: Record<string, string>) => {
  const intl = createIntl({ locale, messages });
  return (id: MessageId, values?: Record<string, string | number>) => intl.formatMessage({ id }, values);
};
const inZh = speaker('zh-CN', zh);
const inEn = speaker('en-US', en);

const params = {
  min: 1,
  max: 32,
  length: 2,
  type: 'email',
  values: 'a, b',
  format: 'YYYY-MM-DD',
  expected: 'x',
  text: 'a=b',
  currency: 'JPY',
};

describe('field fault texts', () => {
  it.each(FIELD_RULES)('has a text for rule %s in both languages', (rule) => {
    expect(Object.keys(zh)).toContain(ruleTexts[rule]);
    expect(Object.keys(en)).toContain(ruleTexts[rule]);
    const chinese = faultText({ rule, params }, '名称', inZh);
    const english = faultText({ rule, params }, 'Name', inEn);
    expect(chinese).toMatch(/\p{Script=Han}/u);
    expect(english).toMatch(/^[\p{ASCII}“”]+$/u);
    if (rule !== 'retyped') {
      expect(chinese).toContain('名称');
      expect(english).toContain('Name');
    }
  });

  it.each(FIELD_TYPES)('has a name for type %s in both languages', (type) => {
    expect(faultText({ rule: 'type', params: { type } }, '名称', inZh)).toMatch(/^名称不是有效的\p{Script=Han}+$/u);
    expect(faultText({ rule: 'type', params: { type } }, 'Name', inEn)).toMatch(/^Name is not a valid [A-Za-z ]+$/);
  });

  it('uses the specified texts', () => {
    expect(faultText({ rule: 'required' }, '账号', inZh)).toBe('请输入账号');
    expect(faultText({ rule: 'required' }, 'Account', inEn)).toBe('Please enter Account');
    expect(faultText({ rule: 'blank' }, '账号', inZh)).toBe('账号不能为空');
    expect(faultText({ rule: 'blank' }, 'Account', inEn)).toBe('Account cannot be a blank character');
    expect(faultText({ rule: 'type', params: { type: 'url' } }, 'Link', inEn)).toBe('Link is not a valid URL');
    expect(faultText({ rule: 'decimals', params: { max: 2, currency: 'USD' } }, '预算', inZh)).toBe('预算最多 2 位小数');
    expect(faultText({ rule: 'decimals', params: { max: 0, currency: 'JPY' } }, '预算', inZh)).toBe('预算不能有小数（JPY 没有小数位）');
  });

  it('repeats the message of the server', () => {
    expect(faultText({ message: '账号已被占用' }, '账号', inZh)).toBe('账号已被占用');
  });

  it('has a text for an unknown rule', () => {
    expect(faultText({ rule: 'toString' }, 'Name', inEn)).toBe('Name has an invalid format');
  });
});
