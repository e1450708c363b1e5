/* Names, types and values of the network's interface, in the shape of the description that its publisher keeps. */

export interface EdgeFacts {
  readonly returns: string;
  readonly required: readonly string[];
  readonly params: Readonly<Record<string, string>>;
}

export interface NodeFacts {
  readonly fields: Readonly<Record<string, string>>;
  /** By method and name, such as "POST campaigns". The name of the node itself is empty. */
  readonly edges: Readonly<Record<string, EdgeFacts>>;
}

export interface GraphFacts {
  readonly nodes: Readonly<Record<string, NodeFacts>>;
  readonly enums: Readonly<Record<string, readonly string[]>>;
}

/** A request that the connector makes, as names. */
export interface RequestUse {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly node: string;
  readonly edge: string;
  /** Parameters and, where the network knows a list of them, the values that are sent. */
  readonly parameters?: Readonly<Record<string, readonly string[]>>;
  /** Keys of structures, by node. */
  readonly structures?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly fields?: readonly string[];
  /** The node that the fields are of, when it is not the one that the edge returns. */
  readonly fieldsOf?: string;
}

/** The node inside a type such as list<Ad>. */
export const nodeOfType = (type: string): string => /^list<(.+)>$/.exec(type)?.[1] ?? type;

/** A field with the fields asked for inside of it. */
export interface FieldTree {
  readonly name: string;
  readonly inner: readonly FieldTree[];
}

/** Takes a list such as id,business{id,name},reactions.limit(0).summary(true) apart. */
export function parseFields(list: string): FieldTree[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const sign of list) {
    if (sign === '{' || sign === '(') depth += 1;
    if (sign === '}' || sign === ')') depth -= 1;
    if (depth === 0 && sign === ',') {
      parts.push(part);
      part = '';
    } else part += sign;
  }
  return [...parts, part]
    .filter((each) => each !== '')
    .map((each) => {
      const [, name = each, inner = ''] = /^(\w+)[^{]*(?:\{(.*)\})?$/.exec(each) ?? [];
      return { name, inner: inner === '' ? [] : parseFields(inner) };
    });
}

/** Known to the network's documentation, though not to its description. */
export const UNDESCRIBED_FIELDS: Readonly<Record<string, readonly string[]>> = { Page: ['access_token', 'tasks', 'picture'] };
/** Taken by every edge. */
export const GENERAL_PARAMETERS = ['appsecret_proof', 'fields', 'limit', 'after', 'filtering'];
/** The node that describes a structure, by the name of its parameter or key. */
export const STRUCTURES: Readonly<Record<string, string>> = {
  adlabels: 'AdLabel',
  adset_schedule: 'DayPart',
  attribution_spec: 'AttributionSpec',
  bid_constraints: 'AdCampaignBidConstraint',
  creative: 'AdCreative',
  degrees_of_freedom_spec: 'AdCreativeDegreesOfFreedomSpec',
  flexible_spec: 'FlexibleTargeting',
  geo_locations: 'TargetingGeoLocation',
  link_data: 'AdCreativeLinkData',
  object_story_spec: 'AdCreativeObjectStorySpec',
  promoted_object: 'AdPromotedObject',
  targeting: 'Targeting',
  targeting_automation: 'TargetingAutomation',
  video_data: 'AdCreativeVideoData',
};
/** The edge whose parameters tell the values of a structure's keys, where its node describes them as mere text. */
export const VALUES_OF_STRUCTURES: Readonly<Record<string, readonly [node: string, edge: string]>> = {
  creative: ['AdAccount', 'POST adcreatives'],
};
/** A button has the same keys wherever it stands. */
export const BUTTON = 'call_to_action';
export const BUTTON_NODE = 'AdCreativeLinkDataCallToAction';

/** The known name most like another, for a message. */
export function nearest(name: string, known: readonly string[]): string {
  const distance = (other: string): number => {
    let row = Array.from({ length: other.length + 1 }, (_, index) => index);
    for (const [at, sign] of [...name].entries()) {
      const next = [at + 1];
      for (const [index, its] of [...other].entries())
        next.push(Math.min((next[index] ?? 0) + 1, (row[index + 1] ?? 0) + 1, (row[index] ?? 0) + (sign === its ? 0 : 1)));
      row = next;
    }
    return row.at(-1) ?? 0;
  };
  return known.toSorted((a, b) => distance(a) - distance(b))[0] ?? 'none';
}
