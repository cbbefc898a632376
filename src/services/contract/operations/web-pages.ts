import { Acknowledged } from '../common.ts'
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

/** Pages and sites that are read into a knowledge base. */
export const webPages = {
  list: operation('GET /api/v1/knowledge-bases/:id/sources', SourceList, {
    summary: 'List the web pages and sites',
    may: 'read',
    keys: READ,
  }),
  add: operation('POST /api/v1/knowledge-bases/:id/sources', Source, {
    summary: 'Read a page, a sitemap or a site',
    may: 'edit',
    keys: WRITE,
    unaudited: WORK,
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
  change: operation('PATCH /api/v1/sources/:id', Source, {
    summary: 'Change how often pages are read again',
    may: 'edit',
    keys: WRITE,
    unaudited: WORK,
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
