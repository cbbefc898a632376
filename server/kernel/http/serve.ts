import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import type {
  Address,
  Operation,
  ParametersOf,
  Rules,
} from '../../../src/services/contract/operations/operation.ts'
import { notFound } from '../errors.ts'

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
  /** Asks who may send a body that is larger than those of other routes; the parameters are checked. */
  preParsing?: (request: Request) => Promise<unknown>
}

/** Size of a body whose sender is known before it is read: every text of most schemas, each character escaped. */
export const SIGNED_IN_BYTES_MAX = 512 * 1024

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

type Given<Of extends Address, Answer, Query extends Schema, Body extends Schema> =
  | [handle: Handler<Of, Answer, Query, Body>]
  | [options: Options<Asked<Of, Query, Body>>, handle: Handler<Of, Answer, Query, Body>]

/** Registers an operation's route as declared. `handle` returns the response, or sends one that is not JSON. */
export function serve<
  Of extends Address,
  Answer extends Schema | null,
  Query extends Schema,
  Body extends Schema,
>(
  app: FastifyInstance,
  { address, answer, rules }: Operation<Of, Answer, Query, Body>,
  ...given: Given<Of, Answer, Query, Body>
) {
  const [{ preParsing, ...options }, handle] = given.length === 1 ? [{}, given[0]] : given
  const [method = '', url = ''] = address.split(' ')
  const { hidden, query, body, accepts, status, secret = false } = rules
  const params = paramsOf(url, rules)
  app.route({
    ...(!isOpen(rules) && { bodyLimit: SIGNED_IN_BYTES_MAX }),
    ...(options as object),
    ...(preParsing && {
      preParsing: async (request) => {
        if (!z.safeParse(params, request.params).success) throw notFound()
        await preParsing(request as never)
      },
    }),
    method,
    url,
    config: { rules, public: isOpen(rules), answersSecret: secret },
    schema: {
      params,
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
