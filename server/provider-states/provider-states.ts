import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import Schema from 'typebox/schema';
import { UnknownState, type World } from './state-handlers.ts';

/** Verifiers post here the state that an exchange needs. */
export const STATES_PATH = '/_pact/provider-states';

/** The request of every Pact verifier, sent once per state and in the order of the states. */
const Situation = Type.Object({
  state: Type.String({ minLength: 1 }),
  params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  action: Type.Optional(Type.Union([Type.Literal('setup'), Type.Literal('teardown')])),
});
const isSituation = (body: unknown): body is Static<typeof Situation> => Schema.Check(Situation, body);

const refuse = (reply: FastifyReply, status: 400 | 404 | 500, error: string) => reply.code(status).send({ error });

/**
 * Lets a verifier put the server into any state, which empties its database: never mount it on a server that anybody uses. The
 * answer holds the values that the exchange needs from the state, such as the token of the signed-in person.
 */
export function mountProviderStates(app: FastifyInstance, world: World): void {
  app.post(STATES_PATH, async (request, reply) => {
    const { body } = request;
    if (!isSituation(body)) return refuse(reply, 400, 'expected {"state": text, "params"?: object, "action"?: "setup" | "teardown"}');
    // The first state of the next exchange empties the database, so nothing has to be undone.
    if (body.action === 'teardown') return reply.send({});
    try {
      return await reply.send(await world.setUp({ state: body.state, params: body.params ?? {} }));
    } catch (error) {
      if (error instanceof UnknownState) return refuse(reply, 404, error.message);
      return refuse(reply, 500, `"${body.state}" could not be set up: ${(error as Error).message}`);
    }
  });
}
