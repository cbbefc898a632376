import * as z from 'zod/mini'
import { type InSystem, tell } from '../../machines/system.ts'
import { PlanRefusal } from '../contract/billing.ts'
import type { Send } from './answer.ts'

/** Tells of every 402, whoever asked; the refusal itself goes its usual way. */
export const planLimited =
  (send: Send, scope: InSystem): Send =>
  async (call) => {
    const answer = await send(call)
    const refusal = answer.status === 402 ? z.safeParse(PlanRefusal, answer.body).data : undefined
    if (refusal) {
      tell(scope, 'upgrade', { type: 'plan.refused', planId: refusal.upgrade_plan_id })
    }
    return answer
  }
