/** Organization whose plan is meant: all billing belongs to an organization. */
export interface OfOrganization {
  readonly organizationId: string
}

export const ofOrganization = ({ organizationId }: OfOrganization): OfOrganization => ({ organizationId })

/** Longer than a page usually takes to go: the person has probably stayed, or stopped it. */
export const LEAVING_TAKES = 5_000 // ms

export type UpgradeEvent =
  | ({ type: 'planUpgrade.opened'; planId?: string | null } & OfOrganization)
  /** `planId`: the plan whose limits fit; null for none. `seatsPlanId`: the one that fits with more seats. */
  | { type: 'plan.refused'; planId: string | null; seatsPlanId?: string | null }
