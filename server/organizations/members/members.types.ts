import type { MembersRepository } from './members.repository.ts'

export type MemberRow = Awaited<ReturnType<MembersRepository['of']>>[number]
