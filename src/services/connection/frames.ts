import * as z from 'zod/mini'
import type { ConnectionName } from '../../machines/connection/connections/connections.types.ts'
import type { Received } from '../../machines/connection/socket/socket.types.ts'
import { Frame, IntegrationMessage, KnowledgeBaseMessage, OrganizationMessage } from '../contract/sockets.ts'
import { NotificationMessage } from '../wire/notifications.ts'

/** For a frame outside the contract, only its type is kept: an older app must work with a newer server. */
const Unknown = z.pipe(
  Frame,
  z.transform(({ type }) => ({ type, isUnknown: true })),
)

/** The frames of a connection, by the first word of its name. */
const frames = {
  organization: z.union([NotificationMessage, OrganizationMessage, Unknown]),
  integration: z.union([IntegrationMessage, Unknown]),
  'knowledge-base': z.union([KnowledgeBaseMessage, Unknown]),
}

export function readFrame(name: ConnectionName, text: unknown): Received | null {
  try {
    return z.parse(frames[name.split(':')[0] as keyof typeof frames], JSON.parse(String(text)))
  } catch {
    return null
  }
}
