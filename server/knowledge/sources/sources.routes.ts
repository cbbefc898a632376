import type { IncomingMessage } from 'node:http'
import cookie from '@fastify/cookie'
import type { FastifyPluginAsync } from 'fastify'
import { randomState } from 'openid-client'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../kernel/errors.ts'
import { createBrowserCookie } from '../../kernel/http/browser-cookie.ts'
import { limited, networkOf } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { presentConnector } from '../connectors/connectors.presenter.ts'
import { CONNECTORS } from '../connectors/connectors.ts'
import { knowledgeBaseFor, sourceFor } from '../knowledge.policy.ts'
import type { createPreview } from './preview.ts'
import { SIGN_IN_SECONDS, type SignIns } from './sign-ins.ts'
import { NOT_SIGNED_IN, SIGNED_IN } from './signed-in-page.ts'
import { presentSource } from './sources.presenter.ts'
import type { Sources } from './sources.service.ts'
import { storedIn } from './tokens.ts'

/** Each requests pages from other people's servers. */
const PREVIEWS_PER_MINUTE = 10
const READINGS_PER_MINUTE = 20
const SIGN_INS_PER_MINUTE = 60
/** Every choice and setting of a connection at maximum length, with each character escaped. */
const CONNECTION_BYTES_MAX = 1.75 * 1024 * 1024

/** Aborts when the request ends. */
const goneOf = (raw: IncomingMessage) => {
  const gone = new AbortController()
  raw.once('close', () => {
    if (raw.destroyed) gone.abort()
  })
  return gone.signal
}

type Parts = {
  sources: Sources
  preview: ReturnType<typeof createPreview>
  signIns: SignIns
  /** Address that services redirect browsers to. */
  redirectUri: () => string
}

export const sourceRoutes =
  ({ db, config, link }: Context, { sources, preview, signIns, redirectUri }: Parts): FastifyPluginAsync =>
  async (app) => {
    await app.register(cookie)
    const perUser = limited(app, config, ({ user }) => user.id)
    const perNetwork = limited(app, config, networkOf)
    const editable = async (userId: string, id: string) => (await sourceFor(db, userId, id, 'edit')).source
    /** Missing fields of a tested connection come from a source in the same base. */
    const sourceBefore = async (
      userId: string,
      base: { id: string },
      { source_id }: { source_id?: string | undefined },
    ) => {
      const source = source_id ? await editable(userId, source_id) : null
      if (source && source.knowledgeBaseId !== base.id) throw notFound('source')
      return source
    }
    const browser = createBrowserCookie(link, 'lectern-connection')

    serve(app, api.webPages.list, async ({ user, params }) => {
      const { id } = await knowledgeBaseFor(db, user.id, params.id, 'read')
      return (await sources.of(id)).map(presentSource)
    })

    serve(
      app,
      api.webPages.add,
      {
        bodyLimit: CONNECTION_BYTES_MAX,
        preParsing: ({ user, params }) => knowledgeBaseFor(db, user.id, params.id, 'edit'),
        preHandler: perUser(READINGS_PER_MINUTE, 1),
      },
      async ({ user, params, body }) => {
        const base = await knowledgeBaseFor(db, user.id, params.id, 'edit')
        return presentSource(await sources.create(base, user, body))
      },
    )

    serve(
      app,
      api.webPages.preview,
      { preHandler: perUser(PREVIEWS_PER_MINUTE, 1) },
      async ({ user, params, body, raw }) => {
        await knowledgeBaseFor(db, user.id, params.id, 'edit')
        return preview(body, goneOf(raw))
      },
    )

    serve(app, api.webPages.connectors, async () =>
      Object.entries(CONNECTORS).map((one) => presentConnector(one, redirectUri())),
    )

    serve(
      app,
      api.webPages.choices,
      { preHandler: perUser(PREVIEWS_PER_MINUTE, 1) },
      async ({ user, params, body, raw }) => {
        const base = await knowledgeBaseFor(db, user.id, params.id, 'edit')
        const before = { source: await sourceBefore(user.id, base, body), signIn: body.sign_in }
        return sources.choices(user, base, body, before, goneOf(raw))
      },
    )

    serve(
      app,
      api.webPages.signIn,
      { preHandler: perUser(PREVIEWS_PER_MINUTE, 1) },
      async (request, reply) => {
        const { user, params, body } = request
        const base = await knowledgeBaseFor(db, user.id, params.id, 'edit')
        const before = await sourceBefore(user.id, base, body)
        // One browser may have several sign-ins: the same cookie identifies it in all of them.
        const known = browser.read(request) || randomState()
        const begun = await signIns.begin(user, base, body, before && storedIn(before), known)
        browser.set(reply, known, SIGN_IN_SECONDS)
        return begun
      },
    )

    serve(app, api.webPages.signInState, ({ user, params }) => signIns.look(user, params.id))

    // The browser's final address contains neither code nor state.
    serve(
      app,
      api.webPages.comeBack,
      { preHandler: perNetwork(SIGN_INS_PER_MINUTE, 1) },
      async (request, reply) => {
        const [, query = ''] = request.url.split('?')
        const isSignedIn = await signIns.comeBack(new URLSearchParams(query), browser.read(request))
        return reply.redirect(link(isSignedIn ? SIGNED_IN : NOT_SIGNED_IN))
      },
    )

    serve(
      app,
      api.webPages.change,
      { bodyLimit: CONNECTION_BYTES_MAX, preParsing: ({ user, params }) => editable(user.id, params.id) },
      async ({ user, params, body }) => {
        const row = await editable(user.id, params.id)
        // Changing these could open what is closed to the person.
        const { follows_readers = row.followsReaders, connection } = body
        if (follows_readers !== row.followsReaders || (connection && row.followsReaders))
          await sourceFor(db, user.id, params.id, 'manage')
        return presentSource(await sources.change(user, row, body))
      },
    )

    serve(app, api.webPages.read, { preHandler: perUser(READINGS_PER_MINUTE, 1) }, async ({ user, params }) =>
      presentSource(await sources.read(await editable(user.id, params.id))),
    )

    serve(app, api.webPages.cancel, async ({ user, params }) =>
      presentSource(await sources.cancel(await editable(user.id, params.id))),
    )

    serve(app, api.webPages.decideMissing, async ({ user, params, body }) =>
      presentSource(await sources.decide(await editable(user.id, params.id), body)),
    )

    serve(app, api.webPages.remove, async ({ user, params }) => {
      await sources.remove(await editable(user.id, params.id))
      return { message: 'The source was deleted with its documents.' }
    })
  }
