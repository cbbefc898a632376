/** Organization whose plan is meant: all billing belongs to an organization. */
export interface OfOrganization {
  readonly organizationId: string
}

export const ofOrganization = ({ organizationId }: OfOrganization): OfOrganization => ({ organizationId })
