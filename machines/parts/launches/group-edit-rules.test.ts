import { describe, expect, it } from 'vitest';
import { blankGroupEdit, checkGroupEdit, editedFields, type GroupEditValues, toGroupEdit, toGroupEditRequest } from './group-edit-rules.ts';

const group = {
  id: 7,
  targeting: { countries: ['US'], age_min: 18, age_max: 65, genders: 'all', locales: [], interests: [{ id: '6003', name: 'Soap operas' }] },
  countries: ['US'],
  end_at: null,
};
const one = (changes: Partial<GroupEditValues> = {}): GroupEditValues => ({ ...toGroupEdit(group), ...changes });
const several = (changes: Partial<GroupEditValues>): GroupEditValues => ({ ...blankGroupEdit, ...changes });

describe('editing one ad set', () => {
  it('begins with its values and sends only those that change, with the values that were seen', () => {
    expect(one().interests).toEqual(['6003 Soap operas']);
    expect(toGroupEditRequest(one({ countries: ['GB'], interests: ['6003 Soap operas', '77 Love'] }))).toEqual({
      audience: {
        countries: ['GB'],
        interests: [
          { id: '6003', name: 'Soap operas' },
          { id: '77', name: 'Love' },
        ],
      },
      seen: [{ id: 7, audience: { countries: ['US'], interests: [{ id: '6003', name: 'Soap operas' }] } }],
    });
    expect(toGroupEditRequest(one({ end_at: '2026-12-01T08:00:00Z' }))).toEqual({
      end_at: '2026-12-01T08:00:00Z',
      seen: [{ id: 7, end_at: null }],
    });
  });

  it('sends nothing of a part that was unticked, and needs a change', () => {
    const values = one({ countries: ['GB'], parts: ['age'] });
    expect(editedFields(values)).toEqual([]);
    expect(checkGroupEdit(values)).toEqual({ parts: { rule: 'required' } });
    expect(checkGroupEdit(one({ countries: ['GB'] }))).toEqual({});
  });

  it('compares only values that the ad set had', () => {
    const found = toGroupEdit({ ...group, targeting: { countries: ['US'] } });
    expect(toGroupEditRequest({ ...found, genders: 'female' })).toEqual({
      audience: { genders: 'female' },
      seen: [{ id: 7, audience: {} }],
    });
  });
});

describe('editing several ad sets', () => {
  it('changes only the ticked parts and compares nothing', () => {
    const values = several({ parts: ['genders', 'end'], genders: 'male', end_at: '2026-12-01T08:00:00Z', countries: ['GB'] });
    expect(toGroupEditRequest(values)).toEqual({ audience: { genders: 'male' }, end_at: '2026-12-01T08:00:00Z' });
    expect(checkGroupEdit(values)).toEqual({});
  });

  it.each<[Partial<GroupEditValues>, keyof GroupEditValues]>([
    [{}, 'parts'],
    [{ parts: ['countries'] }, 'countries'],
    [{ parts: ['age'], age_min: 17 }, 'age_min'],
    [{ parts: ['age'], age_min: 40, age_max: 30 }, 'age_max'],
    [{ parts: ['interests'], interests: ['Soap operas'] }, 'interests'],
    [{ parts: ['end'] }, 'end_at'],
    [{ parts: ['end'], end_at: 'tomorrow' }, 'end_at'],
  ])('refuses %j at %s', (changes, field) => {
    expect(Object.keys(checkGroupEdit(several(changes)))).toEqual([field]);
  });
});
