import { Acknowledged } from '../common.ts'
import {
  ConnectionAttempt,
  ConnectionChoices,
  ConnectorList,
  NewSignIn,
  SignInState,
  StartedSignIn,
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

const SIGN_IN_OVER = { 410: 'The log-in to the service has expired, or was used.' }

/** Web pages and services that are read into a knowledge base. */
export const webPages = {
  list: operation('GET /api/v1/knowledge-bases/:id/sources', SourceList, {
    summary: 'List the sources',
    may: 'read',
    keys: READ,
  }),
  add: operation('POST /api/v1/knowledge-bases/:id/sources', Source, {
    summary: 'Add a page, sitemap, website or service',
    description: 'GET /api/v1/connectors lists the services and their settings.',
    may: 'edit',
    keys: WRITE,
    status: 201,
    body: NewSource,
    example: { body: { kind: 'page', url: 'https://www.example.com/returns', refresh: 'weekly' } },
    refuses: {
      409: 'The knowledge base has this address already or too many, or the service does not say who can read an item.',
      ...SIGN_IN_OVER,
    },
  }),
  preview: operation('POST /api/v1/knowledge-bases/:id/sources/preview', SourcePreview, {
    summary: 'Preview which pages would be read',
    may: 'edit',
    keys: WRITE,
    unaudited: SEARCHING,
    body: SourceSettings,
    example: { body: { kind: 'page', url: 'https://www.example.com/returns' } },
  }),
  connectors: operation('GET /api/v1/connectors', ConnectorList, {
    summary: 'List the available connectors',
    who: 'self',
    keys: READ,
  }),
  choices: operation('POST /api/v1/knowledge-bases/:id/sources/choices', ConnectionChoices, {
    summary: 'Test a connection and list its contents',
    may: 'edit',
    keys: WRITE,
    unaudited: SEARCHING,
    body: ConnectionAttempt,
    example: {
      body: { connector: 'confluence', settings: { url: 'https://wiki.example.com', token: 'token' } },
    },
    refuses: SIGN_IN_OVER,
  }),
  signIn: operation('POST /api/v1/knowledge-bases/:id/sources/sign-ins', StartedSignIn, {
    summary: 'Start signing in to a service',
    description: 'For browsers: the response sets a cookie. Send the person to `url` within ten minutes.',
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
    summary: 'Check whether signing in to a service is complete',
    description: '422 says why it failed. A completed sign-in can be used for 30 minutes.',
    who: 'theirs',
    refuses: { ...SIGN_IN_OVER, 422: 'The service or the person declined.' },
  }),
  comeBack: operation('GET /api/v1/connectors/callback', null, {
    summary: 'Handle the redirect from a service',
    hidden: true,
    who: 'anyone',
  }),
  change: operation('PATCH /api/v1/sources/:id', Source, {
    summary: 'Update the schedule, rules or connection of a source',
    may: 'edit',
    keys: WRITE,
    body: SourcePatch,
    example: { body: { refresh: 'daily' } },
    refuses: { 409: 'Not possible for a source of this kind, or while it is read.', ...SIGN_IN_OVER },
  }),
  remove: operation('DELETE /api/v1/sources/:id', Acknowledged, {
    summary: 'Remove pages and their documents',
    may: 'edit',
    keys: WRITE,
  }),
  read: operation('POST /api/v1/sources/:id/read', Source, {
    summary: 'Read a source again now',
    may: 'edit',
    keys: WRITE,
    unaudited: WORK,
    refuses: { 409: NOT_NOW },
  }),
  decideMissing: operation('POST /api/v1/sources/:id/missing-pages', Source, {
    summary: 'Keep or remove missing pages',
    description: 'For 30 days, removed pages are restored with all edits if they reappear.',
    may: 'edit',
    keys: WRITE,
    unaudited: 'Each document that it removes writes an entry.',
    body: MissingPages,
    example: { body: { action: 'keep' } },
    refuses: { 409: NOT_NOW },
  }),
  cancel: operation('POST /api/v1/sources/:id/cancel', Source, {
    summary: 'Stop reading a source',
    may: 'edit',
    keys: WRITE,
    unaudited: WORK,
    refuses: { 409: NOT_NOW },
  }),
}
