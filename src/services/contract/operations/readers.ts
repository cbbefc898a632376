import { DocumentsChanged } from '../documents.ts'
import {
  DocumentReadersChange,
  ReadableBases,
  Readers,
  ReadersChange,
  Restricted,
  UsableAssistants,
} from '../readers.ts'
import { EXAMPLE_IDS } from './examples.ts'
import { operation } from './operation.ts'

const KNOWN =
  ' With `known`, the readers as you last read them, only your changes to them are applied, and those of others since then stay.'

const CROSSED = 'With the changes of others since `known`, no reader or too many would be left.'

/** Who can read which knowledge base and document, who can use which assistant, and why. */
export const readers = {
  get: operation('GET /api/v1/knowledge-bases/:id/readers', Readers, {
    summary: 'Get who can read a knowledge base, and why',
    description: 'For owners and admins, even for a knowledge base that they cannot read.',
    may: 'manage',
  }),
  set: operation('PUT /api/v1/knowledge-bases/:id/readers', Readers, {
    summary: 'Set who can read a knowledge base',
    description:
      'If it is restricted, everyone who is not a reader sees neither its documents nor answers from it, whatever their role. Public pages and the organization’s API keys can never read it.' +
      KNOWN,
    may: 'manage',
    body: ReadersChange,
    example: {
      body: { restricted: true, group_ids: [EXAMPLE_IDS.group], user_ids: [EXAMPLE_IDS.member] },
    },
    refuses: { 409: CROSSED },
  }),
  ofMember: operation(
    'GET /api/v1/organizations/:organizationId/members/:userId/knowledge-bases',
    ReadableBases,
    {
      summary: 'List the knowledge bases that a member can read, and why',
      may: 'manage',
    },
  ),
  restricted: operation('GET /api/v1/organizations/:organizationId/restricted-knowledge-bases', Restricted, {
    summary: 'List the restricted knowledge bases',
    description: 'If you cannot read one, only its name and readers are listed.',
    may: 'manage',
  }),
  ofAssistant: operation('GET /api/v1/integrations/:id/readers', Readers, {
    summary: 'Get who can use an assistant, and why',
    description: 'For owners and admins, even for an assistant that they cannot use.',
    may: 'manage',
  }),
  setOfAssistant: operation('PUT /api/v1/integrations/:id/readers', Readers, {
    summary: 'Set who can use an assistant',
    description:
      'If it is restricted, everyone who is not named sees neither the assistant nor its conversations and figures, whatever their role. The same holds for the organization’s API keys and webhooks. First turn off its public page and remove it from channels.' +
      KNOWN,
    may: 'manage',
    body: ReadersChange,
    example: {
      body: { restricted: true, group_ids: [EXAMPLE_IDS.group], user_ids: [EXAMPLE_IDS.member] },
    },
    refuses: { 409: `The assistant has a public page, or answers in a channel. ${CROSSED}` },
  }),
  assistantsOfMember: operation(
    'GET /api/v1/organizations/:organizationId/members/:userId/assistants',
    UsableAssistants,
    {
      summary: 'List the assistants that a member can use, and why',
      may: 'manage',
    },
  ),
  restrictedAssistants: operation(
    'GET /api/v1/organizations/:organizationId/restricted-assistants',
    Restricted,
    {
      summary: 'List the restricted assistants',
      description: 'If you cannot use one, only its name and readers are listed.',
      may: 'manage',
    },
  ),
  ofDocument: operation('GET /api/v1/documents/:id/readers', Readers, {
    summary: 'Get who can read a document, and why',
    description: 'For owners and admins who can read the knowledge base.',
    may: 'manage',
  }),
  setOfDocuments: operation('PUT /api/v1/knowledge-bases/:id/documents/readers', DocumentsChanged, {
    summary: 'Set who can read documents',
    description:
      'Readers must be able to read the knowledge base. Everyone else finds neither a restricted document nor answers from it. New versions keep the readers. Public pages and the organization’s API keys can never read a restricted document.' +
      KNOWN,
    may: 'manage',
    body: DocumentReadersChange,
    example: {
      body: {
        ids: [EXAMPLE_IDS.document],
        restricted: true,
        group_ids: [EXAMPLE_IDS.group],
        user_ids: [EXAMPLE_IDS.member],
      },
    },
    refuses: { 409: `The readers of a document follow the permissions in its service. ${CROSSED}` },
  }),
  restrictedDocuments: operation('GET /api/v1/knowledge-bases/:id/restricted-documents', Restricted, {
    summary: 'List the restricted documents of a knowledge base',
    description: 'If you cannot read one, only its name and readers are listed.',
    may: 'manage',
  }),
}
