import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { VERSION } from '../version.ts'

/** The interface, from the same schemas that check it: `/docs/openapi.json`, and `/docs` to read. Before the routes. */
export async function registerDocs(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Lectern', version: VERSION },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    transform: jsonSchemaTransform,
  })
  const hidden = { schema: { hide: true } } as const
  app.get('/docs/openapi.json', hidden, async () => app.swagger())
  app.get('/docs', hidden, async (_request, reply) => {
    const paths = Object.entries(app.swagger().paths ?? {})
    const lines = paths.flatMap(([path, item]) =>
      Object.keys(item ?? {}).map((method) => `<li><code>${method.toUpperCase()} ${path}</code></li>`),
    )
    return reply
      .type('text/html')
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Lectern's interface</title><h1>Lectern's interface</h1><p>In full as <a href="/docs/openapi.json">OpenAPI 3.1</a>.</p><ul>${lines.join('')}</ul></html>`,
      )
  })
}
