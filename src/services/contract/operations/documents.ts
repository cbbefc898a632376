import * as z from 'zod/mini'
import { Acknowledged } from '../common.ts'
import {
  Document,
  DocumentList,
  DocumentPage,
  DocumentPatch,
  DocumentQuery,
  DocumentsChange,
  DocumentsChanged,
  DocumentVersions,
  FaqChange,
  FaqPair,
  KnownContents,
  KnownContentsResult,
  TextChange,
  TypedText,
  UploadResults,
} from '../documents.ts'
import { FaqImport, FaqImportQuery } from '../faq-import.ts'
import { EXAMPLE_IDS, FAQ } from './examples.ts'
import { operation } from './operation.ts'
import { CONTENT, NOT_NOW, PLAN_FULL, READ, SEARCHING, WORK, WRITE } from './phrases.ts'

const TEXT = { name: 'Repairs', text: 'Soles are replaced free of charge for two years.' }
const SAME_CONTENT = 'A document with the same content already exists.'
const FILE_TOO_LARGE = { 413: 'A file is larger than 20 MiB.' }
const base64 = (text: string) => btoa(text)

const RETURNS = {
  name: 'returns.md',
  type: 'text/markdown',
  base64: base64('# Returns\n\nUnworn shoes can be returned within 30 days. Refunds take five days.\n'),
} as const

/** Documents of a knowledge base: files, texts, and questions with answers. */
export const documents = {
  list: operation('GET /api/v1/knowledge-bases/:id/documents', DocumentList, {
    summary: 'List the documents',
    may: 'read',
    keys: READ,
  }),
  page: operation('GET /api/v1/knowledge-bases/:id/documents/search', DocumentPage, {
    summary: 'Search the documents by page',
    may: 'read',
    keys: READ,
    query: DocumentQuery,
    example: { query: { status: 'ready', sort: 'newest', limit: '20' } },
  }),
  upload: operation('POST /api/v1/knowledge-bases/:id/documents', UploadResults, {
    summary: 'Upload files',
    description:
      'Up to 50 files, each in a field named `files`. They are processed in the background. A document can be searched once its `status` is `ready`.',
    may: 'edit',
    keys: WRITE,
    unaudited: CONTENT,
    status: 201,
    example: { file: { field: 'files', ...RETURNS } },
    refuses: FILE_TOO_LARGE,
  }),
  known: operation('POST /api/v1/knowledge-bases/:id/documents/known', KnownContentsResult, {
    summary: 'Check which files exist already',
    description: 'By SHA-256, to avoid uploading a file twice, and by name, to replace an existing document.',
    may: 'read',
    keys: READ,
    unaudited: SEARCHING,
    body: KnownContents,
    example: { body: { hashes: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'] } },
  }),
  changeMany: operation('POST /api/v1/knowledge-bases/:id/documents/change', DocumentsChanged, {
    summary: 'Enable, disable, reprocess or delete several documents',
    may: 'edit',
    keys: WRITE,
    body: DocumentsChange,
    example: { body: { ids: [EXAMPLE_IDS.document], action: 'enable' } },
  }),
  addText: operation('POST /api/v1/knowledge-bases/:id/texts', Document, {
    summary: 'Add a text',
    may: 'edit',
    keys: WRITE,
    unaudited: CONTENT,
    status: 201,
    body: TypedText,
    example: { body: TEXT },
    refuses: { 402: PLAN_FULL, 409: SAME_CONTENT },
  }),
  addFaq: operation('POST /api/v1/knowledge-bases/:id/faq', Document, {
    summary: 'Add a question with its answer',
    may: 'edit',
    keys: WRITE,
    unaudited: CONTENT,
    status: 201,
    body: FaqPair,
    example: { body: FAQ },
    refuses: { 402: PLAN_FULL, 409: SAME_CONTENT },
  }),
  importFaq: operation('POST /api/v1/knowledge-bases/:id/faq/import', FaqImport, {
    summary: 'Import questions and answers from a table',
    description:
      'A CSV file with a column of questions and a column of answers. With `preview=true`, nothing is imported.',
    may: 'edit',
    keys: WRITE,
    unaudited: CONTENT,
    query: FaqImportQuery,
    example: {
      query: { preview: 'true' },
      file: {
        field: 'file',
        name: 'faq.csv',
        type: 'text/csv',
        base64: base64('question,answer\nDo you repair boots?,"Yes, of every brand."\n'),
      },
    },
    refuses: { 413: 'The table is too large.' },
  }),
  get: operation('GET /api/v1/documents/:id', Document, {
    summary: 'Get a document',
    may: 'read',
    keys: READ,
  }),
  change: operation('PATCH /api/v1/documents/:id', Document, {
    summary: 'Rename, enable or disable a document',
    may: 'edit',
    keys: WRITE,
    body: DocumentPatch,
    example: { body: { name: 'Returns and refunds', enabled: true } },
  }),
  remove: operation('DELETE /api/v1/documents/:id', Acknowledged, {
    summary: 'Delete a document',
    may: 'edit',
    keys: WRITE,
  }),
  file: operation('GET /api/v1/documents/:id/file', null, {
    summary: 'Download the original of a document',
    may: 'read',
    keys: READ,
    query: z.object({ version: z.optional(z.coerce.number()) }),
    answers: 'application/octet-stream',
  }),
  replace: operation('PUT /api/v1/documents/:id/file', Document, {
    summary: 'Replace the file of a document',
    description: 'The previous version keeps answering until the new one is processed.',
    may: 'edit',
    keys: WRITE,
    unaudited: CONTENT,
    example: {
      file: {
        field: 'file',
        ...RETURNS,
        base64: base64('# Returns\n\nUnworn shoes can be returned within 60 days.\n'),
      },
    },
    refuses: {
      402: PLAN_FULL,
      409: 'The document is not a file, or already has this content.',
      ...FILE_TOO_LARGE,
    },
  }),
  changeText: operation('PUT /api/v1/documents/:id/text', Document, {
    summary: 'Change a text',
    may: 'edit',
    keys: WRITE,
    unaudited: CONTENT,
    body: TextChange,
    example: { body: { ...TEXT, text: 'Soles are replaced free of charge for three years.' } },
    refuses: { 402: PLAN_FULL, 409: 'The document is not a text, or already has this content.' },
  }),
  changeFaq: operation('PUT /api/v1/documents/:id/faq', Document, {
    summary: 'Change a question with its answer',
    may: 'edit',
    keys: WRITE,
    unaudited: CONTENT,
    body: FaqChange,
    example: { body: { ...FAQ, answer: 'Within 60 days, unworn.' } },
    refuses: { 402: PLAN_FULL, 409: 'The document is not a question, or already has this content.' },
  }),
  versions: operation('GET /api/v1/documents/:id/versions', DocumentVersions, {
    summary: 'List the versions of a document',
    may: 'read',
    keys: READ,
  }),
  restore: operation('POST /api/v1/documents/:id/versions/:number/restore', Document, {
    summary: 'Restore a version of a document',
    may: 'edit',
    keys: WRITE,
    unaudited: CONTENT,
    refuses: { 402: PLAN_FULL, 409: NOT_NOW },
  }),
  cancel: operation('POST /api/v1/documents/:id/cancel', Document, {
    summary: 'Stop processing a document',
    may: 'edit',
    keys: WRITE,
    unaudited: WORK,
    refuses: { 409: NOT_NOW },
  }),
  retry: operation('POST /api/v1/documents/:id/retry', Document, {
    summary: 'Reprocess a document',
    may: 'edit',
    keys: WRITE,
    unaudited: WORK,
    refuses: { 409: NOT_NOW },
  }),
}
