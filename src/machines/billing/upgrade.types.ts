import type { OfOrganization } from './billing.types.ts'

export type UpgradeEvent =
  | ({ type: 'planUpgrade.opened'; planId?: string | null } & OfOrganization)
  /** `planId`: the plan that has room; null where there is none. `seatsPlanId`: that which has room with more seats. */
  | { type: 'plan.refused'; planId: string | null; seatsPlanId?: string | null }
