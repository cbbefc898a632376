import type { OfOrganization } from './billing.types.ts'

export type UpgradeEvent =
  | ({ type: 'planUpgrade.opened'; planId?: string | null } & OfOrganization)
  /** `planId`: the plan whose limits fit; null for none. `seatsPlanId`: the one that fits with more seats. */
  | { type: 'plan.refused'; planId: string | null; seatsPlanId?: string | null }
