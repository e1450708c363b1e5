import { AdPlatformError, type InspectedToken, type TokenInfo } from '../ad-platform.ts';
import { redirectUrlOf } from './config.ts';
import { asAnswer, optionalAnswer, optionalNumber, optionalText, textOf, textsOf } from './graph/answer.ts';
import type { Graph } from './graph/call.ts';
import { isCheckpoint } from './graph/errors.ts';
import { toFields } from './graph/form.ts';
import { readSeconds } from './times.ts';

/** The permissions that a person is asked for. */
const SCOPES = [
  'ads_management',
  'ads_read',
  'business_management',
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_ads',
  'pages_manage_posts',
];

export function authUrl({ config }: Pick<Graph, 'config'>, state: string): string {
  const { dialogUrl, version, appId, configId } = config;
  const wanted = configId === undefined ? { scope: SCOPES.join(',') } : { config_id: configId };
  const fields = toFields({ client_id: appId, redirect_uri: redirectUrlOf(config), state, response_type: 'code', ...wanted });
  return `${dialogUrl}/${version}/dialog/oauth?${fields.toString()}`;
}

const requestToken = (graph: Graph, parameters: Record<string, string>) =>
  graph.call({
    method: 'GET',
    path: '/oauth/access_token',
    token: null,
    isAnonymous: true,
    isOnce: true,
    parameters: { client_id: graph.config.appId, client_secret: graph.config.appSecret, ...parameters },
  });

/** Exchanges a code for a token that lives as long as the network allows, about 60 days for a person. */
export async function exchange(graph: Graph, code: string): Promise<TokenInfo> {
  const short = await requestToken(graph, { redirect_uri: redirectUrlOf(graph.config), code });
  const first = textOf(short, 'access_token');
  // The token of a system user never expires and cannot be exchanged.
  const isEndless = optionalNumber(short, 'expires_in') === null;
  const long = isEndless ? short : await requestToken(graph, { grant_type: 'fb_exchange_token', fb_exchange_token: first });
  const { valid: _valid, state: _state, error: _error, ...info } = await inspect(graph, textOf(long, 'access_token'));
  return info;
}

const EXPIRED = 463;
const notRecognised = (): AdPlatformError =>
  new AdPlatformError('auth', { code: 190, title: 'Authorisation is not valid', userMessage: 'The token is not recognised.' });

const INVALID_STATES = {
  expired: 'The authorisation has expired.',
  revoked: 'The person took the authorisation back.',
  held: 'The person must confirm their identity on facebook.com first; the authorisation itself stands.',
} as const;

/** Reads what a token is worth now. A token of another app is not recognised. */
export async function inspect(graph: Graph, token: string): Promise<InspectedToken> {
  const answer = await graph.call({ method: 'GET', path: '/debug_token', token: null, parameters: { input_token: token } });
  const data = asAnswer(answer['data'], 'data');
  const fault = optionalAnswer(data, 'error');
  const userId = optionalText(data, 'user_id');
  if (optionalText(data, 'app_id') !== graph.config.appId || userId === null) throw notRecognised();
  const expires_at = readSeconds(optionalNumber(data, 'expires_at'));
  const common = {
    user_id: userId,
    token,
    expires_at,
    data_access_expires_at: readSeconds(optionalNumber(data, 'data_access_expires_at')),
    scopes: textsOf(data, 'scopes'),
  };
  if (data['is_valid'] === true) {
    const person = await graph.call({ method: 'GET', path: '/me', token, parameters: { fields: 'id,name' } });
    return { ...common, name: textOf(person, 'name'), valid: true, state: 'valid' };
  }
  const subcode = fault === null ? null : optionalNumber(fault, 'subcode');
  const isExpired = subcode === EXPIRED || (expires_at !== null && expires_at <= graph.now());
  const state = isExpired ? 'expired' : isCheckpoint(subcode) ? 'held' : 'revoked';
  // The name of a person cannot be read without a valid token.
  return { ...common, name: '', valid: false, state, error: INVALID_STATES[state] };
}
