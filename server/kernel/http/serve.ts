import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import type {
  Address,
  Operation,
  ParametersOf,
  Rules,
} from '../../../src/services/contract/operations/operation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation's rules; undefined for routes that the reference does not describe. */
    rules?: Rules
  }
}

type Schema = z.ZodMiniType
type Params<Of extends Address> = {
  [Name in keyof ParametersOf<Operation<Of>>]: Name extends keyof typeof NUMBERED ? number : string
}
type Asked<Of extends Address, Query extends Schema, Body extends Schema> = FastifyRequest<{
  Params: Params<Of>
  Querystring: z.output<Query>
  Body: z.output<Body>
}>
type Answered<Answer> = FastifyReply | (Answer extends Schema ? z.input<Answer> : never)
type Handler<Of extends Address, Answer, Query extends Schema, Body extends Schema> = (
  request: Asked<Of, Query, Body>,
  reply: FastifyReply,
) => Answered<Answer> | Promise<Answered<Answer>>
type Options<Request> = Pick<RouteOptions, 'bodyLimit' | 'onRequest' | 'preHandler'> & {
  preParsing?: (request: Request) => Promise<void>
}

/** In the form in which the database returns it: channels of the hub are named by it. */
const ID = z.uuid().check(z.toLowerCase())
const counted = z.coerce.number().check(z.int(), z.minimum(1))
/** Parameters that are never ids. */
const NUMBERED = { number: counted, version: counted }

function paramsOf(path: string, { params }: Rules) {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const given: Readonly<Record<string, Schema>> = { ...NUMBERED, ...(params as z.ZodMiniObject)?.shape }
  return z.object(Object.fromEntries(names.map((name) => [name, given[name] ?? ID])))
}

/** Whether it can be called without a log-in. */
export const isOpen = ({ who }: Rules) => who === 'anyone' || who === 'visitor'

/** Registers an operation's route as declared. `handle` returns the response, or sends one that is not JSON. */
export function serve<
  Of extends Address,
  Answer extends Schema | null,
  Query extends Schema,
  Body extends Schema,
>(
  app: FastifyInstance,
  { address, answer, rules }: Operation<Of, Answer, Query, Body>,
  handle: Handler<Of, Answer, Query, Body>,
  options: Options<Asked<Of, Query, Body>> = {},
) {
  const [method = '', url = ''] = address.split(' ')
  const { hidden, query, body, accepts, status, secret = false } = rules
  app.route({
    ...(options as object),
    method,
    url,
    config: { rules, public: isOpen(rules), answersSecret: secret },
    schema: {
      params: paramsOf(url, rules),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(hidden && { hide: true }),
      ...(accepts && { consumes: [accepts] }),
      ...(answer && { response: { [status ?? 200]: answer } }),
    },
    // A status set here would also apply to redirects.
    handler: (request, reply) => handle(request as never, status ? reply.code(status) : reply) as never,
  })
}
