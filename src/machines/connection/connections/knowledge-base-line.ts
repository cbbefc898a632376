import type { Line } from './connections.types.ts'

/** S7.32: the live connection of a knowledge base. Its organization is part of its name and its address. */
export const knowledgeBaseLine = (organizationId: string, id: string): Line => ({
  name: `knowledge-base:${organizationId}:${id}`,
  path: `/api/ws/organizations/${organizationId}/knowledge-bases/${id}`,
})
