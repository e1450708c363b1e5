import { expect, it } from 'vitest';
import { sourceFiles } from '#tools/source.ts';

/** Names that only the wire format of the ad network has; see server/channel/meta. */
const WORDS =
  /\b(?:act_\$|appsecret_proof|adlabels|adspixels|advideos|adimages|ads_posts|object_story_(?:id|spec)|promoted_object|inline_link_clicks|report_run_id|fb_exchange_token|blame_field_specs|upload_session_id|is_adset_budget_sharing_enabled|effective_object_story_id)\b/;

const OWN = /^server\/channel\/meta\/|^tests\/support\/meta-double\.ts$|^tests\/architecture\/network-words\.test\.ts$/;

it('only the connector to Meta names the fields of the network', () => {
  const files = sourceFiles();
  const naming = files.filter(({ text }) => WORDS.test(text)).map(({ file }) => file);
  expect(naming.filter((file) => OWN.test(file)).length).toBeGreaterThan(8);
  expect(naming.filter((file) => !OWN.test(file))).toEqual([]);
});
