import * as z from 'zod/mini'
import { Acknowledged } from '../common.ts'
import {
  AssistantList,
  Integration,
  IntegrationGeneral,
  IntegrationList,
  IntegrationPatch,
  IntegrationVersionList,
  NewIntegration,
  Publication,
} from '../integrations.ts'
import { IdentitySecret, PublicPage, PublicPagePatch } from '../share.ts'
import { EXAMPLE_IDS, PIXEL } from './examples.ts'
import { operation } from './operation.ts'
import { MANAGE, PICTURE_TOO_LARGE, PLAN_FULL, READ, READ_OR_ASK, UNVERIFIED } from './phrases.ts'

/** Assistants: their drafts, versions, logos and public pages. */
export const assistants = {
  published: operation('GET /api/v1/organizations/:organizationId/assistants', AssistantList, {
    summary: 'List the assistants that can answer',
    description: 'Published assistants only.',
    may: 'read',
    keys: READ_OR_ASK,
  }),
  list: operation('GET /api/v1/organizations/:organizationId/integrations', IntegrationList, {
    summary: 'List the assistants with their settings',
    may: 'read',
    keys: READ,
  }),
  create: operation('POST /api/v1/organizations/:organizationId/integrations', Integration, {
    summary: 'Create an assistant',
    may: 'edit',
    keys: MANAGE,
    status: 201,
    body: NewIntegration,
    example: { body: { name: 'Shop assistant', knowledge_base_ids: [EXAMPLE_IDS['knowledge-base']] } },
    refuses: { 402: PLAN_FULL },
  }),
  get: operation('GET /api/v1/integrations/:id', Integration, {
    summary: 'Get an assistant with its settings',
    may: 'read',
    keys: READ,
  }),
  general: operation('GET /api/v1/integrations/:id/general', IntegrationGeneral, {
    summary: 'Get the name of an assistant',
    may: 'read',
    keys: READ,
  }),
  change: operation('PATCH /api/v1/integrations/:id', Integration, {
    summary: 'Update the draft of an assistant',
    may: 'edit',
    keys: MANAGE,
    body: IntegrationPatch,
    example: { body: { welcome_message: 'Ask about orders, returns and repairs.', top_k: 6 } },
    refuses: { 402: PLAN_FULL },
  }),
  remove: operation('DELETE /api/v1/integrations/:id', Acknowledged, {
    summary: 'Delete an assistant',
    may: 'edit',
    keys: MANAGE,
  }),
  publish: operation('POST /api/v1/integrations/:id/publish', Integration, {
    summary: 'Publish the draft',
    may: 'edit',
    verified: true,
    keys: MANAGE,
    body: z.nullish(Publication),
    example: { body: {} },
    refuses: { 409: 'The draft has changed since you read it.' },
  }),
  versions: operation('GET /api/v1/integrations/:id/versions', IntegrationVersionList, {
    summary: 'List the published versions',
    may: 'read',
    keys: READ,
  }),
  restore: operation('POST /api/v1/integrations/:id/versions/:version/restore', Integration, {
    summary: 'Restore a published version as the draft',
    may: 'edit',
    keys: MANAGE,
  }),
  duplicate: operation('POST /api/v1/integrations/:id/duplicate', Integration, {
    summary: 'Duplicate an assistant',
    may: 'edit',
    keys: MANAGE,
    status: 201,
    refuses: { 402: PLAN_FULL },
  }),
  setLogo: operation('POST /api/v1/integrations/:id/logo', Integration, {
    summary: 'Upload the logo of the draft',
    may: 'edit',
    keys: MANAGE,
    example: { file: PIXEL },
    refuses: PICTURE_TOO_LARGE,
  }),
  removeLogo: operation('DELETE /api/v1/integrations/:id/logo', Integration, {
    summary: 'Remove the logo of the draft',
    may: 'edit',
    keys: MANAGE,
  }),
  publicPage: operation('GET /api/v1/integrations/:id/public-page', PublicPage, {
    summary: 'Get the settings of the public page',
    may: 'read',
    keys: READ,
  }),
  changePublicPage: operation('PATCH /api/v1/integrations/:id/public-page', PublicPage, {
    summary: 'Update the settings of the public page',
    may: 'edit',
    keys: MANAGE,
    body: PublicPagePatch,
    example: { body: { state: 'on', allowed_origins: ['https://shop.example.com'], daily_limit: 200 } },
    refuses: { 403: UNVERIFIED, 409: 'Publish the assistant first.' },
  }),
  renewIdentitySecret: operation(
    'POST /api/v1/integrations/:id/public-page/identity-secret',
    IdentitySecret,
    {
      summary: 'Create or replace the identity secret',
      description:
        'Your server uses it to sign who is logged in on your site (HMAC-SHA256). The secret is shown only once. Signatures made with the previous secret are no longer valid.',
      may: 'edit',
      secret: true,
    },
  ),
}
