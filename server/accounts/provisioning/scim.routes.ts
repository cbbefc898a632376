import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { exact } from '../../../src/services/contract/common.ts'
import type { Context } from '../../context.ts'
import { refusal, unauthorized } from '../../kernel/errors.ts'
import { takeJson } from '../../kernel/http/bodies.ts'
import { limited, networkOf, PER_ADDRESS } from '../../kernel/http/rate-limits.ts'
import { bearerOf } from '../program-keys.ts'
import type { ProvisionedGroups } from './groups.service.ts'
import type { GroupRow, PersonRow } from './provisioning.types.ts'
import {
  type Asked,
  filteredUser,
  groupResource,
  presentGroup,
  presentList,
  presentUser,
} from './scim.presenter.ts'
import { answerScimError, SCIM_JSON, scimError } from './scim-error.ts'
import { FILTER_MAX, matching, userNameIn } from './scim-filter.ts'
import { groupIn, replacedUser, userIn } from './scim-input.ts'
import { patchedGroup, patchedUser } from './scim-patch.ts'
import { BASE_PATH, createDiscovery } from './scim-schemas.ts'
import type { Tokens } from './tokens.ts'
import type { ProvisionedUsers } from './users.service.ts'

type Parts = { tokens: Tokens; users: ProvisionedUsers; groups: ProvisionedGroups }

/** Size of a group with the maximum number of members, in the format received. */
const BODY_BYTES_MAX = 512 * 1024
const NAMES_MAX = 400

const Params = z.object({ id: exact(FILTER_MAX) })
const WholeNumber = z.optional(z.coerce.number().check(z.int()))
const names = z.optional(exact(NAMES_MAX).check(z.regex(/^[\w$.:, -]*$/)))
const Query = z.object({
  filter: z.optional(exact(FILTER_MAX)),
  startIndex: WholeNumber,
  count: WholeNumber,
  attributes: names,
  excludedAttributes: names,
})

const listed = async <Row>(
  rows: readonly Row[],
  resourceOf: (row: Row) => object,
  present: (row: Row, asked: Asked) => object,
  asked: Asked,
) => presentList(await matching(rows, resourceOf, asked.filter), (row) => present(row, asked), asked)

const byProvider = ({ provisioner }: FastifyRequest) => {
  if (!provisioner) throw unauthorized()
  return provisioner.organization
}

/** SCIM 2.0 (RFC 7644), for the organization of the token. */
export const scimRoutes =
  (
    { config, link }: Pick<Context, 'config' | 'link'>,
    { tokens, users, groups }: Parts,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    const base = () => link(BASE_PATH)
    const discovery = createDiscovery(base)
    const refused = limited(app, config, networkOf)(PER_ADDRESS, 1)
    // Callers are checked here: people's tokens and programs' keys do not belong to a provider.
    const open = { public: true }
    const hide = { hide: true }
    const reading = { config: open, schema: { ...hide, querystring: Query } }
    const one = { config: open, schema: { ...hide, params: Params, querystring: Query } }
    const large = { bodyLimit: BODY_BYTES_MAX }

    app.setErrorHandler(answerScimError)
    takeJson(app, SCIM_JSON)
    app.addHook('onRequest', async (request, reply) => {
      reply.type(SCIM_JSON)
      const token = bearerOf(request)
      try {
        if (!token) throw refusal('no_token')
        request.provisioner = await tokens.identify(token)
      } catch (error) {
        await refused(request)
        throw error
      }
    })

    const presented = {
      user: (row: PersonRow, asked?: Asked) => presentUser(row, base(), asked),
      group: (row: GroupRow, asked?: Asked) => presentGroup(row, base(), asked),
    }

    app.get(`${BASE_PATH}/ServiceProviderConfig`, { config: open, schema: hide }, async () =>
      discovery.config(),
    )
    for (const [path, documents] of [
      ['ResourceTypes', discovery.resourceTypes],
      ['Schemas', discovery.schemas],
    ] as const) {
      app.get(`${BASE_PATH}/${path}`, { config: open, schema: hide }, async () =>
        presentList<object>(documents(), (document) => document),
      )
      app.get(`${BASE_PATH}/${path}/:id`, one, async ({ params }) => {
        const document = documents().find(({ id }) => id === params.id)
        if (!document) throw scimError(404, `There is no ${params.id}.`)
        return document
      })
    }
    app.get(`${BASE_PATH}/Me`, { config: open, schema: hide }, async () => {
      throw scimError(501, 'A token is nobody: ask for /Users.')
    })

    app.get(`${BASE_PATH}/Users`, reading, async (request) => {
      const email = userNameIn(request.query.filter)
      const rows = await users.of(byProvider(request), email === null ? undefined : { email })
      return listed(rows, filteredUser, presented.user, request.query)
    })
    app.get(`${BASE_PATH}/Users/:id`, one, async (request) =>
      presented.user(await users.find(byProvider(request), request.params.id), request.query),
    )
    app.post(`${BASE_PATH}/Users`, reading, async (request, reply) => {
      const user = presented.user(await users.create(byProvider(request), userIn(request.body)))
      return reply.code(201).header('location', `${base()}/Users/${user.id}`).send(user)
    })
    app.put(`${BASE_PATH}/Users/:id`, one, async (request) => {
      const { params, body } = request
      return presented.user(
        await users.replace(byProvider(request), params.id, (row) => replacedUser(row, body)),
      )
    })
    app.patch(`${BASE_PATH}/Users/:id`, one, async (request) => {
      const { params, body } = request
      return presented.user(
        await users.replace(byProvider(request), params.id, (row) => patchedUser(row, body)),
      )
    })
    app.delete(`${BASE_PATH}/Users/:id`, one, async (request, reply) => {
      await users.remove(byProvider(request), request.params.id)
      return reply.code(204).send()
    })

    app.get(`${BASE_PATH}/Groups`, reading, async (request) =>
      listed(await groups.of(byProvider(request)), groupResource, presented.group, request.query),
    )
    app.get(`${BASE_PATH}/Groups/:id`, one, async (request) =>
      presented.group(await groups.find(byProvider(request), request.params.id), request.query),
    )
    app.post(`${BASE_PATH}/Groups`, { ...reading, ...large }, async (request, reply) => {
      const group = presented.group(await groups.create(byProvider(request), groupIn(request.body)))
      return reply.code(201).header('location', `${base()}/Groups/${group.id}`).send(group)
    })
    app.put(`${BASE_PATH}/Groups/:id`, { ...one, ...large }, async (request) => {
      const wanted = groupIn(request.body)
      return presented.group(await groups.replace(byProvider(request), request.params.id, async () => wanted))
    })
    app.patch(`${BASE_PATH}/Groups/:id`, { ...one, ...large }, async (request) => {
      const { params, body } = request
      return presented.group(
        await groups.replace(byProvider(request), params.id, (row) => patchedGroup(row, body)),
      )
    })
    app.delete(`${BASE_PATH}/Groups/:id`, one, async (request, reply) => {
      await groups.remove(byProvider(request), request.params.id)
      return reply.code(204).send()
    })
  }
