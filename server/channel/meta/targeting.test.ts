import { expect, it } from 'vitest';
import { asAnswer } from './graph/answer.ts';
import { readTargeting, toTargeting } from './targeting.ts';

const audience = {
  countries: ['US', 'CA'],
  age_min: 21,
  age_max: 55,
  genders: 'female',
  os: 'ios',
  locales: ['6', '24'],
  interests: [{ id: '6003', name: 'Drama' }],
  placement_mode: 'manual',
  placements: ['facebook_reels', 'instagram_story'],
  audiences: [{ id: '61', name: 'Payers' }],
  excluded_audiences: [{ id: '62', name: 'Staff' }],
};

it('is translated into the terms of the network and back', () => {
  const targeting = toTargeting(audience);
  expect(targeting).toMatchObject({
    geo_locations: { countries: ['US', 'CA'] },
    genders: [2],
    locales: [6, 24],
    user_os: ['iOS'],
    publisher_platforms: ['facebook', 'instagram'],
    facebook_positions: ['facebook_reels'],
    instagram_positions: ['story'],
    targeting_automation: { advantage_audience: 0 },
  });
  expect(readTargeting(asAnswer(JSON.parse(JSON.stringify(targeting)), 'targeting'))).toEqual(audience);
});

it('leaves placements to the network unless they are chosen by hand', () => {
  expect(toTargeting({ countries: ['US'], placement_mode: 'auto', placements: ['facebook_feed'] })).not.toHaveProperty(
    'publisher_platforms',
  );
});

it('is refused with words of ours in place of ids of the network', () => {
  expect(() => toTargeting({ countries: ['US'], locales: ['en_US'] })).toThrow('Languages');
  expect(() => toTargeting({ countries: ['US'], interests: [{ id: 'drama', name: 'Drama' }] })).toThrow('Interests');
});
