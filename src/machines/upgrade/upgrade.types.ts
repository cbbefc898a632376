/** What the server last refused because of the plan. */
export interface PlanLimit {
  readonly detail: string
  /** The plan that has room; null when there is none. */
  readonly planId: string | null
}

export type UpgradeEvent =
  | { type: 'planUpgrade.opened'; planId?: string | null }
  | { type: 'plan.refused'; limit: PlanLimit }
