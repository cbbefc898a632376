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

/** Who may read which knowledge base and which document, who may use which assistant, and why. */
export const readers = {
  get: operation('GET /api/v1/knowledge-bases/:id/readers', Readers, {
    summary: 'Read who may read a knowledge base, and why',
    description:
      'For those who look after the organization, also of a knowledge base that they may not read.',
    may: 'manage',
  }),
  set: operation('PUT /api/v1/knowledge-bases/:id/readers', Readers, {
    summary: 'Set who may read a knowledge base',
    description:
      'Of a restricted one, whoever is no reader sees neither its documents nor answers from it, whatever their role. Public pages and keys of the organization never read a restricted one.',
    may: 'manage',
    body: ReadersChange,
    example: {
      body: { restricted: true, group_ids: [EXAMPLE_IDS.group], user_ids: [EXAMPLE_IDS.member] },
    },
  }),
  ofMember: operation(
    'GET /api/v1/organizations/:organizationId/members/:userId/knowledge-bases',
    ReadableBases,
    {
      summary: 'List the knowledge bases that a member may read, and why',
      may: 'manage',
    },
  ),
  restricted: operation('GET /api/v1/organizations/:organizationId/restricted-knowledge-bases', Restricted, {
    summary: 'List the knowledge bases that are not for everyone',
    description: 'Of one that the caller may not read, only the name and the readers are listed.',
    may: 'manage',
  }),
  ofAssistant: operation('GET /api/v1/integrations/:id/readers', Readers, {
    summary: 'Read who may use an assistant, and why',
    description: 'For those who look after the organization, also of an assistant that they may not use.',
    may: 'manage',
  }),
  setOfAssistant: operation('PUT /api/v1/integrations/:id/readers', Readers, {
    summary: 'Set who may use an assistant',
    description:
      'Of a restricted one, whoever is not named sees neither it nor its conversations and figures, whatever their role; keys of the organization and webhooks neither. An assistant with a public page or in a channel is taken from there first.',
    may: 'manage',
    body: ReadersChange,
    example: {
      body: { restricted: true, group_ids: [EXAMPLE_IDS.group], user_ids: [EXAMPLE_IDS.member] },
    },
  }),
  assistantsOfMember: operation(
    'GET /api/v1/organizations/:organizationId/members/:userId/assistants',
    UsableAssistants,
    {
      summary: 'List the assistants that a member may use, and why',
      may: 'manage',
    },
  ),
  restrictedAssistants: operation(
    'GET /api/v1/organizations/:organizationId/restricted-assistants',
    Restricted,
    {
      summary: 'List the assistants that are not for everyone',
      description: 'Of one that the caller may not use, only the name and the readers are listed.',
      may: 'manage',
    },
  ),
  ofDocument: operation('GET /api/v1/documents/:id/readers', Readers, {
    summary: 'Read who may read a document, and why',
    description: 'For those who look after the organization and read the knowledge base.',
    may: 'manage',
  }),
  setOfDocuments: operation('PUT /api/v1/knowledge-bases/:id/documents/readers', DocumentsChanged, {
    summary: 'Set who may read documents',
    description:
      'Of those who read the knowledge base. Whoever is no reader of a restricted document finds neither it nor answers from it. New versions keep its readers. Public pages and keys of the organization never read a restricted one.',
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
  }),
  restrictedDocuments: operation('GET /api/v1/knowledge-bases/:id/restricted-documents', Restricted, {
    summary: 'List the documents of a knowledge base that are not for all of its readers',
    description: 'Of one that the caller may not read, only the name and the readers are listed.',
    may: 'manage',
  }),
}
