import { type ActorRefFrom, assign, setup } from 'xstate'
import { planChangeMachine } from '../plan-change/plan-change.machine.ts'
import type { PlanLimit, UpgradeEvent } from './upgrade.types.ts'

interface UpgradeContext {
  readonly planId: string | null
  readonly limit: PlanLimit | null
}

/**
 * S2.35: the dialog Upgrade plan. It also keeps the last refusal by the plan, so that its text can offer an upgrade.
 */
export const upgradeMachine = setup({
  types: {} as {
    context: UpgradeContext
    events: UpgradeEvent
    tags: 'open'
    children: { planChange: 'planChange' }
  },
  actors: { planChange: planChangeMachine },
  actions: {
    rememberPlan: assign({ planId: (_, { planId }: { planId?: string | null }) => planId ?? null }),
    rememberLimit: assign({ limit: (_, { limit }: { limit: PlanLimit }) => limit }),
  },
}).createMachine({
  id: 'upgrade',
  description: 'The Upgrade plan dialog.',
  context: { planId: null, limit: null },
  initial: 'closed',
  on: {
    'plan.refused': { actions: { type: 'rememberLimit', params: ({ event }) => event } },
  },
  states: {
    closed: {
      description: 'Not shown.',
      on: {
        'planUpgrade.opened': {
          target: 'open',
          actions: { type: 'rememberPlan', params: ({ event }) => event },
        },
      },
    },
    open: {
      description: 'A plan is chosen; `planChange` carries it out.',
      tags: 'open',
      invoke: {
        id: 'planChange',
        src: 'planChange',
        input: ({ context }) => ({ planId: context.planId }),
        onDone: 'closed',
      },
    },
  },
})

export type UpgradeRef = ActorRefFrom<typeof upgradeMachine>
