import { expect, it } from 'vitest';
import { checkAdEdit, toAdEdit, toAdEditRequest } from './ad-edit-rules.ts';

const ad = { primary_text: 'She is back', headline: null, call_to_action: 'WATCH_MORE', material: { id: 9, label: 'A' } };
const seen = { primary_text: 'She is back', headline: null, call_to_action: 'WATCH_MORE', material_id: 9 };

it('begins with the ad and sends only what changes, with what was seen', () => {
  const values = toAdEdit(ad);
  expect(toAdEditRequest({ ...values, headline: ' New ', material_id: 12 })).toEqual({ headline: 'New', material_id: 12, seen });
  expect(toAdEditRequest({ ...toAdEdit({ ...ad, headline: 'Old' }), headline: '' })).toMatchObject({ headline: null });
  expect(checkAdEdit({ ...values, headline: 'New' })).toEqual({});
});

it('needs a change, a text, and a creative where there was one', () => {
  const values = toAdEdit(ad);
  expect(checkAdEdit(values)).toEqual({ primary_text: { rule: 'unchanged' } });
  expect(checkAdEdit({ ...values, primary_text: ' ' })).toMatchObject({ primary_text: { rule: expect.any(String) } });
  expect(checkAdEdit({ ...values, headline: 'x'.repeat(256) })).toMatchObject({ headline: { rule: 'stringMax' } });
  expect(Object.keys(checkAdEdit({ ...values, headline: 'New', material_id: undefined }))).toEqual(['material_id']);
  expect(checkAdEdit({ ...toAdEdit({ ...ad, material: null }), headline: 'New' })).toEqual({});
});
