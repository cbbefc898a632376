import { type ActorRefFrom, assign, setup } from 'xstate'
import type { UpgradeEvent } from './billing.types.ts'
import { planChangeMachine } from './plan-change/plan-change.machine.ts'

type Opened = Extract<UpgradeEvent, { type: 'planUpgrade.opened' }>
type Refused = Extract<UpgradeEvent, { type: 'plan.refused' }>

interface UpgradeContext {
  /** Organization of the plan; '' until the dialog is opened. */
  readonly organizationId: string
  readonly planId: string | null
  /** The plan whose limits fit the last refused action. */
  readonly largerPlanId: string | null
  /** The current plan, if additional seats would fit. */
  readonly seatsPlanId: string | null
}

/** S2.35: the dialog Upgrade plan. It also keeps which plan would allow the last refused action. */
export const upgradeMachine = setup({
  types: {} as {
    context: UpgradeContext
    events: UpgradeEvent
    tags: 'open'
    children: { planChange: 'planChange' }
  },
  actors: { planChange: planChangeMachine },
  actions: {
    rememberPlan: assign((_, { organizationId, planId = null }: Opened) => ({ organizationId, planId })),
    rememberRoom: assign((_, { planId, seatsPlanId = null }: Refused) => ({
      largerPlanId: planId,
      seatsPlanId,
    })),
  },
}).createMachine({
  id: 'upgrade',
  description: 'The Upgrade plan dialog.',
  context: { organizationId: '', planId: null, largerPlanId: null, seatsPlanId: null },
  initial: 'closed',
  on: {
    'plan.refused': { actions: { type: 'rememberRoom', params: ({ event }) => event } },
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
        input: ({ context: { organizationId, planId } }) => ({ organizationId, planId }),
        onDone: 'closed',
      },
    },
  },
})

export type UpgradeRef = ActorRefFrom<typeof upgradeMachine>
