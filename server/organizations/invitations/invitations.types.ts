import type { InvitationsRepository } from './invitations.repository.ts'

export type InvitationRow = NonNullable<Awaited<ReturnType<InvitationsRepository['find']>>>
