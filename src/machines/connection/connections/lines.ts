import type { Line } from './connections.types.ts'

/** S9.6 */
const ORGANIZATION_IDLE_AFTER = 10 * 60_000

// Each name tells what is dialled: during a switch, both organizations may be listened to.

/** S7.32: the live connection of an organization. */
export const organizationLine = (id: string): Line => ({
  name: `organization:${id}`,
  path: `/api/ws/organizations/${id}`,
  idleAfter: ORGANIZATION_IDLE_AFTER,
  keepAlive: true,
})

/** S7.32: the live connection of a knowledge base. */
export const knowledgeBaseLine = (organizationId: string, id: string): Line => ({
  name: `knowledge-base:${organizationId}:${id}`,
  path: `/api/ws/organizations/${organizationId}/knowledge-bases/${id}`,
})
