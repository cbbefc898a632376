import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import * as z from 'zod/mini'
import { describeOperations, OPENAPI } from './openapi.ts'
import { registerReferencePage } from './reference-page.ts'
import { nameSchemas } from './schema-names.ts'

const isSchema = (value: unknown): value is z.core.$ZodType => value instanceof z.core.$ZodType

/**
 * The API description from its validating schemas: `/docs/openapi.json`, and `/docs` to read. Register before
 * the routes.
 */
export async function registerDocs(app: FastifyInstance) {
  const schemaRegistry = nameSchemas()
  const withSchemas = createJsonSchemaTransformObject({ schemaRegistry })
  const toJsonSchema = createJsonSchemaTransform({ schemaRegistry })
  await app.register(swagger, {
    openapi: OPENAPI,
    // Query parameters are listed one by one: a copy of their schema has no name to refer to.
    transform: ({ schema, ...route }) => {
      const { querystring } = schema ?? {}
      const unnamed = isSchema(querystring) && z.clone(querystring, querystring._zod.def)
      return toJsonSchema({ ...route, schema: { ...schema, ...(unnamed && { querystring: unnamed }) } })
    },
    transformObject: (document) =>
      describeOperations(withSchemas(document) as OpenAPIV3_1.Document) as ReturnType<typeof withSchemas>,
  })
  app.get('/docs/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  registerReferencePage(app)
}
