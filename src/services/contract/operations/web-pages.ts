import { Acknowledged } from '../common.ts'
import {
  ConnectionChoices,
  ConnectionTest,
  ConnectorList,
  NewSignIn,
  SignIn,
  SignInState,
} from '../connectors.ts'
import {
  MissingPages,
  NewSource,
  Source,
  SourceList,
  SourcePatch,
  SourcePreview,
  SourceSettings,
} from '../sources.ts'
import { operation } from './operation.ts'
import { NOT_NOW, READ, SEARCHING, WORK, WRITE } from './phrases.ts'

/** Pages of the web and services that are read into a knowledge base. */
export const webPages = {
  list: operation('GET /api/v1/knowledge-bases/:id/sources', SourceList, {
    summary: 'List the sources',
    may: 'read',
    keys: READ,
  }),
  add: operation('POST /api/v1/knowledge-bases/:id/sources', Source, {
    summary: 'Read a page, a sitemap, a site or a service',
    description: 'GET /api/v1/connectors lists the services and their settings.',
    may: 'edit',
    keys: WRITE,
    status: 201,
    body: NewSource,
    example: { body: { kind: 'page', url: 'https://www.example.com/returns', refresh: 'weekly' } },
  }),
  preview: operation('POST /api/v1/knowledge-bases/:id/sources/preview', SourcePreview, {
    summary: 'See which pages would be read',
    may: 'edit',
    keys: WRITE,
    unaudited: SEARCHING,
    body: SourceSettings,
    example: { body: { kind: 'page', url: 'https://www.example.com/returns' } },
  }),
  connectors: operation('GET /api/v1/connectors', ConnectorList, {
    summary: 'List the services that can be connected',
    who: 'self',
    keys: READ,
  }),
  choices: operation('POST /api/v1/knowledge-bases/:id/sources/choices', ConnectionChoices, {
    summary: 'Try a connection, and list its contents',
    may: 'edit',
    keys: WRITE,
    unaudited: SEARCHING,
    body: ConnectionTest,
    example: {
      body: { connector: 'confluence', settings: { url: 'https://wiki.example.com', token: 'token' } },
    },
  }),
  signIn: operation('POST /api/v1/knowledge-bases/:id/sources/sign-ins', SignIn, {
    summary: 'Begin to sign in to a service for a source',
    description:
      'For a browser: the answer sets a cookie, and the person goes on at `url`, within ten minutes.',
    may: 'edit',
    unaudited: 'The source that it is for writes the entry.',
    status: 201,
    body: NewSignIn,
    example: {
      body: {
        connector: 'google_drive',
        settings: { url: 'https://www.googleapis.com', client_id: 'client', client_secret: 'secret' },
      },
    },
  }),
  signInState: operation('GET /api/v1/sources/sign-ins/:id', SignInState, {
    summary: 'Ask whether a service has signed you in',
    description: '422 says why it has not. A sign-in that is connected is good for half an hour.',
    who: 'theirs',
    refuses: { 422: 'The service refused, or the person did.' },
  }),
  comeBack: operation('GET /api/v1/connectors/callback', null, {
    summary: 'Take the browser back from a service',
    hidden: true,
    who: 'anyone',
  }),
  change: operation('PATCH /api/v1/sources/:id', Source, {
    summary: 'Change how often a source is read again, or its connection',
    may: 'edit',
    keys: WRITE,
    body: SourcePatch,
    example: { body: { refresh: 'daily' } },
  }),
  remove: operation('DELETE /api/v1/sources/:id', Acknowledged, {
    summary: 'Remove pages with what was read of them',
    may: 'edit',
    keys: WRITE,
  }),
  read: operation('POST /api/v1/sources/:id/read', Source, {
    summary: 'Read the pages again now',
    may: 'edit',
    keys: WRITE,
    unaudited: WORK,
    refuses: { 409: NOT_NOW },
  }),
  decideMissing: operation('POST /api/v1/sources/:id/missing-pages', Source, {
    summary: 'Keep or remove the pages that a reading did not find',
    description: 'Removed pages come back with the site for 30 days, with all that was done to them.',
    may: 'edit',
    keys: WRITE,
    unaudited: 'Each document that it removes writes an entry.',
    body: MissingPages,
    example: { body: { action: 'keep' } },
    refuses: { 409: NOT_NOW },
  }),
  cancel: operation('POST /api/v1/sources/:id/cancel', Source, {
    summary: 'Stop reading pages',
    may: 'edit',
    keys: WRITE,
    unaudited: WORK,
    refuses: { 409: NOT_NOW },
  }),
}
