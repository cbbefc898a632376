import * as z from 'zod/mini'
import { PlanRefusal } from '../contract/billing.ts'
import type { Send } from './answer.ts'

export interface PlanLimitedOptions {
  /** The plan has no room for what was asked; `planId` is one that has. */
  readonly onPlanLimit?: (limit: { detail: string; planId: string | null }) => void
}

/** Tells of every 402, whoever asked; the refusal itself goes its usual way. */
export const planLimited =
  (send: Send, { onPlanLimit }: PlanLimitedOptions): Send =>
  async (call) => {
    const answer = await send(call)
    if (answer.status === 402) {
      const refusal = z.safeParse(PlanRefusal, answer.body)
      if (refusal.success)
        onPlanLimit?.({ detail: refusal.data.detail, planId: refusal.data.upgrade_plan_id })
    }
    return answer
  }
