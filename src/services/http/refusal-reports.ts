import * as z from 'zod/mini'
import { type InSystem, sendToActor } from '../../machines/system.ts'
import { PlanRefusal } from '../contract/billing.ts'
import { ApiError } from '../contract/common.ts'
import type { Send } from './answer.ts'

/** Reports every 402 of any caller; the refusal itself is passed on as usual. */
export const reportPlanRefusals =
  (send: Send, scope: InSystem): Send =>
  async (call) => {
    const answer = await send(call)
    const refusal = answer.status === 402 ? z.safeParse(PlanRefusal, answer.body).data : undefined
    if (refusal) {
      const { upgrade_plan_id: planId, seats_plan_id: seatsPlanId = null } = refusal
      sendToActor(scope, 'upgrade', { type: 'plan.refused', planId, seatsPlanId })
    }
    return answer
  }

/** A 403 about a role shows that the role may have changed; the refusal itself is passed on as usual. */
export const reportRoleRefusals =
  (send: Send, scope: InSystem): Send =>
  async (call) => {
    const answer = await send(call)
    if (answer.status === 403 && z.safeParse(ApiError, answer.body).data?.code === 'forbidden')
      sendToActor(scope, 'organizations', { type: 'organizations.changed' })
    return answer
  }
