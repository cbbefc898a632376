export type UpgradeEvent =
  | { type: 'planUpgrade.opened'; planId?: string | null }
  /** `planId`: the plan that has room; null where there is none. */
  | { type: 'plan.refused'; planId: string | null }
