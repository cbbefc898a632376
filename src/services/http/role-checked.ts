import * as z from 'zod/mini'
import { ApiError } from '../contract/common.ts'
import type { Send } from './answer.ts'

export interface RoleCheckedOptions {
  /** The person's role does not allow what was asked: it may be another one by now. */
  readonly onForbidden?: () => void
}

/** Tells of every 403 about a role, whoever asked; the refusal itself goes its usual way. */
export const roleChecked =
  (send: Send, { onForbidden }: RoleCheckedOptions): Send =>
  async (call) => {
    const answer = await send(call)
    if (answer.status === 403 && z.safeParse(ApiError, answer.body).data?.code === 'forbidden')
      onForbidden?.()
    return answer
  }
